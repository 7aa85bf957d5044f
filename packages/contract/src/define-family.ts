/** `defineFamily` turns a declarative definition into the erased `Family` that the rest of the service sees. */
import { answerSchema, ended, queuePosition, showing } from './answers.ts';
import { failuresOf } from './failures.ts';
import type { Family } from './family.ts';
import type { FamilyDefinition, FieldTable, ReadRequest } from './family-definition.ts';
import { bodyBytesBesideMedia, usualSeedMax } from './limits.ts';
import { maxPrice, maxPriceName } from './max-price.ts';
import { createReader } from './read-request.ts';

export function defineFamily<const Fields extends FieldTable>(definition: FamilyDefinition<Fields>): Family {
  const { slug, title, summary, path, output, idName, fields, prices, timeLimits } = definition;
  const failures = failuresOf(definition.failures);
  const failureCodes = failures.map(({ code }) => code);
  const reader = createReader(definition, failureCodes);
  const priceOf: Family['priceOf'] = (request, facts) => {
    const { item, times = 1 } = definition.price(request as ReadRequest<Fields>, facts);
    return { item, times };
  };
  return {
    slug,
    title,
    summary,
    path,
    output,
    idName,
    lists: definition.lists ?? false,
    documentedWithSlash: definition.documentedWithSlash ?? false,
    faultStatus: definition.faultStatus ?? 400,
    statusLimited: definition.statusLimited ?? false,
    showsQueuePosition: Object.values(definition.record).includes(queuePosition),
    mediaFields: reader.mediaFields,
    bodyBytesMax: Math.ceil((definition.mediaBytesMax * 4) / 3) + bodyBytesBesideMedia,
    prices,
    timeLimits,
    failures,
    failureCodes,
    seeds: seedsOf(fields),
    read: reader.read,
    priceOf,
    leastPriceOf: (request) => priceOf(request, definition.cheapestMedia?.(request.media) ?? []),
    timeLimitOf: definition.timeLimit ?? (() => slug),
    failureCode: (failure) => definition.failures[failure],
    checkMedia: definition.checkMedia ?? (() => []),
    accepted: showing(definition.accepted),
    record: showing(definition.record),
    webhook: showing(definition.webhook),
    schemas: {
      request: requestSchema(fields, definition),
      accepted: answerSchema(definition.accepted),
      record: answerSchema(definition.record),
      webhook: answerSchema({ ...definition.webhook, status: ended }),
    },
  };
}

/** As the family's own field has it, so that a caller may send the one that was drawn; any engine knows those below. */
function seedsOf({ seed }: FieldTable): Family['seeds'] {
  const { minimum = 0, maximum = usualSeedMax } = (seed?.schema ?? {}) as { minimum?: number; maximum?: number };
  return { min: minimum, max: maximum };
}

function requestSchema(
  fields: FieldTable,
  { rules = [], example }: { rules?: readonly { note: string }[]; example: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const entries = Object.entries(fields);
  const notes = rules.map(({ note }) => note);
  return {
    type: 'object',
    description: ['`null` for an optional field is the same as leaving it out.', ...notes].join('\n\n'),
    required: entries.filter(([, field]) => field.absent === 'refused').map(([name]) => name),
    properties: {
      ...Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      [maxPriceName]: maxPrice.schema,
    },
    examples: [example],
  };
}

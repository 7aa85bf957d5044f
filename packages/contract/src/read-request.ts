/** Reading a submit body against a family's definition: every fault at once, or the request with its work. */

import { readDirectives } from './directives.ts';
import type { Family, Reading } from './family.ts';
import type { CommonRequest, FamilyDefinition, FieldTable, RequestOf } from './family-definition.ts';
import type { Fault, Field } from './fields.ts';
import type { GenerationRequest, MediaInput, MediaSource, Work } from './generation.ts';
import { maxPrice, maxPriceName } from './max-price.ts';
import { foreignMediaFault, knowMediaFields } from './media-names.ts';
import type { MediaFieldRule } from './media-rule.ts';
import type { Mode } from './mode.ts';

export const framesPerSecond = 24;

type Body = Readonly<Record<string, unknown>>;

/** What parsing the fields one by one gave, before any rule over several of them. */
interface Parsed {
  values: Record<string, unknown>;
  /** Names of fields that did not parse. */
  refused: Set<string>;
  faults: Fault[];
  unknown: string[];
}

export function createReader<Fields extends FieldTable>(
  definition: FamilyDefinition<Fields>,
  failureCodes: readonly string[],
): Pick<Family, 'read' | 'mediaFields'> {
  const fields: readonly (readonly [string, Field<unknown>])[] = Object.entries(definition.fields);
  const checked = [...fields, [maxPriceName, maxPrice] as const];
  const names = new Set(checked.map(([name]) => name));
  const mediaFields = new Map<string, MediaFieldRule>();
  for (const [name, { media }] of fields) if (media !== undefined) mediaFields.set(name, media);
  knowMediaFields(mediaFields);

  function parse(body: Body): Parsed {
    const parsed: Parsed = { values: {}, refused: new Set(), faults: [], unknown: [] };
    for (const [name, field] of checked) {
      const verdict = checkField(field, name, body[name]);
      if (verdict.ok) {
        parsed.values[name] = verdict.value;
      } else {
        parsed.refused.add(name);
        parsed.faults.push(...verdict.faults);
      }
    }
    for (const name of Object.keys(body)) {
      if (names.has(name)) continue;
      const fault = isSent(body[name]) ? foreignMediaFault(name, { title: definition.title, mediaFields }) : null;
      if (fault === null) parsed.unknown.push(name);
      else parsed.faults.push(fault);
    }
    return parsed;
  }

  function read(body: Body, mode: Mode): Reading {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return notAnObject;
    const { values, refused, faults, unknown } = parse(body);
    const sent = (name: string) => isSent(body[name]);
    const request = values as RequestOf<Fields> & CommonRequest;
    for (const rule of definition.rules ?? []) {
      const isBlind = refused.size > 0 && rule.needs.some((name) => refused.has(name));
      if (!isBlind) faults.push(...rule.check(request, sent));
    }
    if (refused.has('prompt')) return { ok: false, faults };
    const directed =
      mode === 'sandbox'
        ? readDirectives(request.prompt, failureCodes)
        : { ok: true as const, scenario: null, prompt: request.prompt };
    if (!directed.ok) faults.push(...directed.faults);
    if (!directed.ok || faults.length > 0) return { ok: false, faults };
    return understand({ definition, fields, request, sent, unknown, directed });
  }

  return { read, mediaFields };
}

const notAnObject: Reading = {
  ok: false,
  faults: [{ field: 'body', message: 'the body must be a JSON object', type: 'object_type' }],
};

/** `null` is the same as absent; an empty list counts as not sent, too. */
const isSent = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function checkField(field: Field<unknown>, name: string, value: unknown): ReturnType<Field<unknown>['check']> {
  // A list of media judges an empty one itself: where at least one is asked for it is a fault.
  if (isSent(value) || (field.media?.list && Array.isArray(value))) return field.check(value, name);
  if (field.absent !== 'refused') return { ok: true, value: field.absent.value };
  return { ok: false, faults: [{ field: name, message: `${name} is required`, type: 'missing' }] };
}

/** Every check has passed: what the request means. */
function understand<Fields extends FieldTable>(parts: {
  definition: FamilyDefinition<Fields>;
  fields: readonly (readonly [string, Field<unknown>])[];
  request: RequestOf<Fields> & CommonRequest;
  sent: (name: string) => boolean;
  unknown: string[];
  directed: { scenario: GenerationRequest['scenario']; prompt: string };
}): Reading {
  const { definition, fields, sent, unknown, directed } = parts;
  const request = { ...parts.request, ...definition.resolve?.(parts.request) };
  const media = arrangedMedia(definition, fields, request);
  const unused: string[] = definition.unused?.(request, media) ?? [];
  const kept: Record<string, unknown> = {};
  for (const [name, { media: isMedia }] of fields) {
    const value = request[name];
    if (isMedia === undefined && value !== undefined && !unused.includes(name)) kept[name] = value;
  }
  return {
    ok: true,
    ignored: [...unknown, ...unused.filter(sent)],
    request: {
      prompt: parts.request.prompt,
      model: definition.model(request),
      fields: kept,
      media,
      callbackUrl: parts.request.callback_url ?? null,
      maxPrice: parts.request.max_price ?? null,
      seed: parts.request.seed ?? null,
      priority: definition.priority?.(request) ?? 0,
      work: wholeWork(definition.output, directed.prompt, definition.work(request, media)),
      scenario: directed.scenario,
    },
  };
}

function arrangedMedia<Fields extends FieldTable>(
  { arrange }: FamilyDefinition<Fields>,
  fields: readonly (readonly [string, Field<unknown>])[],
  request: RequestOf<Fields>,
): MediaInput[] {
  const media: MediaInput[] = [];
  for (const [name, field] of fields) {
    if (field.media === undefined) continue;
    const { role, kind, bytesMax, list } = field.media;
    const value = request[name] as MediaSource | MediaSource[] | undefined;
    for (const [index, source] of (value === undefined ? [] : [value].flat()).entries()) {
      media.push({ role, kind, bytesMax, field: list ? `${name}[${index}]` : name, source });
    }
  }
  return arrange === undefined ? media : arrange(media);
}

function wholeWork(
  output: 'video' | 'image',
  prompt: string,
  choice: Pick<Work, 'task' | 'shape'> & Partial<Work>,
): Work {
  const seconds = choice.seconds ?? null;
  return {
    prompt,
    negativePrompt: null,
    cfgScale: null,
    output,
    framesPerSecond: seconds === null ? null : framesPerSecond,
    sound: 'none',
    watermark: null,
    multiShot: false,
    ...choice,
    seconds,
  };
}

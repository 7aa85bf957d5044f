/** What the tools take, made from the families: every field of every family under its own name. */
import { type Family, idempotencyKeyCharactersMax, modelNamesOf, waitSecondsMax } from '@afterimage/contract';

export interface ObjectSchema {
  [name: string]: unknown;
  type: 'object';
  properties: Record<string, JsonSchema>;
}
type JsonSchema = Readonly<Record<string, unknown>>;

export const waitSchema = (usual: number): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum: waitSecondsMax,
  default: usual,
  description: 'Seconds to wait for the end at most.',
});

export const argumentsSchema = (properties: Record<string, JsonSchema>, required: string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** @param usual the family that is taken when none is named */
export function generateSchema(
  families: readonly Family[],
  { usual, wait }: { usual: Family; wait: number },
): ObjectSchema {
  return argumentsSchema(
    {
      model: {
        type: 'string',
        enum: families.flatMap(modelNamesOf),
        default: usual.slug,
        description: 'FAMILY or FAMILY/MODEL, as list_models names them. The other fields are those of its family.',
      },
      ...mergedFields(families),
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: idempotencyKeyCharactersMax,
        description: 'A repeat of the call with the same key and the same fields is the same generation, charged once.',
      },
      wait: waitSchema(wait),
    },
    ['prompt'],
  );
}

/** A field that several families have is one property; where they differ, each says whose it is. */
function mergedFields(families: readonly Family[]): Record<string, JsonSchema> {
  const merged = new Map<string, Map<string, { schema: JsonSchema; slugs: string[] }>>();
  for (const family of families) {
    for (const [name, schema] of Object.entries(fieldsOf(family))) {
      if (name === 'model') continue;
      const variants = merged.get(name) ?? new Map();
      const form = JSON.stringify(schema);
      variants.set(form, { schema, slugs: [...(variants.get(form)?.slugs ?? []), family.slug] });
      merged.set(name, variants);
    }
  }
  return Object.fromEntries(
    [...merged].map(([name, variants]) => [name, oneProperty([...variants.values()], families)]),
  );
}

function oneProperty(variants: { schema: JsonSchema; slugs: string[] }[], families: readonly Family[]): JsonSchema {
  const told = variants.map(({ schema, slugs }) =>
    slugs.length === families.length
      ? schema
      : { ...schema, description: [`Of ${slugs.join(', ')}.`, schema['description'] ?? ''].join(' ').trim() },
  );
  return told.length === 1 ? told[0]! : { anyOf: told };
}

/** The family's fields without the marks that only forms read. */
export function fieldsOf(family: Family): Record<string, JsonSchema> {
  const { properties } = family.schemas.request as { properties: Record<string, JsonSchema> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-'))),
    ]),
  );
}

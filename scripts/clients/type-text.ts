/** A JSON Schema of the contract as the text of a TypeScript type. */
import type { JsonSchema } from '@afterimage/contract';

/** A range of whole numbers no wider than this is written out, so that a value outside is a fault of the compiler. */
const literalsMax = 20;

export function typeText(schema: JsonSchema): string {
  const { type, enum: values, const: only, oneOf, items, minimum, maximum } = schema;
  if (Array.isArray(oneOf)) return oneOf.map((each) => typeText(each as JsonSchema)).join(' | ');
  if (only !== undefined) return literal(only);
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  if (Array.isArray(type)) return type.map((each: string) => typeText({ ...schema, type: each })).join(' | ');
  if (type === 'array') return `readonly (${typeText(items as JsonSchema)})[]`;
  if (type === 'object') return objectText(schema);
  if (type === 'integer' && isFew(minimum, maximum)) {
    return Array.from({ length: Number(maximum) - Number(minimum) + 1 }, (_, at) => Number(minimum) + at).join(' | ');
  }
  return type === 'integer' ? 'number' : String(type ?? 'unknown');
}

function objectText({ properties = {}, required = [] }: JsonSchema): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const mark = (required as string[]).includes(name) ? '' : '?';
    return `readonly ${name}${mark}: ${typeText(schema)}`;
  });
  return `{ ${members.join('; ')} }`;
}

const isFew = (min: unknown, max: unknown): boolean =>
  typeof min === 'number' && typeof max === 'number' && max - min < literalsMax;

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

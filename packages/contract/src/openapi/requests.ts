/** A family's request as programs should read it: what a form takes for granted is said in a way that generated code can obey. */
import type { JsonSchema } from '../fields.ts';
import { videoCodecs } from '../limits.ts';

type Json = Record<string, unknown>;

export function requestSchemaOf(request: JsonSchema): Json {
  const required = request['required'] as readonly string[];
  const properties = Object.entries(request['properties'] as Record<string, JsonSchema>).map(([name, schema]) => {
    const said = withCodecs(inWords(schema));
    return [name, required.includes(name) ? said : orNull(said)];
  });
  return { ...request, properties: Object.fromEntries(properties) };
}

/**
 * A default that holds only beside some values of other fields is told in words: generated clients send every `default`
 * they see, and would be refused.
 */
function inWords({ 'x-usually': usually, ...schema }: JsonSchema): Json {
  if (usually === undefined) return schema;
  const { default: value, description, ...rest } = schema;
  return { ...rest, description: `${description} Usually ${JSON.stringify(value)}; ${usually}.` };
}

function withCodecs(schema: Json): Json {
  const { kind } = (schema['x-media'] ?? {}) as { kind?: string };
  return kind === 'video' ? { ...schema, description: `${schema['description']} Codecs: ${videoCodecs}.` } : schema;
}

/**
 * `null` is the same as leaving the field out. A default stands with the values: beside the field, generated types would
 * take it for a promise that the field is always there.
 */
function orNull(schema: Json): Json {
  const { type, enum: values, oneOf } = schema;
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...oneOf, { type: 'null' }] };
  if ('default' in schema) {
    const { description, ...rest } = schema;
    return { ...(description !== undefined && { description }), oneOf: [rest, { type: 'null' }] };
  }
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/** Compares an answer with its schema; as much of JSON Schema as the account interface uses, and nothing unknown passes. */

type Schema = Record<string, unknown>;

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: /^https?:\/\/\S+$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/** Where the value is not as the schema says; empty when it is. */
export function misfits(value: unknown, schema: Schema, at = 'answer'): string[] {
  if (Array.isArray(schema['anyOf'])) {
    const tries = (schema['anyOf'] as Schema[]).map((one) => misfits(value, one, at));
    return tries.some((found) => found.length === 0) ? [] : tries[0]!;
  }
  switch (schema['type']) {
    case undefined:
      return [];
    case 'object':
      return objectMisfits(value, schema, at);
    case 'array':
      if (!Array.isArray(value)) return [`${at} is no list`];
      return value.flatMap((item, index) => misfits(item, schema['items'] as Schema, `${at}[${index}]`));
    case 'string':
      return textMisfits(value, schema, at);
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} is no integer: ${value}`];
    case 'number':
      return typeof value === 'number' ? [] : [`${at} is no number: ${value}`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${at} is neither true nor false: ${value}`];
    case 'null':
      return value === null ? [] : [`${at} is not null`];
    default:
      return [`${at} has a schema of an unknown type: ${schema['type']}`];
  }
}

function objectMisfits(value: unknown, schema: Schema, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const {
    properties,
    required = [],
    additionalProperties: others,
  } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: Schema;
  };
  const entries = Object.entries(value);
  if (properties === undefined) {
    return others === undefined ? [] : entries.flatMap(([name, one]) => misfits(one, others, `${at}.${name}`));
  }
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
    ...entries.flatMap(([name, one]) =>
      properties[name] === undefined
        ? [`${at}.${name} is not documented`]
        : misfits(one, properties[name], `${at}.${name}`),
    ),
  ];
}

function textMisfits(value: unknown, schema: Schema, at: string): string[] {
  if (typeof value !== 'string') return [`${at} is no string: ${value}`];
  const format = schema['format'] === undefined ? undefined : formats[String(schema['format'])];
  if (schema['format'] !== undefined && format === undefined) return [`${at} has an unknown format`];
  if (format !== undefined && !format.test(value)) return [`${at} is no ${schema['format']}: ${value}`];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return [`${at} is none of its values: ${value}`];
  const pattern = schema['pattern'] === undefined ? undefined : new RegExp(String(schema['pattern']));
  return pattern === undefined || pattern.test(value) ? [] : [`${at} does not look as it should: ${value}`];
}

/** The words of the account interface's answers: each is a TypeScript type and a JSON Schema at once. */
import type { JsonSchema } from '../fields.ts';

/** `Value` exists for the type checker only: `Of<typeof key>` is the type of what `key.schema` describes. */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  readonly value?: Value;
}

export type Of<Described extends Shape<unknown>> = Described extends Shape<infer Value> ? Value : never;

type ObjectOf<Members extends Record<string, Shape<unknown>>> = { [Name in keyof Members]: Of<Members[Name]> };

export const text: Shape<string> = { schema: { type: 'string' } };
export const whole: Shape<number> = { schema: { type: 'integer' } };
export const fraction: Shape<number> = { schema: { type: 'number' } };
export const yesOrNo: Shape<boolean> = { schema: { type: 'boolean' } };
export const id: Shape<string> = { schema: { type: 'string', format: 'uuid' } };
export const link: Shape<string> = { schema: { type: 'string', format: 'uri' } };
export const time: Shape<string> = { schema: { type: 'string', format: 'date-time' } };
export const day: Shape<string> = { schema: { type: 'string', format: 'date' } };
/** Dollars with four fractional digits, as prices are everywhere. */
export const amount: Shape<string> = { schema: { type: 'string', pattern: '^-?\\d+\\.\\d{4}$', examples: ['0.2100'] } };
export const anything: Shape<unknown> = { schema: {} };
export const anyObject: Shape<Record<string, unknown>> = { schema: { type: 'object' } };

export function oneOf<const Value extends string>(...values: Value[]): Shape<Value> {
  return { schema: { type: 'string', enum: values } };
}

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return { schema: { anyOf: [shape.schema, { type: 'null' }] } };
}

export function list<Value>(shape: Shape<Value>): Shape<Value[]> {
  return { schema: { type: 'array', items: shape.schema } };
}

export function object<const Members extends Record<string, Shape<unknown>>>(
  members: Members,
): Shape<ObjectOf<Members>> {
  const properties = Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]));
  return { schema: { type: 'object', required: Object.keys(members), properties } };
}

/** An object whose member names are not known beforehand. */
export function mapOf<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return { schema: { type: 'object', additionalProperties: shape.schema } };
}

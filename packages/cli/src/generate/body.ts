/** The request body of what stands on the command line: each value in the type that its field has. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Family, JsonSchema } from '@afterimage/contract';
import type { Refusal } from '../exit-codes.ts';
import { unusable } from '../files.ts';
import { type Flag, flagName } from './flags.ts';

export type Body = Record<string, unknown>;

type Given = string | string[] | boolean;

export async function bodyOf(
  family: Family,
  flags: readonly Flag[],
  options: Readonly<Record<string, unknown>>,
): Promise<Body> {
  const body: Body = {};
  const twoTyped: string[] = [];
  for (const { field, schema, key } of flags) {
    const given = options[key] as Given | undefined;
    if (given === undefined) continue;
    body[field] = await typedValue(given, { family, field, schema });
    if (Array.isArray(schema['oneOf'])) twoTyped.push(field);
  }
  for (const field of twoTyped) body[field] = valueThatFits(family, field, body);
  return body;
}

type Target = { family: Family; field: string; schema: JsonSchema };

async function typedValue(given: Given, target: Target): Promise<unknown> {
  if (typeof given === 'boolean') return given;
  if (Array.isArray(given)) return Promise.all(given.map((item) => typedValue(item, target)));
  const { family, field, schema } = target;
  if (family.mediaFields.has(field)) return mediumOf(given, field);
  if (schema['type'] === 'string' && schema['enum'] === undefined) return textOf(given, field);
  return schema['type'] === 'integer' || schema['type'] === 'number' ? numberOrText(given) : given;
}

/** What is no number goes as it is: the service has the sentence that says what the field takes. */
const numberOrText = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** A URL, a file with or without `@`, or `-` for the bytes of standard input; the client sends it in the form that is taken. */
async function mediumOf(given: string, field: string): Promise<string | Buffer> {
  if (given === '-' || given === '@-') return buffer(process.stdin);
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  return readFile(file).catch((fault) => Promise.reject(unreadable(field, file, fault)));
}

/** `-` and `@-` are standard input, `@file` is what a file holds. */
async function textOf(given: string, field: string): Promise<string> {
  if (given === '-' || given === '@-') return (await buffer(process.stdin)).toString('utf8').trimEnd();
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  const text = await readFile(file, 'utf8').catch((fault) => Promise.reject(unreadable(field, file, fault)));
  return text.trimEnd();
}

const unreadable = (field: string, file: string, fault: NodeJS.ErrnoException): Refusal =>
  unusable(`${flagName(field)}: ${file}`, 'read', fault);

/** For a field that is a string with one model and a number with another, the family itself is asked which it takes. */
function valueThatFits(family: Family, field: string, body: Body): unknown {
  const text = String(body[field]);
  const number = numberOrText(text);
  const reading = family.read({ ...body, [field]: number }, 'live');
  return reading.ok || !reading.faults.some((fault) => fault.field === field) ? number : text;
}

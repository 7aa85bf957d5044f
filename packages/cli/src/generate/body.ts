/** The request body of what stands on the command line: each value in the type that its field has. */
import { readFile } from 'node:fs/promises';
import {
  checkUpload,
  type Family,
  type JsonSchema,
  type MediaFieldRule,
  mediaTypes,
  Upload,
} from '@afterimage/contract';
import { sniffMediaType } from '@afterimage/server/media/sniff';
import { exitCodes, Refusal } from '../endings.ts';
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
  const medium = target.family.mediaFields.get(target.field);
  if (medium !== undefined) return given.startsWith('@') ? dataUriOf(given.slice(1), { ...target, medium }) : given;
  const isNumeric = target.schema['type'] === 'integer' || target.schema['type'] === 'number';
  return isNumeric ? numberOrText(given) : given;
}

/** What is no number goes as it is: the service has the sentence that says what the field takes. */
const numberOrText = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** For a field that is a string with one model and a number with another, the family itself is asked which it takes. */
function valueThatFits(family: Family, field: string, body: Body): unknown {
  const text = String(body[field]);
  const number = numberOrText(text);
  const reading = family.read({ ...body, [field]: number }, 'live');
  return reading.ok || !reading.faults.some((fault) => fault.field === field) ? number : text;
}

async function dataUriOf(file: string, target: Target & { medium: MediaFieldRule }): Promise<string> {
  const { family, field, medium } = target;
  if (medium.takes === 'url') throw new Refusal(urlOnlySentence(family, field, medium), exitCodes.usage);
  const bytes = await readFile(file).catch((fault: Error) => {
    throw new Refusal(`${flagName(field)}: ${file} cannot be read: ${fault.message}`, exitCodes.usage);
  });
  const type = sniffMediaType(bytes);
  if (type === null) {
    throw new Refusal(`${flagName(field)}: ${file} is not ${mediaTypes[medium.kind].names}.`, exitCodes.usage);
  }
  const upload = new Upload({ declaredType: type, sniffedType: type, bytes: bytes.byteLength, file });
  const fault = checkUpload(upload, medium, flagName(field));
  if (fault !== null) throw new Refusal(`${fault.message}.`, exitCodes.usage);
  return `data:${type};base64,${bytes.toString('base64')}`;
}

function urlOnlySentence(family: Family, field: string, { kind, list }: MediaFieldRule): string {
  const others = [...family.mediaFields]
    .filter(([, other]) => other.kind === kind && other.list === list && other.takes !== 'url')
    .map(([name]) => flagName(name));
  const advice = others.length === 0 ? '' : `; a file goes with ${others.join(' or ')}`;
  return `${flagName(field)} takes a URL${advice}.`;
}

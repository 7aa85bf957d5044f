/** Reads the query and the JSON body of the account interface by the contract's fields: all faults at once. */
import { apiBodySeconds, errors, type Fault, type Field, type HttpError } from '@afterimage/contract';
import { RequestAborted } from '../body/body-reading.ts';
import { readContentEncoding, readContentType } from '../body/content-headers.ts';
import { describeFault } from '../body/kept-text.ts';
import { parseStrictJson } from '../body/strict-json.ts';
import type { BodyStream, Exchange } from '../exchange.ts';

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type ValuesOf<Given> = Given extends Fields
  ? { [Name in keyof Given]: Given[Name] extends Field<infer Value> ? Value : never }
  : Record<never, never>;

export interface FieldReading {
  values: Record<string, unknown>;
  faults: Fault[];
}

const bodyBytesMax = 64 * 1024;

/** A name nobody knows is a fault: a mistyped filter must not look as if there were nothing to find. */
function readFields(fields: Fields, sent: Readonly<Record<string, unknown>>): FieldReading {
  const reading: FieldReading = { values: {}, faults: [] };
  for (const [name, field] of Object.entries(fields)) {
    const value = sent[name];
    if (value === undefined || value === null) {
      if (field.absent === 'refused') reading.faults.push(fault(name, 'missing', `${name} is required`));
      else reading.values[name] = field.absent.value;
      continue;
    }
    const checked = field.check(value, name);
    if (checked.ok) reading.values[name] = checked.value;
    else reading.faults.push(...checked.faults);
  }
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(fields, name)) reading.faults.push(fault(name, 'unknown', unknownSentence(name, fields)));
  }
  return reading;
}

function unknownSentence(name: string, fields: Fields): string {
  const known = Object.keys(fields);
  const others = known.length === 0 ? '' : `; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
  return `${name} is not known here${others}`;
}

/** Queries are text: digits are numbers where the field takes numbers. */
export function readQuery(fields: Fields, query: string): FieldReading {
  // Without a prototype `__proto__` is a name like any other.
  const sent: Record<string, unknown> = Object.create(null);
  const faults: Fault[] = [];
  for (const [name, text] of new URLSearchParams(query)) {
    if (Object.hasOwn(sent, name)) faults.push(fault(name, 'repeated', `${name} may stand once`));
    const type = Object.hasOwn(fields, name) ? fields[name]!.schema['type'] : undefined;
    sent[name] = type === 'integer' && /^\d{1,9}$/.test(text) ? Number(text) : text;
  }
  const reading = readFields(fields, sent);
  return { values: reading.values, faults: [...faults, ...reading.faults] };
}

export type BodyReading = ({ ok: true } & FieldReading) | { ok: false; error: HttpError };

/** Nothing at all is an empty object, so that a body without needed fields may be left out. */
export async function readBody(fields: Fields, exchange: Exchange): Promise<BodyReading> {
  const { body, requestHeaders: headers } = exchange;
  if (Number(headers['content-length'] ?? 0) > bodyBytesMax)
    return { ok: false, error: errors.bodyTooLarge(bodyBytesMax) };
  exchange.inviteBody();
  const bytes = Buffer.isBuffer(body) ? body : await collect(body);
  if (bytes === 'too_slow') {
    return { ok: false, error: errors.bodyTooSlow(`The body must arrive within ${apiBodySeconds} seconds`) };
  }
  if (bytes === 'too_large') return { ok: false, error: errors.bodyTooLarge(bodyBytesMax) };
  if (bytes.length === 0) return { ok: true, ...readFields(fields, {}) };
  if (
    readContentType(headers['content-type']) === 'unsupported' ||
    readContentEncoding(headers['content-encoding']) === 'unsupported'
  ) {
    return { ok: false, error: errors.unsupportedMediaType() };
  }
  const json = parseStrictJson(bytes);
  if (!json.ok) {
    const detail = describeFault(json.fault, { text: json.text, gaps: [] });
    return { ok: false, error: errors.invalidJson(detail, json.fault.field) };
  }
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value)) {
    const faults = [fault('body', 'object_type', 'the body must be a JSON object')];
    return { ok: true, values: {}, faults };
  }
  return { ok: true, ...readFields(fields, json.value as Record<string, unknown>) };
}

async function collect(stream: BodyStream): Promise<Buffer | 'too_large' | 'too_slow'> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<'too_slow'>((resolve) => {
    timer = setTimeout(() => resolve('too_slow'), apiBodySeconds * 1000);
  });
  const arriving = collectAll(stream);
  // Left behind, it ends with the connection, and nobody is there to hear of it.
  arriving.catch(() => {});
  try {
    return await Promise.race([arriving, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}

async function collectAll(stream: BodyStream): Promise<Buffer | 'too_large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop must not destroy the connection before the refusal is sent.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) return 'too_large';
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new RequestAborted({ cause });
  }
  return Buffer.concat(chunks);
}

const fault = (field: string, type: string, message: string): Fault => ({ field, type, message });

/** From what an OpenAI library sent to accepted generations: read, understood, and submitted as everybody submits. */
import { asSent, type Family, idempotencyKeyFault } from '@afterimage/contract';
import type { KeyChecker, KeyHolder } from '../accounts/key-checker.ts';
import { authenticate } from '../http/authenticate.ts';
import type { AskInside, InnerRequest } from '../http/inner-exchange.ts';
import { type Asking, askFor, statusPath } from './inner-call.ts';
import { type Meaning, type Sent, understand } from './map-fields.ts';
import { type ReadingServices, readSent } from './read-sent.ts';
import type { ShapedExchange } from './shaped-exchange.ts';

export interface CreateServices extends ReadingServices {
  keys: KeyChecker;
  askInside: AskInside;
}

export interface Creation {
  output: Family['output'];
  imagesName: string;
  /** Takes the fields out that are no family's; says how many are to be made, or why none is. */
  prepare(sent: Sent): { sent: Sent; times: number } | { field: string; message: string };
}

export interface Created {
  holder: KeyHolder;
  asking: Asking;
  family: Family;
  ids: string[];
}

/** Null: it was refused, and the answer has been sent. */
export async function create(
  services: CreateServices,
  exchange: ShapedExchange,
  creation: Creation,
): Promise<Created | null> {
  const holder = await authenticate(services.keys, exchange);
  if (holder === null) return null;
  // Charged instead, it would be a bad surprise.
  if (new URLSearchParams(exchange.query).has('quote')) {
    return refused(exchange, {
      field: 'quote',
      message: "quote is not known here: a family's own path tells its price",
    });
  }
  const reading = await readSent(services, exchange, { holder, imagesName: creation.imagesName });
  if (reading === null) return null;
  const { sent, form, digest } = reading;
  try {
    const prepared = creation.prepare(sent);
    if ('field' in prepared) return refused(exchange, prepared);
    // The first submit takes the files over.
    if (prepared.times > 1 && (form?.uploads.length ?? 0) > 0)
      return refused(exchange, { field: 'n', message: 'n must be 1 where images are sent as files' });
    const scope = { families: services.families, output: creation.output, mode: holder.mode };
    const understood = understand(prepared.sent, scope);
    if (!understood.ok) {
      exchange.refuse(understood.status, understood.refused, asSent);
      return null;
    }
    const { meaning } = understood;
    const asking = askFor(exchange, services.askInside);
    const body = form === null ? Buffer.from(JSON.stringify(meaning.body)) : { ...form, value: meaning.body };
    const ids = await submit(exchange, asking, { meaning, body, digest, times: prepared.times });
    return ids === null ? null : { holder, asking, family: meaning.family, ids };
  } finally {
    await form?.discard();
  }
}

function refused(exchange: ShapedExchange, fault: { field: string; message: string }): null {
  exchange.refuse(400, { errors: [fault] }, asSent);
  return null;
}

interface Submitting {
  meaning: Meaning;
  body: InnerRequest['body'];
  digest: Buffer;
  times: number;
}

/**
 * All of them or none: what was accepted before one was refused is called off. With an Idempotency-Key it goes on: it may be
 * an earlier request's, and the repeat that brings the rest is answered with it.
 */
async function submit(
  exchange: ShapedExchange,
  { ask }: Asking,
  { meaning: { family, nameOf }, body, digest, times }: Submitting,
): Promise<string[] | null> {
  const key = exchange.requestHeaders['idempotency-key'] as string | undefined;
  const badKey = key === undefined ? null : idempotencyKeyFault(key);
  if (badKey !== null) return refused(exchange, badKey);
  // Each of several is remembered by itself.
  const askedAs = (index: number) =>
    key === undefined
      ? undefined
      : { path: `${exchange.path}${index === 0 ? '' : ` ${index + 1}`}`, bodySha256: digest };
  const ids: string[] = [];
  for (let index = 0; index < times; index += 1) {
    const { status, json } = await ask('POST', `${family.path}/generate`, { body, askedAs: askedAs(index) });
    if (status !== 200) {
      const left = key === undefined ? await callOff(ask, family, ids) : ids.length;
      exchange.isCharged = key === undefined && (left > 0 || json.code === 'UNKNOWN');
      if (left > 0 && typeof json.detail === 'string') json.detail += goOn(left, times, key);
      exchange.refuse(status, json, nameOf);
      return null;
    }
    ids.push(String(json[family.idName]));
  }
  exchange.generationId = ids[0] ?? null;
  exchange.isCharged = true;
  return ids;
}

/** How many could not be: a database that was gone for a submit may still be gone. */
async function callOff(ask: Asking['ask'], family: Family, ids: readonly string[]): Promise<number> {
  let left = 0;
  for (const id of ids) {
    const { status } = await ask('DELETE', `${statusPath(family, id)}?finished=keep`);
    if (status !== 200) left += 1;
  }
  return left;
}

const goOn = (accepted: number, times: number, key: string | undefined): string =>
  `; ${accepted} of ${times} are accepted and go on` +
  (key === undefined ? '' : ': repeat this request with its Idempotency-Key for the others');

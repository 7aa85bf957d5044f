/** `POST /engine-hooks/{engine}/{token}`: vendors tell us to look. No key: what they say is never taken for more than a hint. */
import type { IncomingHttpHeaders } from 'node:http';
import { errors, isId } from '@afterimage/contract';
import type { HookHearing } from '../generations/hear-hook.ts';
import { RequestAborted } from './body/body-reading.ts';
import { type Body, type Exchange, sendJson } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { Router } from './router.ts';

/** Of a call; vendors send a page of JSON. */
const bytesMax = 1024 * 1024;

export function addEngineHooks(router: Router, hear: HookHearing): void {
  router.add('POST', '/engine-hooks/{rest…}', async (exchange) => {
    const [name = '', token = '', ...more] = exchange.parameter.split('/');
    const engine = decoded(name);
    if (engine === null || !isId(token) || more.length > 0) return refuse(exchange, errors.routeNotFound());
    exchange.inviteBody();
    const raw = await readBody(exchange.body);
    if (raw === null) {
      exchange.dropBody();
      return refuse(exchange, errors.bodyTooLarge(bytesMax));
    }
    const url = new URL(`${exchange.path}${exchange.query === '' ? '' : `?${exchange.query}`}`, 'http://service');
    const request = { url, headers: headersOf(exchange.requestHeaders), raw };
    const heard = await hear({ engine, token: token.toLowerCase(), request });
    answer(exchange, heard);
  });
}

/** Null: no name at all, such as `%zz`. */
function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

function answer(exchange: Exchange, heard: Awaited<ReturnType<HookHearing>>): void {
  if (heard === 'unknown') return refuse(exchange, errors.routeNotFound());
  if (heard === 'refused') return refuse(exchange, errors.linkForged());
  sendJson(exchange, 200, '{}');
}

/** Null: larger than any call of a vendor. */
async function readBody(body: Body): Promise<Uint8Array | null> {
  if (Buffer.isBuffer(body)) return body.length > bytesMax ? null : body;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > bytesMax) return null;
      chunks.push(chunk as Buffer);
    }
  } catch (fault) {
    throw new RequestAborted({ cause: fault });
  }
  return Buffer.concat(chunks);
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) plain.set(name, String(value));
  return plain;
}

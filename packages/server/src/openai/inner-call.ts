/** Asks the service's own routes for a caller of another shape: with its key, and as long as it is there. */
import { setMaxListeners } from 'node:events';
import type { Family, Refused } from '@afterimage/contract';
import type { AskInside, InnerRequest } from '../http/inner-exchange.ts';
import type { Method } from '../http/router.ts';
import type { ShapedExchange } from './shaped-exchange.ts';

export interface Answer {
  status: number;
  json: Record<string, unknown> & Refused;
}

export interface Asking {
  ask(
    method: Method,
    url: string,
    sent?: Partial<Pick<InnerRequest, 'body' | 'askedAs' | 'endsSubmit'>>,
  ): Promise<Answer>;
  /** The caller has gone away. */
  signal: AbortSignal;
}

const nothing = Buffer.alloc(0);

export function askFor(exchange: ShapedExchange, askInside: AskInside): Asking {
  const gone = new AbortController();
  // Each of several pictures is waited for.
  setMaxListeners(0, gone.signal);
  exchange.onGone(() => gone.abort());
  const { authorization, 'idempotency-key': key } = exchange.requestHeaders;
  // What is submitted or called off is answered for, whoever goes away meanwhile.
  const stays = new AbortController();
  return {
    signal: gone.signal,
    async ask(method, url, { body = nothing, askedAs, endsSubmit } = {}) {
      const answer = await askInside({
        method,
        url,
        headers: {
          authorization,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(askedAs !== undefined && { 'idempotency-key': key }),
        },
        body,
        askedAs,
        endsSubmit,
        signal: (method === 'GET' ? gone : stays).signal,
      });
      exchange.adopt(answer.headers);
      const text = String(answer.content);
      return { status: answer.status, json: text === '' ? {} : (JSON.parse(text) as Answer['json']) };
    },
  };
}

export const statusPath = (family: Family, id: string): string => `${family.path}/generations/${id}`;

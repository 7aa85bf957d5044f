/** Requests to one service with one key: sent again after trouble that passes, answered or refused. */
import { classed } from './errors.ts';
import { ask, reach } from './reach.ts';
import { readRefusal } from './refusal.ts';
import { type Pause, retry, type Trouble } from './retry.ts';

export interface ServiceOptions {
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  pause: Pause;
  onTrouble: ((trouble: Trouble) => void) | undefined;
}

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  triesMax?: number;
  /** For one try; a service that is gone without a word must not hold anyone for ever. */
  seconds?: number;
}

const triesUsual = 4;
const secondsUsual = 60;
/** A body may hold a hundred megabytes of video. */
const secondsSending = 600;

export interface Service {
  /** The answer as JSON; undefined for 204. */
  ask(path: string, ask?: Ask): Promise<unknown>;
  /** One try, for answers that are read piece by piece. Without the key, for links that carry their own. */
  open(url: string, init: RequestInit & { key: 'with' | 'without' }): Promise<Response>;
}

export function createService({ baseUrl, apiKey, fetch, pause, onTrouble }: ServiceOptions): Service {
  const authorization = `Bearer ${apiKey}`;

  const tryOnce = (path: string, { method, body, headers, signal, seconds }: Ask): Promise<unknown> =>
    ask(
      `${baseUrl}${path}`,
      {
        fetch,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
        milliseconds: (seconds ?? (body === undefined ? secondsUsual : secondsSending)) * 1000,
      },
      async (answer) => (answer.status === 204 ? undefined : answer.json()),
    );

  return {
    async ask(path, { triesMax = triesUsual, ...ask } = {}) {
      try {
        return await retry(() => tryOnce(path, ask), { triesMax, pause, signal: ask.signal, onTrouble });
      } catch (fault) {
        throw classed(fault);
      }
    },
    async open(url, { key, ...init }) {
      const headers = { ...init.headers, ...(key === 'with' && { authorization }) };
      const answer = await reach(url, { ...init, headers, fetch });
      if (!answer.ok) throw await readRefusal(answer);
      return answer;
    },
  };
}

/** Calls the families' own interface with an API key: submit, status, wait, list, balance. In Node and in browsers. */
import type { Family, Status } from '@afterimage/contract';
import { type Pause, pauseByTimer, persist, type Trouble } from './persist.ts';
import { reach } from './reach.ts';
import { Refusal, readRefusal } from './refusal.ts';

/** What has to be known of a family to call it. */
export type FamilyAddress = Pick<Family, 'path' | 'idName'>;

/** The family's own status record; what else stands in it is the family's to say. */
export type GenerationRecord = Readonly<Record<string, unknown>> & { readonly status: Status };

export interface Accepted {
  id: string;
  /** As the service answered. */
  answer: Readonly<Record<string, unknown>>;
}

export interface Balance {
  balance: number;
  currency: string;
}

export interface GenerationsOptions {
  /** `https://media.example.com`, without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** The timer of the surroundings when left out. */
  pause?: Pause;
  /** Told of each attempt that met trouble and is made again. */
  onTrouble?: (trouble: Trouble) => void;
}

interface Stoppable {
  signal?: AbortSignal | undefined;
}

/** Every call throws a `Refusal` when the service says no, and the signal's reason when it is aborted. */
export interface Generations {
  /** One key for all attempts, so that a repeated submit is charged once; drawn when left out. */
  submit(
    family: FamilyAddress,
    body: Readonly<Record<string, unknown>>,
    options?: Stoppable & { idempotencyKey?: string },
  ): Promise<Accepted>;
  status(family: FamilyAddress, id: string, options?: Stoppable): Promise<GenerationRecord>;
  /** The record once it is completed or failed; aborting ends the waiting, not the generation. */
  wait(
    family: FamilyAddress,
    id: string,
    options?: Stoppable & { onRecord?: (record: GenerationRecord) => void },
  ): Promise<GenerationRecord>;
  /** Newest first; only of families that list. */
  list(
    family: FamilyAddress,
    options?: Stoppable & { limit?: number; offset?: number },
  ): Promise<readonly GenerationRecord[]>;
  balance(options?: Stoppable): Promise<Balance>;
}

interface Ask extends Stoppable {
  attemptsMax?: number;
  body?: Readonly<Record<string, unknown>>;
  idempotencyKey?: string;
}

const attemptsUsual = 4;
/** About half a minute of trouble: a service that is being restarted must not cost a caller their wait. */
const attemptsWaiting = 7;
const pollMillisecondsFirst = 500;
const pollMillisecondsMax = 5_000;
const pollGrowth = 1.5;

const finalStatuses: readonly Status[] = ['completed', 'failed'];

export function createGenerations(options: GenerationsOptions): Generations {
  const { onTrouble, pause = pauseByTimer } = options;

  function ask<Answer>(path: string, { attemptsMax = attemptsUsual, signal, ...request }: Ask = {}): Promise<Answer> {
    const once = () => sendOnce(path, { ...request, signal, options }) as Promise<Answer>;
    return persist(once, { attemptsMax, pause, signal, onTrouble });
  }

  const statusPath = ({ path }: FamilyAddress, id: string): string => `${path}/generations/${encodeURIComponent(id)}`;

  return {
    async submit(family, body, { idempotencyKey = globalThis.crypto.randomUUID(), signal } = {}) {
      const path = `${family.path}/generate`;
      const answer = await ask<Record<string, unknown>>(path, { body, idempotencyKey, signal });
      return { id: String(answer[family.idName]), answer };
    },
    status: (family, id, { signal } = {}) => ask(statusPath(family, id), { signal }),
    async wait(family, id, { signal, onRecord } = {}) {
      const look = { signal, attemptsMax: attemptsWaiting };
      let pollMilliseconds = pollMillisecondsFirst;
      for (;;) {
        const record = await ask<GenerationRecord>(statusPath(family, id), look);
        onRecord?.(record);
        if (finalStatuses.includes(record.status)) return record;
        await pause(pollMilliseconds, signal);
        pollMilliseconds = Math.min(pollMilliseconds * pollGrowth, pollMillisecondsMax);
      }
    },
    list(family, { limit, offset, signal } = {}) {
      const search = new URLSearchParams();
      if (limit !== undefined) search.set('limit', String(limit));
      if (offset !== undefined) search.set('offset', String(offset));
      const query = search.size === 0 ? '' : `?${search}`;
      return ask(`${family.path}/generations${query}`, { signal });
    },
    balance: ({ signal } = {}) => ask('/v1/data/balance', { signal }),
  };
}

async function sendOnce(path: string, given: Omit<Ask, 'attemptsMax'> & { options: GenerationsOptions }) {
  const { body, idempotencyKey, signal, options } = given;
  const answer = await reach(`${options.baseUrl}${path}`, {
    fetch: options.fetch,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${options.apiKey}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  if (!answer.ok) throw await readRefusal(answer);
  try {
    return await answer.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Refusal({ status: 0, message: "The service's answer broke off.", cause });
  }
}

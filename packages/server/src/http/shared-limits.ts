/** Has the processes of a service count together: each tells the others once a second what it has allowed. */
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../db/postgres.ts';
import type { Limits, Taken } from './limits.ts';
import { announceTaken } from './limits-store.ts';

/** A notification carries 8,000 bytes at most; a line of these takes 60. */
const linesMax = 100;

export interface SharedLimits {
  /** Until it is called, others may allow a key what this process has allowed it. */
  tell(): Promise<void>;
  /** What an announcement says; those of this process are known. */
  hear(payload: string | null): void;
}

export function shareLimits(limits: Pick<Limits, 'taken' | 'count'>, db: Queryable): SharedLimits {
  const me = randomUUID();
  return {
    async tell() {
      const taken = limits.taken();
      for (let at = 0; at < taken.length; at += linesMax) {
        await announceTaken(db, JSON.stringify([me, taken.slice(at, at + linesMax)]));
      }
    },
    hear(payload) {
      const [from, taken] = read(payload);
      if (from !== me) for (const one of taken) limits.count(one);
    },
  };
}

/** Whoever may connect to the database can announce anything. */
function read(payload: string | null): [from: string, taken: Taken[]] {
  try {
    const [from, taken] = JSON.parse(payload ?? 'null') as [string, Taken[]];
    return Array.isArray(taken) ? [from, taken.filter(isTaken)] : ['', []];
  } catch {
    return ['', []];
  }
}

function isTaken(one: unknown): one is Taken {
  if (!Array.isArray(one)) return false;
  const [name, key, requests] = one as unknown[];
  return typeof name === 'string' && typeof key === 'string' && Number.isSafeInteger(requests);
}

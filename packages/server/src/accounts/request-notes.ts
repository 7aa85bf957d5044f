/**
 * The last requests of each key, with their answers. Noted in memory and written once a second, in one statement for all
 * keys: no request waits for it, and a process that is killed takes the last second of notes with it.
 */
import { keyRequestsMax } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { findRequests, insertRequests, type RequestBatch, trimRequests } from './requests-store.ts';

/** Of all keys, between two writes of this process; what is beyond takes the place of the key's own older ones. */
const heldMax = 20_000;
const pathCharactersMax = 250;

export interface AnsweredRequest {
  /** By the process's own clock, as `performance.now()` tells it. */
  startedAt: number;
  milliseconds: number;
  method: string;
  path: string;
  status: number;
  requestId: string;
  generationId: string | null;
}

/** As it is shown. */
export interface NotedRequest {
  at: Date;
  method: string;
  path: string;
  status: number;
  requestId: string;
  milliseconds: number;
  generationId: string | null;
}

export interface RequestNotes {
  note(keyId: string, request: AnsweredRequest): void;
  /** Of a database that does not answer nothing is kept: these are notes, and memory is for requests. */
  write(db: Db): Promise<void>;
}

interface Ring {
  requests: AnsweredRequest[];
  /** Where the oldest is, once there is no room for more. */
  oldest: number;
}

export function createRequestNotes(): RequestNotes {
  const origin = createOrigin();
  let rings = new Map<string, Ring>();
  let held = 0;
  /** How many each key was given since it was trimmed last. */
  const untrimmed = new Map<string, number>();

  async function trim(db: Db, batches: readonly RequestBatch[]): Promise<void> {
    for (const { keyId, requests } of batches) {
      const given = (untrimmed.get(keyId) ?? 0) + requests;
      untrimmed.set(keyId, given);
      if (given < keyRequestsMax) continue;
      untrimmed.delete(keyId);
      await trimRequests(db, keyId, keyRequestsMax);
    }
  }

  return {
    note(keyId, request) {
      let ring = rings.get(keyId);
      if (ring === undefined) {
        ring = { requests: [], oldest: 0 };
        rings.set(keyId, ring);
      }
      const { requests } = ring;
      if (requests.length < keyRequestsMax && held < heldMax) {
        requests.push(request);
        held += 1;
      } else if (requests.length > 0) {
        requests[ring.oldest] = request;
        ring.oldest = (ring.oldest + 1) % requests.length;
      }
    },
    async write(db) {
      if (held === 0) return;
      const batches = [...rings]
        .filter(([, { requests }]) => requests.length > 0)
        .map((ring) => batchOf(ring, origin()));
      rings = new Map();
      held = 0;
      await insertRequests(db, batches);
      await trim(db, batches);
    },
  };
}

/** Further from the last, the clock on the wall was set; nearer, this process only waited between two looks at clocks. */
const clockSetMilliseconds = 100;

/** When the process's own clock stood at 0, by the one on the wall: the same every time, or requests would change places. */
function createOrigin(): () => number {
  const look = () => Date.now() - performance.now();
  let origin = look();
  return () => {
    const now = look();
    if (Math.abs(now - origin) > clockSetMilliseconds) origin = now;
    return origin;
  };
}

/** Lists and not objects: names would be half of the text. */
type Entry = [at: number, method: string, path: string, status: number, id: string, took: number, made: string | null];

function batchOf([keyId, { requests }]: [string, Ring], origin: number): RequestBatch {
  const entries = requests.map((one): Entry => {
    const at = Math.round(origin + one.startedAt);
    const path = one.path.slice(0, pathCharactersMax);
    return [at, one.method, path, one.status, one.requestId, Math.round(one.milliseconds), one.generationId];
  });
  return { keyId, requests: entries.length, entries: JSON.stringify(entries) };
}

/** Newest first, from all processes. */
export async function lastRequests(db: Db, keyId: string): Promise<NotedRequest[]> {
  const rows = await findRequests(db, keyId, keyRequestsMax);
  // Of two in one millisecond the later one comes first, too: a sort leaves them as they were.
  return rows
    .flatMap((entries) => (JSON.parse(entries) as Entry[]).reverse())
    .sort(([one], [other]) => other - one)
    .slice(0, keyRequestsMax)
    .map(([at, method, path, status, requestId, milliseconds, generationId]) => {
      return { at: new Date(at), method, path, status, requestId, milliseconds, generationId };
    });
}

/** `Idempotency-Key`: one key, one generation. Only accepted submits are remembered. */
import { setTimeout as pause } from 'node:timers/promises';
import { CommitUnknown, DatabaseUnavailable, type Db } from '../db/postgres.ts';
import { findKey, type IdempotencyScope, releaseKey, reserveKey } from './idempotency-store.ts';

export interface KeyServices {
  db: Db;
  /**
   * How long a key stays taken when the process that held it died: no longer than a client's patience. A submit that takes
   * longer still, with slow media, may lose its key to a repeat; then it is refused at its commit (`keep_attached`).
   */
  reservationSeconds: number;
}

export interface IdempotentRequest extends IdempotencyScope {
  bodySha256: Buffer;
}

export interface InFlight {
  outcome: 'in_flight';
  /** When it may be worth while to ask again. */
  retrySeconds: number;
}

type Reservation = { outcome: 'reserved' } | { outcome: 'repeat'; generationId: string } | Refused;
type Refused = { outcome: 'mismatch' } | InFlight;

/** Whoever comes back after as long again as it has taken so far comes back seldom, and not much too late. */
const retrySecondsMax = 10;
const freeAgainMilliseconds = 500;

/** Submits for the first that sends a key; whoever repeats it gets the answer to what became of that. */
export async function submitOnce<Outcome extends { outcome: string }>(
  keys: KeyServices,
  request: IdempotentRequest,
  { submit, repeat }: { submit(): Promise<Outcome>; repeat(generationId: string): Promise<Outcome> },
): Promise<Outcome | Refused> {
  const reservation = await reserve(keys, request).catch((fault) => afterUnknownReservation(keys, request, fault));
  if (reservation.outcome === 'repeat') return repeat(reservation.generationId);
  if (reservation.outcome !== 'reserved') return reservation;
  try {
    const outcome = await submit();
    // In flight: the key ran out meanwhile and is a repeat's now, so it is not ours to free.
    const keeps = outcome.outcome === 'accepted' || outcome.outcome === 'in_flight';
    if (!keeps) await releaseKey(keys.db, request);
    return outcome;
  } catch (fault) {
    // Also when the end of its commit is unknown. If it was made, or is about to be, the key is the generation's and stays so;
    // if not, the key is gone, and a charge that still comes is refused for it.
    await freeKey(keys, request);
    throw fault;
  }
}

/** Takes the key for a request about to be worked on, or tells what became of the request that took it first. */
async function reserve(keys: KeyServices, request: IdempotentRequest): Promise<Reservation> {
  const { db, reservationSeconds: seconds } = keys;
  const outcome = await reserveKey(db, request, { bodySha256: request.bodySha256, seconds });
  if (outcome === 'reserved') return { outcome };
  const first = await findKey(db, request, seconds);
  if (first === undefined) {
    // Not locked: released between the two statements. Its request was refused, so ours may try.
    return outcome === 'locked' ? { outcome: 'in_flight', retrySeconds: 1 } : reserve(keys, request);
  }
  if (!first.body_sha256.equals(request.bodySha256)) return { outcome: 'mismatch' };
  if (first.generation_id !== null) return { outcome: 'repeat', generationId: first.generation_id };
  const retrySeconds = Math.min(retrySecondsMax, Math.max(1, Math.ceil(first.seconds)));
  return { outcome: 'in_flight', retrySeconds };
}

/** Nothing was charged yet: the caller is told to come back, and must not find the key taken by himself. */
async function afterUnknownReservation(keys: KeyServices, request: IdempotentRequest, fault: unknown): Promise<never> {
  if (!(fault instanceof CommitUnknown)) throw fault;
  await freeKey(keys, request);
  throw new DatabaseUnavailable(fault.message, { cause: fault });
}

/** Frees a key of which nothing came: at once, or as soon as the database can tell, behind the back of who is answered. */
async function freeKey(keys: KeyServices, request: IdempotentRequest): Promise<void> {
  const tried = await isFreed(keys.db, request);
  if (!tried) void freeLater(keys, request);
}

async function freeLater({ db, reservationSeconds }: KeyServices, request: IdempotentRequest): Promise<void> {
  // By then the reservation has run out by itself.
  const giveUpAt = performance.now() + reservationSeconds * 1000;
  do {
    await pause(freeAgainMilliseconds, undefined, { ref: false });
  } while (!(await isFreed(db, request)) && performance.now() < giveUpAt);
}

const isFreed = (db: Db, request: IdempotentRequest): Promise<boolean> =>
  releaseKey(db, request).then(
    () => true,
    () => false,
  );

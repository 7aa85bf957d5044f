/** `Idempotency-Key`: one key, one generation. Only accepted submits are remembered. */
import { setTimeout as pause } from 'node:timers/promises';
import { CommitUnknown, DatabaseUnavailable, type Db } from '../db/postgres.ts';
import { findKey, type IdempotencyScope, releaseKey, reservationSeconds, reserveKey } from './idempotency-store.ts';

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
  db: Db,
  request: IdempotentRequest,
  { submit, repeat }: { submit(): Promise<Outcome>; repeat(generationId: string): Promise<Outcome> },
): Promise<Outcome | Refused> {
  const reservation = await reserve(db, request).catch((fault) => afterUnknownReservation(db, request, fault));
  if (reservation.outcome === 'repeat') return repeat(reservation.generationId);
  if (reservation.outcome !== 'reserved') return reservation;
  try {
    const outcome = await submit();
    // In flight: the key ran out meanwhile and is a repeat's now, so it is not ours to free.
    const keeps = outcome.outcome === 'accepted' || outcome.outcome === 'in_flight';
    if (!keeps) await releaseKey(db, request);
    return outcome;
  } catch (fault) {
    // Also when the end of its commit is unknown. If it was made, or is about to be, the key is the generation's and stays so;
    // if not, the key is gone, and a charge that still comes is refused for it.
    await freeKey(db, request);
    throw fault;
  }
}

/** Takes the key for a request about to be worked on, or tells what became of the request that took it first. */
async function reserve(db: Db, request: IdempotentRequest): Promise<Reservation> {
  const outcome = await reserveKey(db, request, request.bodySha256);
  if (outcome === 'reserved') return { outcome };
  const first = await findKey(db, request);
  if (first === undefined) {
    // Not locked: released between the two statements. Its request was refused, so ours may try.
    return outcome === 'locked' ? { outcome: 'in_flight', retrySeconds: 1 } : reserve(db, request);
  }
  if (!first.body_sha256.equals(request.bodySha256)) return { outcome: 'mismatch' };
  if (first.generation_id !== null) return { outcome: 'repeat', generationId: first.generation_id };
  const retrySeconds = Math.min(retrySecondsMax, Math.max(1, Math.ceil(first.seconds)));
  return { outcome: 'in_flight', retrySeconds };
}

/** Nothing was charged yet: the caller is told to come back, and must not find the key taken by himself. */
async function afterUnknownReservation(db: Db, request: IdempotentRequest, fault: unknown): Promise<never> {
  if (!(fault instanceof CommitUnknown)) throw fault;
  await freeKey(db, request);
  throw new DatabaseUnavailable(fault.message, { cause: fault });
}

/** Frees a key of which nothing came: at once, or as soon as the database can tell, behind the back of who is answered. */
async function freeKey(db: Db, request: IdempotentRequest): Promise<void> {
  const tried = await isFreed(db, request);
  if (!tried) void freeLater(db, request);
}

async function freeLater(db: Db, request: IdempotentRequest): Promise<void> {
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

/** `Idempotency-Key`: one key, one generation. Only accepted submits are remembered. */
import { CommitUnknown, type Db } from '../db/postgres.ts';
import { findKey, type IdempotencyScope, releaseKey, reserveKey } from './idempotency-store.ts';

export interface IdempotentRequest extends IdempotencyScope {
  bodySha256: Buffer;
}

type Reservation =
  | { state: 'reserved' }
  | { state: 'repeat'; generationId: string }
  | { state: 'mismatch' }
  | { state: 'in_flight' };

type Keyed<Outcome> = Outcome | { outcome: 'mismatch' } | { outcome: 'in_flight' };

/** Submits for the first that sends a key; whoever repeats it gets the answer to what became of that. */
export async function submitOnce<Outcome extends { outcome: string }>(
  db: Db,
  request: IdempotentRequest,
  { submit, repeat }: { submit(): Promise<Outcome>; repeat(generationId: string): Promise<Outcome> },
): Promise<Keyed<Outcome>> {
  const reservation = await reserve(db, request);
  if (reservation.state === 'repeat') return repeat(reservation.generationId);
  if (reservation.state !== 'reserved') return { outcome: reservation.state };
  try {
    const outcome = await submit();
    // In flight: the key ran out meanwhile and is a repeat's now, so it is not ours to free.
    const keeps = outcome.outcome === 'accepted' || outcome.outcome === 'in_flight';
    if (!keeps) await releaseKey(db, request);
    return outcome;
  } catch (fault) {
    // When the commit's end is unknown the reservation stays: it must not be free. Else nothing came of the request,
    // and whoever repeats it should not find its key taken.
    if (!(fault instanceof CommitUnknown)) await releaseKey(db, request).catch(() => {});
    throw fault;
  }
}

/** Takes the key for a request about to be worked on, or tells what became of the request that took it first. */
async function reserve(db: Db, request: IdempotentRequest): Promise<Reservation> {
  if (await reserveKey(db, request, request.bodySha256)) return { state: 'reserved' };
  const first = await findKey(db, request);
  // Released between the two statements: its request was refused, so ours may try.
  if (first === undefined) return reserve(db, request);
  if (!first.body_sha256.equals(request.bodySha256)) return { state: 'mismatch' };
  return first.generation_id === null ? { state: 'in_flight' } : { state: 'repeat', generationId: first.generation_id };
}

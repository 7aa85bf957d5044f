/** `Idempotency-Key`: one key, one generation. Only accepted submits are remembered. */
import type { Db } from '../db/postgres.ts';
import { findKey, type IdempotencyScope, releaseKey, reserveKey } from './idempotency-store.ts';

export type { IdempotencyScope };

export type Reservation =
  | { state: 'reserved' }
  | { state: 'repeat'; generationId: string }
  | { state: 'mismatch' }
  | { state: 'in_flight' };

/** Takes the key for a request about to be worked on, or tells what became of the request that took it first. */
export async function reserveIdempotencyKey(db: Db, scope: IdempotencyScope, bodySha256: Buffer): Promise<Reservation> {
  if (await reserveKey(db, scope, bodySha256)) return { state: 'reserved' };
  const first = await findKey(db, scope);
  // Released between the two statements: its request was refused, so ours may try.
  if (first === undefined) return reserveIdempotencyKey(db, scope, bodySha256);
  if (!first.body_sha256.equals(bodySha256)) return { state: 'mismatch' };
  return first.generation_id === null ? { state: 'in_flight' } : { state: 'repeat', generationId: first.generation_id };
}

/** The request was refused: the key is free again. */
export function releaseIdempotencyKey(db: Db, scope: IdempotencyScope): Promise<void> {
  return releaseKey(db, scope);
}

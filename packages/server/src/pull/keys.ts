/** Engine keys: made, listed, revoked. The key itself is seen once, by whoever made it. */
import { isId } from '@afterimage/contract';
import { drawKeyText, isKeyText, keyHash } from '../accounts/key-text.ts';
import type { Db, Queryable, Tx } from '../db/postgres.ts';
import {
  type EngineKeyRow,
  findLiveEngineKey,
  insertEngineKey,
  listEngineKeyRows,
  markEngineKeyRevoked,
} from './keys-store.ts';

/** One worker of one engine. */
export interface PullWorker {
  keyId: string;
  engine: string;
}

export async function createEngineKey(tx: Tx, engine: string): Promise<{ key: string; id: string }> {
  const key = drawKeyText('engine');
  return { key, id: await insertEngineKey(tx, { engine, secretSha256: keyHash(key), last4: key.slice(-4) }) };
}

export const listEngineKeys: (db: Queryable, engine: string | null) => Promise<EngineKeyRow[]> = listEngineKeyRows;

/** When it was revoked, now or before; undefined when there is no such key. */
export async function revokeEngineKey(tx: Tx, id: string): Promise<Date | undefined> {
  return isId(id) ? markEngineKeyRevoked(tx, id) : undefined;
}

/** Read anew each time: workers ask every few seconds, and a revoked key must not be believed. */
export async function findWorker(db: Db, key: string): Promise<PullWorker | undefined> {
  const found = isKeyText(key, 'engine') ? await findLiveEngineKey(db, keyHash(key)) : undefined;
  return found && { keyId: found.id, engine: found.engine };
}

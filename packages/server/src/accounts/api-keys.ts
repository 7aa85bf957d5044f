/** API keys: made, listed, rotated with an overlap, revoked. The key itself is seen once, by whoever made it. */
import { isId, keyOverlapHours, keysMax, type Mode } from '@afterimage/contract';
import type { Queryable, Tx } from '../db/postgres.ts';
import { drawKeyText, keyHash } from './key-text.ts';
import {
  countKeysLocked,
  endKeyAfter,
  insertKey,
  insertSuccessor,
  type KeyRow,
  listKeyRows,
  lockKeyRow,
  markRevoked,
} from './store.ts';

export const overlapSecondsDefault = keyOverlapHours * 3_600;

export interface ApiKey {
  id: string;
  name: string;
  last4: string;
  mode: Mode;
  state: 'active' | 'expired' | 'revoked';
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface NewKey {
  key: string;
  id: string;
}

/**
 * Without asking how many there are; see `requestKey`.
 * @param wanted `madeBy`: the person; nobody on the command line
 */
export async function createKey(
  tx: Tx,
  wanted: { accountId: string; mode: Mode; name: string; expiresAt: Date | null; madeBy?: string },
): Promise<NewKey> {
  const { key, secretSha256, last4 } = drawKey(wanted.mode);
  const { accountId, name, expiresAt, madeBy = null } = wanted;
  return { key, id: await insertKey(tx, { accountId, name, secretSha256, last4, expiresAt, madeBy }) };
}

export type KeyCreation = ({ outcome: 'created' } & NewKey) | { outcome: 'too_many' };

/** What anybody may ask for, over and over. */
export async function requestKey(tx: Tx, wanted: Parameters<typeof createKey>[1]): Promise<KeyCreation> {
  if ((await countKeysLocked(tx, wanted.accountId)) >= keysMax) return { outcome: 'too_many' };
  return { outcome: 'created', ...(await createKey(tx, wanted)) };
}

/** @param accountIds an account and its twin, to see the keys of both */
export async function listKeys(db: Queryable, accountIds: string[], now: Date): Promise<ApiKey[]> {
  return (await listKeyRows(db, accountIds)).map((row) => ({
    id: row.id,
    name: row.name,
    last4: row.last4,
    mode: row.mode,
    state: stateOf(row, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }));
}

export type Rotation =
  | { outcome: 'rotated'; key: string; id: string; oldExpiresAt: Date; expiresAt: Date | null }
  | { outcome: 'not_found' }
  | { outcome: 'not_active' }
  /** The old one works on beside the new. */
  | { outcome: 'too_many' }
  /** The dashboard's own: nobody holds its secret, so there is nobody to change over. */
  | { outcome: 'dashboards_own' };

/**
 * The old key works on for the overlap, so that callers can change over without a failed request.
 * @param rotation `madeBy`: whoever gets to see the new one
 */
export async function rotateKey(
  tx: Tx,
  rotation: { id: string; overlapSeconds: number; now: Date; madeBy?: string },
): Promise<Rotation> {
  const old = isId(rotation.id) ? await lockKeyRow(tx, rotation.id) : undefined;
  if (old === undefined) return { outcome: 'not_found' };
  if (old.made_for === 'dashboard') return { outcome: 'dashboards_own' };
  if (stateOf(old, rotation.now) !== 'active') return { outcome: 'not_active' };
  if ((await countKeysLocked(tx, old.account_id)) >= keysMax) return { outcome: 'too_many' };
  const { key, secretSha256, last4 } = drawKey(old.mode);
  const successor = await insertSuccessor(tx, old, { secretSha256, last4, madeBy: rotation.madeBy ?? null });
  const oldExpiresAt = await endKeyAfter(tx, old.id, rotation.overlapSeconds);
  return { outcome: 'rotated', key, id: successor.id, oldExpiresAt, expiresAt: successor.expires_at };
}

/** When it was revoked, now or before; undefined when there is no such key. */
export async function revokeKey(db: Queryable, id: string): Promise<Date | undefined> {
  return isId(id) ? markRevoked(db, id) : undefined;
}

function drawKey(mode: Mode) {
  const key = drawKeyText(mode);
  return { key, secretSha256: keyHash(key), last4: key.slice(-4) };
}

function stateOf(row: KeyRow, now: Date): ApiKey['state'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}

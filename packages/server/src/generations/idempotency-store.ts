/** The statements of idempotency keys. */
import { isLockTimeout } from '../db/database-errors.ts';
import type { Db } from '../db/postgres.ts';

export interface IdempotencyScope {
  accountId: string;
  path: string;
  key: string;
}

const removedMax = 1000;

/**
 * A charge whose commit hangs holds the row of its key: nobody waits for that longer. A reservation and its end wait for no
 * standby: they are written before the charge, so that one that is lost takes with it the charge that would have needed it.
 */
const briefly = `set_config('synchronous_commit', 'off', true) as quick, set_config('lock_timeout', '1s', true) as brief`;

/** `locked`: a transaction under way decides about the key. */
export async function reserveKey(
  db: Db,
  scope: IdempotencyScope,
  { bodySha256, seconds }: { bodySha256: Buffer; seconds: number },
): Promise<'reserved' | 'taken' | 'locked'> {
  try {
    const rows = await db.query(
      {
        name: 'reserve_idempotency_key',
        text: `insert into idempotency_keys as k (account_id, path, key, body_sha256, expires_at)
          select $1::uuid, $2::text, $3::text, $4::bytea, account_now($1) + make_interval(secs => $5) from ${briefly}
          on conflict (account_id, path, key) do update
            set body_sha256 = excluded.body_sha256, generation_id = null, expires_at = excluded.expires_at
            where k.expires_at <= account_now($1)
          returning key`,
      },
      [scope.accountId, scope.path, scope.key, bodySha256, seconds],
    );
    return rows.length === 1 ? 'reserved' : 'taken';
  } catch (fault) {
    if (isLockTimeout(fault)) return 'locked';
    throw fault;
  }
}

export interface TakenKey {
  body_sha256: Buffer;
  generation_id: string | null;
  /** Since when, where nothing came of it yet. */
  seconds: number;
}

/** @param seconds as long as it was reserved for */
export async function findKey(db: Db, scope: IdempotencyScope, seconds: number): Promise<TakenKey | undefined> {
  const rows = await db.query<TakenKey>(
    {
      name: 'find_idempotency_key',
      text: `select body_sha256, generation_id,
          $4 - extract(epoch from expires_at - account_now(account_id))::double precision as seconds
        from idempotency_keys where account_id = $1 and path = $2 and key = $3`,
    },
    [scope.accountId, scope.path, scope.key, seconds],
  );
  return rows[0];
}

/** Of a key that a generation has been made with nothing is changed. */
export async function releaseKey(db: Db, scope: IdempotencyScope): Promise<void> {
  await db.query(
    {
      name: 'release_idempotency_key',
      text: `delete from idempotency_keys using ${briefly}
        where account_id = $1 and path = $2 and key = $3 and generation_id is null`,
    },
    [scope.accountId, scope.path, scope.key],
  );
}

/** Removes so many at most. The outer condition is for keys that are reserved anew between the look and the removal. */
export async function removeExpiredKeys(db: Db): Promise<'more' | 'done'> {
  const rows = await db.query(
    {
      name: 'remove_expired_keys',
      text: `delete from idempotency_keys where expires_at <= account_now(account_id) and (account_id, path, key) in (
        select account_id, path, key from idempotency_keys where expires_at <= account_now(account_id) limit $1)
        returning key`,
    },
    [removedMax],
  );
  return rows.length === removedMax ? 'more' : 'done';
}

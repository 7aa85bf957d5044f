/** The statements about engine keys, and what ends with one. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

/** The id of a key that was revoked is told here. */
export const keysChannel = 'pull_keys';

export interface EngineKeyRow {
  id: string;
  engine: string;
  last4: string;
  created_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export async function insertEngineKey(
  tx: Tx,
  key: { engine: string; secretSha256: Buffer; last4: string },
): Promise<string> {
  const text = 'insert into engine_keys (engine, secret_sha256, last4) values ($1, $2, $3) returning id';
  return one(await tx.query<{ id: string }>({ text }, [key.engine, key.secretSha256, key.last4])).id;
}

/** @param engine null: of every engine */
export function listEngineKeyRows(db: Queryable, engine: string | null): Promise<EngineKeyRow[]> {
  const text = `select id, engine, last4, created_at, revoked_at, last_used_at from engine_keys
    where $1::text is null or engine = $1 order by engine, id`;
  return db.query<EngineKeyRow>({ text }, [engine]);
}

export async function findLiveEngineKey(
  db: Queryable,
  secretSha256: Buffer,
): Promise<{ id: string; engine: string } | undefined> {
  const text = 'select id, engine from engine_keys where secret_sha256 = $1 and revoked_at is null';
  return maybeOne(await db.query<{ id: string; engine: string }>({ name: 'find_engine_key', text }, [secretSha256]));
}

/** For people: precise to half a minute, so that waiting workers write little. */
export async function noteEngineKeyUsed(db: Queryable, id: string): Promise<void> {
  const text = `update engine_keys set last_used_at = now()
    where id = $1 and (last_used_at is null or last_used_at < now() - interval '30 seconds')`;
  await db.query({ name: 'note_engine_key_used', text }, [id]);
}

/** The first revocation counts; undefined when there is no such key. What its worker held is lost to it at once. */
export async function markEngineKeyRevoked(tx: Tx, id: string): Promise<Date | undefined> {
  const text = `update engine_keys set revoked_at = coalesce(revoked_at, now()) where id = $1
    returning id, revoked_at`;
  const revoked = maybeOne(await tx.query<{ id: string; revoked_at: Date }>({ text }, [id]));
  if (revoked === undefined) return undefined;
  const end = `update pull_jobs set lease_until = clock_timestamp() where key_id = $1 and state = 'claimed'`;
  await tx.change({ text: end }, [id]);
  tx.tell(keysChannel, revoked.id);
  return revoked.revoked_at;
}

/** How many workers of an engine may ask for work, and when one last did. */
export async function summarizeEngineKeys(
  db: Queryable,
  engine: string,
): Promise<{ keys: number; last_used_at: Date | null }> {
  const text = `select count(*)::integer as keys, max(last_used_at) as last_used_at from engine_keys
    where engine = $1 and revoked_at is null`;
  return one(await db.query<{ keys: number; last_used_at: Date | null }>({ text }, [engine]));
}

/** The statements about the last requests of keys: written by the second, read newest first, forgotten soon. */
import type { Queryable } from '../db/postgres.ts';

export interface RequestBatch {
  keyId: string;
  requests: number;
  /** JSON. */
  entries: string;
}

export async function insertRequests(db: Queryable, batches: readonly RequestBatch[]): Promise<void> {
  const text = `insert into key_requests (api_key_id, requests, entries)
    select * from unnest($1::uuid[], $2::integer[], $3::text[])`;
  await db.query({ name: 'insert_key_requests', text }, [
    batches.map(({ keyId }) => keyId),
    batches.map(({ requests }) => requests),
    batches.map(({ entries }) => entries),
  ]);
}

/** Enough rows to hold so many requests, newest first. */
export async function findRequests(db: Queryable, keyId: string, count: number): Promise<string[]> {
  const text = `select entries from (
      select id, entries, sum(requests) over (order by id desc) - requests as newer from key_requests
      where api_key_id = $1) held
    where newer < $2 order by id desc`;
  const rows = await db.query<{ entries: string }>({ name: 'find_key_requests', text }, [keyId, count]);
  return rows.map(({ entries }) => entries);
}

/** What stands behind so many newer ones. */
export async function trimRequests(db: Queryable, keyId: string, count: number): Promise<void> {
  const text = `delete from key_requests k using (
      select id, sum(requests) over (order by id desc) - requests as newer from key_requests where api_key_id = $1) held
    where k.id = held.id and held.newer >= $2`;
  await db.query({ name: 'trim_key_requests', text }, [keyId, count]);
}

export async function deleteOldRequests(db: Queryable, days: number): Promise<void> {
  const text = `delete from key_requests where id < uuidv7(make_interval(days => -$1::integer))`;
  await db.query({ text }, [days]);
}

/** The statements about media objects: what lies in the store, for whom, and until when. */
import type { Db, Queryable } from '../db/postgres.ts';

export interface MediaObject {
  id: string;
  account_id: string;
  /** The name of the store that it lies in. */
  store: string;
  store_key: string;
  content_type: string;
  bytes: number;
  file_name: string;
  created_at: Date;
  expires_at: Date;
  removed_at: Date | null;
}

export type MediaPurpose = 'input' | 'output' | 'poster';

export interface NewMediaObject {
  id: string;
  accountId: string;
  purpose: MediaPurpose;
  store: string;
  storeKey: string;
  type: string;
  bytes: number;
  fileName: string;
  keptDays: number;
  /** Somebody may read it so long, though no generation claims it. */
  until?: Date;
}

/** One that lies in the store, as the store found it. */
export interface StoredObject {
  id: string;
  bytes: number;
  sha256: string;
}

/** The rows come before the files, with an hour to live, or until they may be read: whatever crashes in between, the sweep finds the files. */
export async function announceObjects(db: Db, objects: readonly NewMediaObject[]): Promise<void> {
  await db.query(
    {
      name: 'announce_objects',
      text: `insert into media_objects (id, account_id, purpose, store_key, content_type, bytes, file_name, kept_for,
          expires_at, store)
        select id, account_id, purpose, store_key, content_type, bytes, file_name, make_interval(secs => kept_seconds),
          greatest(account_now(account_id) + interval '1 hour', until), store
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::float8[],
          $9::text[], $10::timestamptz[])
          as o (id, account_id, purpose, store_key, content_type, bytes, file_name, kept_seconds, store, until)`,
    },
    [
      objects.map(({ id }) => id),
      objects.map(({ accountId }) => accountId),
      objects.map(({ purpose }) => purpose),
      objects.map(({ storeKey }) => storeKey),
      objects.map(({ type }) => type),
      objects.map(({ bytes }) => bytes),
      objects.map(({ fileName }) => fileName),
      objects.map(({ keptDays }) => keptDays * 86_400),
      objects.map(({ store }) => store),
      objects.map(({ until }) => until ?? null),
    ],
  );
}

export async function noteStored(db: Db, { id, bytes, sha256 }: StoredObject): Promise<void> {
  await db.query({ name: 'note_stored', text: 'update media_objects set bytes = $2, sha256 = $3 where id = $1' }, [
    id,
    bytes,
    sha256,
  ]);
}

/** Links to them end at once, and the next sweep takes the files; an output's poster goes with it. Returns how many were still kept. */
export async function dropObjects(db: Queryable, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return db.change(
    {
      name: 'drop_objects',
      text: `update media_objects set expires_at = account_now(account_id)
        where (id = any ($1::uuid[])
            or id in (select poster_media_id from media_objects where id = any ($1::uuid[])))
          and expires_at > account_now(account_id)`,
    },
    [ids],
  );
}

export async function findObject(db: Queryable, id: string): Promise<MediaObject | undefined> {
  const rows = await db.query<MediaObject>(
    {
      name: 'find_object',
      text: `select id, account_id, store, store_key, content_type, bytes, file_name, created_at, expires_at, removed_at
        from media_objects where id = $1`,
    },
    [id],
  );
  return rows[0];
}

/** Where an object lies, as its row says. */
export type ObjectLocation = Pick<MediaObject, 'id' | 'store' | 'store_key'>;

/** Of the newest two hundred those that are whole, still kept, and in that store. */
export function findNewestIn(db: Queryable, store: string, limit: number): Promise<ObjectLocation[]> {
  return db.query(
    {
      name: 'find_newest_objects',
      text: `select id, store, store_key from (select * from media_objects order by id desc limit 200) newest
        where store = $1 and removed_at is null and sha256 is not null and expires_at > account_now(account_id)
        order by id desc limit $2`,
    },
    [store, limit],
  );
}

export function findExpiredObjects(
  db: Queryable,
  { limit, notIn }: { limit: number; notIn: readonly string[] },
): Promise<ObjectLocation[]> {
  return db.query(
    {
      name: 'find_expired_objects',
      text: `select id, store, store_key from media_objects
        where removed_at is null and expires_at <= account_now(account_id) and store <> all ($2::text[])
        order by expires_at limit $1`,
    },
    [limit, notIn],
  );
}

/** Those that still lie where they were removed from: one that was moved meanwhile is found by the next sweep. */
export async function markRemoved(db: Db, locations: readonly ObjectLocation[]): Promise<void> {
  await db.query(
    {
      name: 'mark_removed',
      text: `update media_objects m set removed_at = account_now(m.account_id)
        from unnest($1::uuid[], $2::text[]) as gone (id, store) where m.id = gone.id and m.store = gone.store`,
    },
    idsAndStores(locations),
  );
}

/** Those of them that nothing has claimed since. */
export function findDropped(db: Queryable, ids: readonly string[]): Promise<ObjectLocation[]> {
  const text = `select id, store, store_key from media_objects
    where id = any ($1::uuid[]) and expires_at <= account_now(account_id)`;
  return db.query({ text }, [ids]);
}

export async function deleteObjects(db: Db, locations: readonly ObjectLocation[]): Promise<void> {
  const text = `delete from media_objects m using unnest($1::uuid[], $2::text[]) as gone (id, store)
    where m.id = gone.id and m.store = gone.store`;
  await db.query({ text }, idsAndStores(locations));
}

const idsAndStores = (locations: readonly ObjectLocation[]) => [
  locations.map(({ id }) => id),
  locations.map(({ store }) => store),
];

/** How many. By the machine's clock: a sandbox that has set its own ahead loses nothing sooner. */
export async function deleteRemovedObjects(db: Db, { days, limit }: { days: number; limit: number }): Promise<number> {
  const text = `delete from media_objects where id in (
      select id from media_objects where removed_at < now() - make_interval(days => $1) limit $2) returning id`;
  return (await db.query({ text }, [days, limit])).length;
}

export async function sumObjects(db: Queryable): Promise<{ objects: number; bytes: number }> {
  const rows = await db.query<{ objects: number; bytes: number }>({
    name: 'sum_objects',
    text: `select count(*)::integer as objects, coalesce(sum(bytes), 0)::bigint as bytes
      from media_objects where removed_at is null`,
  });
  return rows[0]!;
}

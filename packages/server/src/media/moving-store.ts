/** The statements that move objects from one store to another, and compare stores with rows. */
import type { Db, Queryable } from '../db/postgres.ts';
import type { ObjectLocation } from './objects-store.ts';

export interface MovableObject extends ObjectLocation {
  content_type: string;
  file_name: string;
  sha256: string;
}

const pageMax = 500;

/** Files that lie whole in another store and are still wanted, by id, the next after `after`. */
export function listMovable(db: Queryable, { to, after }: { to: string; after: string }): Promise<MovableObject[]> {
  return db.query<MovableObject>(
    {
      text: `select id, store, store_key, content_type, file_name, sha256 from media_objects
        where id > $2 and store <> $1 and removed_at is null and sha256 is not null
          and expires_at > account_now(account_id)
        order by id limit ${pageMax}`,
    },
    [to, after],
  );
}

/** False when it was removed or moved meanwhile. */
export async function moveObject(db: Db, { id, store }: ObjectLocation, to: string): Promise<boolean> {
  const text = `update media_objects set store = $3 where id = $1 and store = $2 and removed_at is null returning id`;
  return (await db.query({ text }, [id, store, to])).length === 1;
}

export async function countOutside(db: Queryable, store: string): Promise<number> {
  const [row] = await db.query<{ objects: number }>(
    {
      text: `select count(*)::integer as objects from media_objects
        where store <> $1 and removed_at is null and expires_at > account_now(account_id)`,
    },
    [store],
  );
  return row!.objects;
}

/** The stores that rows name: of files that are there, or may be. */
export async function listStores(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ store: string }>({
    text: 'select distinct store from media_objects where removed_at is null',
  });
  return rows.map(({ store }) => store);
}

export interface ExpectedObject {
  id: string;
  store_key: string;
  bytes: number;
  sha256: string;
}

/** Files that must be in the store, by id, the next after `after`. */
export function listExpected(
  db: Queryable,
  { store, after }: { store: string; after: string },
): Promise<ExpectedObject[]> {
  return db.query<ExpectedObject>(
    {
      text: `select id, store_key, bytes, sha256 from media_objects
        where id > $2 and store = $1 and removed_at is null and sha256 is not null
          and expires_at > account_now(account_id)
        order by id limit ${pageMax}`,
    },
    [store, after],
  );
}

/** Which of these have a row, and where it says they lie; of a removed file nobody says anything. */
export function listKnown(db: Queryable, ids: readonly string[]): Promise<ObjectLocation[]> {
  const text = `select id, store, store_key from media_objects where id = any ($1::uuid[]) and removed_at is null`;
  return db.query<ObjectLocation>({ text }, [ids]);
}

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

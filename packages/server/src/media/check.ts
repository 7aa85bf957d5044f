/** Compares the stores with the rows: what is missing, what is damaged, and what lies there that no row names. */
import { isId } from '@afterimage/contract';
import type { Queryable } from '../db/postgres.ts';
import type { MediaStore, MediaStores } from './media-store.ts';
import { firstId, listExpected, listKnown, listStores } from './moving-store.ts';
import { findObject } from './objects-store.ts';

export interface MediaCheck {
  ok: boolean;
  /** Files that rows name and that are not there, or are not whole. */
  missing: { id: string; store: string; key: string; why: string }[];
  /** Files that no row names. */
  orphaned: { store: string; key: string; bytes: number }[];
  /** How many files were looked at. */
  files: number;
}

interface CheckServices {
  db: Queryable;
  stores: MediaStores;
}

type Sizes = ReadonlyMap<string, number>;

/** A copy beside a row that names another store is one that is just being moved, unless it is older than this. */
const moveMilliseconds = 5_400_000;
const askedAtOnceMax = 500;

/** Right also while the service runs: whatever looks wrong is looked at once more before it is told. */
export async function checkMedia(services: CheckServices): Promise<MediaCheck> {
  const { db, stores } = services;
  const found: MediaCheck = { ok: true, missing: [], orphaned: [], files: 0 };
  const names = new Set([stores.keeper.name, stores.at('folder').name, ...(await listStores(db))]);
  for (const name of names) {
    const store = stores.at(name);
    const sizes = await lookForOrphans(services, store, found);
    found.files += sizes.size;
    await lookForMissing(services, store, { sizes, found });
  }
  found.ok = found.missing.length === 0 && found.orphaned.length === 0;
  return found;
}

/** The sizes of all that lies there. */
async function lookForOrphans({ db }: CheckServices, store: MediaStore, found: MediaCheck): Promise<Sizes> {
  const sizes = new Map<string, number>();
  const page: { key: string; bytes: number; modifiedAt: Date }[] = [];
  async function judgePage(): Promise<void> {
    const listed = page.splice(0);
    const rows = await listKnown(db, listed.map(({ key }) => idOf(key)).filter(isId));
    const placeOf = new Map(rows.map((row) => [row.store_key, row.store]));
    for (const { key, bytes, modifiedAt } of listed) {
      const place = placeOf.get(key);
      const isBeingMoved = place !== undefined && Date.now() - modifiedAt.getTime() < moveMilliseconds;
      if (place === store.name || isBeingMoved) continue;
      // Files go before their rows: one that was being removed is gone by now.
      if (await isThere(store, key)) found.orphaned.push({ store: store.name, key, bytes });
    }
  }
  for await (const media of store.list()) {
    sizes.set(media.key, media.bytes);
    page.push(media);
    if (page.length === askedAtOnceMax) await judgePage();
  }
  await judgePage();
  return sizes;
}

const idOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** What is no key of ours was put there by somebody else, and stays. */
async function isThere(store: MediaStore, key: string): Promise<boolean> {
  return (
    (await store.head(key).catch((fault) => (fault instanceof TypeError ? null : Promise.reject(fault)))) !== 'missing'
  );
}

async function lookForMissing(
  { db }: CheckServices,
  store: MediaStore,
  { sizes, found }: { sizes: Sizes; found: MediaCheck },
): Promise<void> {
  for (let after = firstId; ; ) {
    const page = await listExpected(db, { store: store.name, after });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const { id, store_key: key, bytes } of page) {
      if (sizes.get(key) === bytes) continue;
      const why = await whyNot({ db, store }, { id, key, bytes });
      if (why !== null) found.missing.push({ id, store: store.name, key, why });
    }
  }
}

async function whyNot(
  { db, store }: { db: Queryable; store: MediaStore },
  { id, key, bytes }: { id: string; key: string; bytes: number },
): Promise<string | null> {
  const now = await store.head(key);
  if (now !== 'missing' && now.bytes === bytes) return null;
  const row = await findObject(db, id);
  const isExpected =
    row !== undefined && row.removed_at === null && row.store === store.name && row.expires_at > new Date();
  if (!isExpected) return null;
  return now === 'missing' ? 'It is not there.' : `It has ${now.bytes} of ${bytes} bytes.`;
}

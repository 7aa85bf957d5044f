/** Compares the stores with the rows: what is missing, what is damaged, and what lies there that no row names. */
import { createHash } from 'node:crypto';
import { isId } from '@afterimage/contract';
import type { Queryable } from '../db/postgres.ts';
import { fewAtOnce, filesAtOnceMax } from './few-at-once.ts';
import { type MediaStore, type MediaStores, StoreUnavailable } from './media-store.ts';
import { type ExpectedObject, firstId, listExpected, listKnown, listStores } from './moving-store.ts';
import { findObject } from './objects-store.ts';

export interface MediaCheck {
  ok: boolean;
  /** Files that rows name and that are not there. */
  missing: Told[];
  /** Files that are there and not as they were put. */
  damaged: Told[];
  /** Files that no row names. */
  orphaned: { store: string; key: string; bytes: number }[];
  /** How many files were looked at. */
  files: number;
}

interface Told {
  id: string;
  store: string;
  key: string;
  why: string;
}

interface CheckServices {
  db: Queryable;
  stores: MediaStores;
}

/** `digests` reads every file whole: what a disk or a store has turned is seen by nothing else. */
type Comparing = 'sizes' | 'digests';

type Sizes = ReadonlyMap<string, number>;

/** A copy beside a row that names another store is one that is just being moved, unless it is older than this. */
const moveMilliseconds = 5_400_000;
const askedAtOnceMax = 500;
/** A transfer may break off; what cannot be read three times is not there for anybody. */
const readsMax = 3;

/** Right also while the service runs: whatever looks wrong is looked at once more before it is told. */
export async function checkMedia(services: CheckServices, comparing: Comparing = 'sizes'): Promise<MediaCheck> {
  const { db, stores } = services;
  const found: MediaCheck = { ok: true, missing: [], damaged: [], orphaned: [], files: 0 };
  const names = new Set([stores.keeper.name, stores.at('folder').name, ...(await listStores(db))]);
  for (const name of names) {
    const store = stores.at(name);
    const sizes = await lookForOrphans(services, store, found);
    found.files += sizes.size;
    await lookAtExpected(services, store, { sizes, found, comparing });
  }
  found.ok = found.missing.length + found.damaged.length + found.orphaned.length === 0;
  return found;
}

/** The sizes of all that lies there. */
async function lookForOrphans({ db }: CheckServices, store: MediaStore, found: MediaCheck): Promise<Sizes> {
  const sizes = new Map<string, number>();
  const page: { key: string; bytes: number; modifiedAt: Date }[] = [];
  async function judgePage(): Promise<void> {
    const listed = page.splice(0);
    const rows = await listKnown(db, listed.map(({ key }) => idOf(key)).filter(isId));
    const storeOf = new Map(rows.map((row) => [row.store_key, row.store]));
    for (const { key, bytes, modifiedAt } of listed) {
      const at = storeOf.get(key);
      const isBeingMoved = at !== undefined && Date.now() - modifiedAt.getTime() < moveMilliseconds;
      if (at === store.name || isBeingMoved) continue;
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

async function lookAtExpected(
  { db }: CheckServices,
  store: MediaStore,
  { sizes, found, comparing }: { sizes: Sizes; found: MediaCheck; comparing: Comparing },
): Promise<void> {
  for (let after = firstId; ; ) {
    const page = await listExpected(db, { store: store.name, after });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    await fewAtOnce(page, filesAtOnceMax, async (object) => {
      const looksWhole = sizes.get(object.store_key) === object.bytes;
      if (looksWhole && comparing === 'sizes') return;
      const fault = looksWhole ? await faultInside(store, object) : await faultOutside(store, object);
      if (fault === null || !(await isExpected(db, store, object))) return;
      found[fault.kind].push({ id: object.id, store: store.name, key: object.store_key, why: fault.why });
    });
  }
}

type FileFault = { kind: 'missing' | 'damaged'; why: string } | null;

const gone: FileFault = { kind: 'missing', why: 'It is not there.' };

async function faultOutside(store: MediaStore, { store_key: key, bytes }: ExpectedObject): Promise<FileFault> {
  const now = await store.head(key);
  if (now === 'missing') return gone;
  return now.bytes === bytes ? null : { kind: 'damaged', why: `It has ${now.bytes} of ${bytes} bytes.` };
}

async function faultInside(store: MediaStore, { store_key: key, sha256 }: ExpectedObject): Promise<FileFault> {
  for (let reads = 1; ; reads += 1) {
    try {
      const opened = await store.open(key);
      if (opened === 'missing') return gone;
      const hash = createHash('sha256');
      for await (const chunk of opened.stream) hash.update(chunk as Buffer);
      return hash.digest('hex') === sha256 ? null : { kind: 'damaged', why: 'Its bytes have changed.' };
    } catch (fault) {
      if (fault instanceof StoreUnavailable) throw fault;
      if (reads < readsMax) continue;
      return { kind: 'damaged', why: `It cannot be read: ${fault instanceof Error ? fault.message : String(fault)}` };
    }
  }
}

/** Not since its row was listed removed, moved or expired. */
async function isExpected(db: Queryable, store: MediaStore, { id }: ExpectedObject): Promise<boolean> {
  const row = await findObject(db, id);
  return row !== undefined && row.removed_at === null && row.store === store.name && row.expires_at > new Date();
}

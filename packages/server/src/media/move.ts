/** Carries media from whatever stores it lies in to another, while the service runs: copied, noted, then removed there. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/postgres.ts';
import { fewAtOnce, filesAtOnceMax } from './few-at-once.ts';
import { type MediaStore, type MediaStores, StoreUnavailable } from './media-store.ts';
import { countOutside, firstId, listMovable, type MovableObject, moveObject } from './moving-store.ts';

export interface MoveServices {
  db: Db;
  stores: MediaStores;
}

export interface Moved {
  moved: number;
  /** Files that still lie elsewhere. */
  left: number;
  /** Why, of those that could not be moved; in sentences, not more than a few. */
  faults: string[];
}

const failuresToldMax = 20;

/**
 * A reader who read the row before it changed finds the file gone and reads the row again. What is put meanwhile by a
 * service that still keeps its media elsewhere is left for another time.
 */
export async function moveMedia({ db, stores }: MoveServices, to: MediaStore): Promise<Moved> {
  const faults: string[] = [];
  let moved = 0;
  let after = firstId;
  for (;;) {
    const page = await listMovable(db, { to: to.name, after });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    await fewAtOnce(page, filesAtOnceMax, async (object) => {
      const fault = await moveOne({ db, stores }, object, to);
      if (fault === null) moved += 1;
      else if (faults.length < failuresToldMax) faults.push(fault);
    });
  }
  return { moved, left: await countOutside(db, to.name), faults };
}

/** Null: it has been moved. A store that is down stops everything: all others would fail like this one. */
async function moveOne({ db, stores }: MoveServices, object: MovableObject, to: MediaStore): Promise<string | null> {
  const from = stores.at(object.store);
  const { store_key: key, content_type: type, file_name: fileName } = object;
  const path = join(stores.scratchFolder(), randomUUID());
  try {
    if ((await from.copyToFile(key, path)) === 'missing') return `${object.id} is not in ${from.name}.`;
    const { sha256 } = await to.putFile(key, { path, type, fileName });
    if (sha256 !== object.sha256) {
      await to.remove(key);
      return `${object.id} in ${from.name} is damaged: its digest is another one than when it was made.`;
    }
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    return `${object.id}: ${fault instanceof Error ? fault.message : String(fault)}`;
  } finally {
    await rm(path, { force: true });
  }
  if (!(await moveObject(db, object, to.name))) {
    await to.remove(key);
    return `${object.id} was removed meanwhile.`;
  }
  await from.remove(key);
  return null;
}

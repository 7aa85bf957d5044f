/** Hands a finished file over to the media store, so that no crash leaves a file nobody knows of; and sweeps what expired. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Db } from '../db/postgres.ts';
import type { MediaStores } from './media-store.ts';
import {
  announceObjects,
  deleteObjects,
  deleteRemovedObjects,
  dropObjects,
  findDropped,
  findExpiredObjects,
  type MediaPurpose,
  markRemoved,
  noteStored,
  type StoredObject,
} from './objects-store.ts';

export interface KeepServices {
  db: Db;
  stores: MediaStores;
  mediaDays: number;
}

export interface FileToKeep {
  file: string;
  accountId: string;
  purpose: MediaPurpose;
  type: string;
  fileName: string;
  /** Without it, or where it is sooner, an hour. */
  until?: Date;
}

/** The store takes the files over. Kept for an hour, or `until` then, unless a generation claims them; what was found is for the caller to note. */
export async function storeFiles(
  { db, stores, mediaDays }: KeepServices,
  files: readonly FileToKeep[],
): Promise<StoredObject[]> {
  const { keeper } = stores;
  const ids = files.map(() => randomUUID());
  // All in the folder of the first, a poster beside its output: a new folder must reach the disk, too, and somebody waits.
  const folder = ids[0] && `${ids[0].slice(0, 2)}/${ids[0].slice(2, 4)}`;
  const objects = await Promise.all(
    files.map(async ({ file, ...object }, index) => {
      const id = ids[index]!;
      const storeKey = `${folder}/${id}`;
      return { ...object, id, store: keeper.name, storeKey, bytes: (await stat(file)).size, keptDays: mediaDays };
    }),
  );
  const announced = announceObjects(db, objects);
  return Promise.all(
    objects.map(async ({ id, storeKey, type, fileName }, index) => {
      const path = files[index]!.file;
      const { bytes, sha256 } = await keeper.putFile(storeKey, { path, type, fileName, announced });
      return { id, bytes, sha256 };
    }),
  );
}

/** One file, taken over and noted. */
export async function keepFile(
  services: KeepServices,
  file: string,
  object: Omit<FileToKeep, 'file'>,
): Promise<string> {
  const [stored] = await storeFiles(services, [{ file, ...object }]);
  await noteStored(services.db, stored!);
  return stored!.id;
}

/** Of a submit that was not accepted: nothing of it stays, neither file nor row. */
export async function discardObjects(
  { db, stores }: Pick<KeepServices, 'db' | 'stores'>,
  ids: readonly string[],
): Promise<void> {
  // First, so that a crash leaves them to the sweep.
  await dropObjects(db, ids);
  const objects = await findDropped(db, ids);
  await Promise.all(objects.map((object) => stores.at(object.store).remove(object.store_key)));
  await deleteObjects(db, objects);
}

/** A link that works outlives its file by less; the record says what there was. */
const removedRowsDays = 30;
const purgedMax = 1_000;

/** Rows of files that are long gone. */
export async function purgeRemovedMedia({ db }: Pick<KeepServices, 'db'>): Promise<'more' | 'done'> {
  const purged = await deleteRemovedObjects(db, { days: removedRowsDays, limit: purgedMax });
  return purged === purgedMax ? 'more' : 'done';
}

const sweptMax = 100;

/** Removes so many expired files at most. A row is marked after its file is gone: a crash repeats it. */
export async function sweepExpiredMedia({ db, stores }: Pick<KeepServices, 'db' | 'stores'>): Promise<'more' | 'done'> {
  /** Stores in which something could not be removed, such as a bucket that is away, or that this process has no key for. */
  const failing = new Set<string>();
  const faults: unknown[] = [];
  for (;;) {
    const expired = await findExpiredObjects(db, { limit: sweptMax, notIn: [...failing] });
    const removals = await Promise.allSettled(
      expired.map(async (object) => stores.at(object.store).remove(object.store_key)),
    );
    const removed = expired.filter((_object, index) => removals[index]!.status === 'fulfilled');
    if (removed.length > 0) await markRemoved(db, removed);
    // Told of when the rest is done: a file that cannot be removed must not keep all others on a disk that fills.
    if (removed.length > 0 && expired.length === sweptMax) return 'more';
    for (const [index, removal] of removals.entries()) {
      if (removal.status === 'fulfilled') continue;
      faults.push(removal.reason);
      failing.add(expired[index]!.store);
    }
    if (expired.length < sweptMax) break;
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} expired media could not be removed.`);
  return 'done';
}

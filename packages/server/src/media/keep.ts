/** Hands a finished file over to the media store, so that no crash leaves a file nobody knows of; and sweeps what expired. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Db } from '../db/postgres.ts';
import type { MediaStore } from './media-store.ts';
import { announceObject, findExpiredObjects, markRemoved, noteStored } from './objects-store.ts';

export interface KeepServices {
  db: Db;
  store: MediaStore;
  mediaDays: number;
}

/** The store takes the file over. Kept for an hour, until a generation claims it. */
export async function keepFile(
  { db, store, mediaDays }: KeepServices,
  file: string,
  object: { accountId: string; purpose: 'input' | 'output'; type: string; fileName: string },
): Promise<string> {
  const id = randomUUID();
  const storeKey = `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
  const { size } = await stat(file);
  await announceObject(db, { ...object, id, storeKey, bytes: size, keptDays: mediaDays });
  await noteStored(db, id, await store.putFile(storeKey, file));
  return id;
}

/** Removes up to a hundred expired files and answers how many. The row is marked after the file is gone: a crash repeats it. */
export async function sweepExpiredMedia({ db, store }: Pick<KeepServices, 'db' | 'store'>): Promise<number> {
  const expired = await findExpiredObjects(db, 100);
  await Promise.all(expired.map((object) => store.remove(object.store_key)));
  if (expired.length > 0)
    await markRemoved(
      db,
      expired.map((object) => object.id),
    );
  return expired.length;
}

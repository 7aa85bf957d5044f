/** Reads an object where its row says it lies; one that was moved since the row was read, where it lies now. */
import type { Queryable } from '../db/postgres.ts';
import type { ByteRange, MediaStores, StoredMedia } from './media-store.ts';
import { findObject } from './objects-store.ts';

export interface ReadServices {
  db: Queryable;
  stores: Pick<MediaStores, 'at'>;
}

/** What lies there is not what was put there: for a reader as good as gone, for an operator something to look at. */
export class DamagedObject extends Error {
  override name = 'DamagedObject';
}

interface Placed {
  id: string;
  store: string;
  store_key: string;
}

export async function openObject(
  services: ReadServices,
  object: Placed,
  range?: ByteRange,
): Promise<StoredMedia | 'missing'> {
  const opened = await services.stores.at(object.store).open(object.store_key, range);
  if (opened !== 'missing') return opened;
  const moved = await whereItIsNow(services, object);
  return moved === null ? 'missing' : services.stores.at(moved.store).open(moved.store_key, range);
}

export async function headObject(services: ReadServices, object: Placed): Promise<{ bytes: number } | 'missing'> {
  const found = await services.stores.at(object.store).head(object.store_key);
  if (found !== 'missing') return found;
  const moved = await whereItIsNow(services, object);
  return moved === null ? 'missing' : services.stores.at(moved.store).head(moved.store_key);
}

export async function copyObject(services: ReadServices, object: Placed, file: string): Promise<'copied' | 'missing'> {
  const copied = await services.stores.at(object.store).copyToFile(object.store_key, file);
  if (copied === 'copied') return copied;
  const moved = await whereItIsNow(services, object);
  return moved === null ? 'missing' : services.stores.at(moved.store).copyToFile(moved.store_key, file);
}

/** Null: it has not been moved. */
async function whereItIsNow({ db }: ReadServices, { id, store }: Placed): Promise<Placed | null> {
  const row = await findObject(db, id);
  return row === undefined || row.store === store ? null : row;
}

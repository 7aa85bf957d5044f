/** Erases an account: prompts, media, webhooks, keys and people go, in a running service too; the books keep the amounts. */
import { setTimeout } from 'node:timers/promises';
import { keyCacheMilliseconds } from '../accounts/key-checker.ts';
import { markSuspended } from '../accounts/suspension-store.ts';
import { highestId } from '../db/id-times.ts';
import type { Db, Tx } from '../db/postgres.ts';
import { type CancelTerms, endAsCancelled } from '../generations/cancel.ts';
import type { MediaStores } from '../media/media-store.ts';
import { deleteObjects } from '../media/objects-store.ts';
import { allowCarrying } from './carry-store.ts';
import { carryAll } from './end-records.ts';
import { eraseRows, listFiles, listStores, listUnfinished } from './erase-store.ts';

export interface EraseServices {
  db: Db;
  stores: Pick<MediaStores, 'at'>;
  refunds: CancelTerms['refunds'];
  /** In the commit that takes the last of it out. */
  note(tx: Tx): Promise<void>;
}

export interface Erased {
  cancelled: number;
  generations: number;
  media: number;
  people: number;
}

const filesAtOnce = 100;

/** Each step may be repeated, and the name goes last: whatever ends it midway, the same again goes on. */
export async function eraseAccount(
  services: EraseServices,
  account: { id: string; sandboxId: string },
): Promise<Erased> {
  const { db } = services;
  const accountIds = [account.id, account.sandboxId];
  // A store that is away, or that this process has no key for, stops it before anything is done.
  for (const store of await listStores(db, accountIds)) await services.stores.at(store).look();
  await db.transaction((tx) => markSuspended(tx, account.id, 'suspended'));
  // So long a process may still believe their keys. What is on its way by then is refused when it is to be charged.
  await setTimeout(2 * keyCacheMilliseconds);
  const cancelled = await cancelUnfinished(services, accountIds);
  const media = await removeFiles(services, accountIds);
  let generations = 0;
  for (const accountId of accountIds) generations += await carryAll(db, { accountId, beforeId: highestId });
  const { people } = await db.transaction(async (tx) => {
    await services.note(tx);
    await allowCarrying(tx);
    return eraseRows(tx, accountIds);
  });
  return { cancelled, generations, media, people };
}

/** Nobody is told by a webhook: whom it would reach has left. */
async function cancelUnfinished({ db, refunds }: EraseServices, accountIds: readonly string[]): Promise<number> {
  const unfinished = await listUnfinished(db, accountIds);
  for (const one of unfinished) {
    await db.transaction((tx) => endAsCancelled(tx, { refunds }, one));
  }
  return unfinished.length;
}

async function removeFiles({ db, stores }: EraseServices, accountIds: readonly string[]): Promise<number> {
  let removed = 0;
  for (;;) {
    const files = await listFiles(db, accountIds, filesAtOnce);
    if (files.length === 0) return removed;
    await Promise.all(files.map(({ store, store_key }) => stores.at(store).remove(store_key)));
    await deleteObjects(db, files);
    removed += files.length;
  }
}

/** Tells of work that is with an engine whoever waits for word of it, in whichever process that is. */
import type { Db } from '../db/postgres.ts';
import type { Handle } from '../engines/engine.ts';
import { hooksChannel, learnHandle, vendorIdOf } from './attempts-store.ts';
import { lookOutNow } from './late-store.ts';

/** @param handle null: that there is news, and no more */
export async function tellOfWork(db: Db, token: string, handle: Handle | null): Promise<void> {
  if (handle !== null) await learnHandle(db, token, handle);
  db.tell(hooksChannel, token);
  // What has ended stays as it is: nobody waits for it any more. What it made too late is noted.
  await lookOutNow(db, token, handle === null ? null : { handle, vendorId: vendorIdOf(handle) });
}

/** Deletes the files of a generation that has ended: what was sent for it, and what was made. Its record stays. */
import type { Db } from '../db/postgres.ts';
import { dropObjects } from '../media/objects-store.ts';
import type { DetailRow } from './overview-store.ts';
import type { Records } from './records.ts';
import { deletedFilesChannel } from './store.ts';

export interface DeleteFilesServices {
  db: Db;
  records: Pick<Records, 'forget'>;
}

export async function deleteFiles({ db, records }: DeleteFilesServices, row: DetailRow): Promise<void> {
  const uploads = row.inputs.flatMap(({ mediaId }) => mediaId ?? []);
  await db.transaction(async (tx) => {
    const dropped = await dropObjects(tx, row.output_media_id === null ? uploads : [row.output_media_id, ...uploads]);
    // Asked for again and again, it is news once.
    if (dropped > 0) tx.tell(deletedFilesChannel, row.id);
  });
  // The other processes hear of it; whoever asks this one next must not see a link that is dead.
  records.forget(row.id);
}

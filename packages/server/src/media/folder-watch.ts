/** Watches whether the media folder is the one that the other processes write to: each with its own would lose what another keeps. */
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import type { MediaStore } from './media-store.ts';
import { findNewestIn } from './objects-store.ts';

/** One may just be on its way out; that all of these are absent is no accident. */
const looksAt = 3;

export interface FolderWatch {
  look(): Promise<void>;
  /** What is wrong, in a sentence; answers at once, from the last look. */
  sentence(): string | null;
}

export function watchFolder({
  db,
  store,
  folder,
  log,
}: {
  db: Db;
  store: MediaStore;
  folder: string;
  log: Log;
}): FolderWatch {
  let sentence: string | null = null;
  return {
    sentence: () => sentence,
    async look() {
      const newest = await findNewestIn(db, store.name, looksAt);
      const found = await Promise.all(newest.map(({ store_key }) => store.head(store_key)));
      const isOther = newest.length > 0 && found.every((one) => one === 'missing');
      if (isOther && sentence === null) {
        sentence = `The newest files of this database are not in the media folder ${folder}: every process has to see the same one, or AFTERIMAGE_MEDIA has to name a bucket.`;
        log.warn({ folder }, sentence);
      }
      if (!isOther) sentence = null;
    },
  };
}

/** The folder of this process in which media is made ready, on its way into a store and out of it. */
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaStores } from './media-store.ts';

export type Scratch = Pick<MediaStores, 'room' | 'scratchFolder' | 'sweepScratch'>;

/** @param options `filling` is the folder on the disk that fills: where the files go, if that is a disk */
export async function openScratch(folder: string, { filling }: { filling: string }): Promise<Scratch> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    scratchFolder: () => folder,

    async room() {
      const { bavail, blocks, bsize } = await statfs(filling);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },

    async sweepScratch(olderThanSeconds) {
      const before = Date.now() - olderThanSeconds * 1_000;
      let swept = 0;
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const facts = await stat(file).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        });
        if (facts === null || facts.mtimeMs > before) continue;
        await rm(file, { recursive: true, force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

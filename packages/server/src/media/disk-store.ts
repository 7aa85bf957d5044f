/** Media in a folder on this machine, or on a volume that several machines share. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createDigester } from './digest.ts';
import type { MediaStore } from './media-store.ts';

export interface DiskStore extends MediaStore {
  /** Removes scratch files that nobody has touched for a while: their writers crashed. Answers how many. */
  sweepScratch(olderThanSeconds: number): Promise<number>;
}

/** `ab/cd/<id>`: no dots, no empty parts, so that no key can leave the folder. */
const keyForm = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;
const keyLengthMax = 200;

export async function openDiskStore(options: { folder: string }): Promise<DiskStore> {
  const objects = resolve(options.folder, 'objects');
  const scratch = resolve(options.folder, 'scratch');
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(scratch, { recursive: true, mode: 0o700 });

  const digest = createDigester();
  const pathOf = (key: string) => {
    if (key.length > keyLengthMax || !keyForm.test(key)) throw new TypeError('Not a media key');
    return join(objects, key);
  };

  return {
    async putFile(key, file, announced) {
      const target = pathOf(key);
      const folders = makeFolders(objects, dirname(target));
      const [found] = await Promise.all([digest(file), flush(file), folders, announced]);
      await moveInto(target, file, scratch);
      await flushFolder(dirname(target));
      return found;
    },

    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch(missing);
      if (file === 'missing') return 'missing';
      try {
        const { size } = await file.stat();
        return { stream: file.createReadStream(range ?? {}), bytes: size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async copyToFile(key, file) {
      // A clone where the file system can, a copy elsewhere.
      const copied = await copyFile(pathOf(key), file, constants.COPYFILE_FICLONE).catch(missing);
      return copied === 'missing' ? 'missing' : 'copied';
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async room() {
      const { bavail, blocks, bsize } = await statfs(objects);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },

    scratchFolder: () => scratch,

    async sweepScratch(olderThanSeconds) {
      const before = Date.now() - olderThanSeconds * 1_000;
      let swept = 0;
      for (const name of await readdir(scratch)) {
        const file = join(scratch, name);
        const facts = await stat(file).catch(missing);
        if (facts === 'missing' || facts.mtimeMs > before) continue;
        await rm(file, { recursive: true, force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

/** The bytes must be on the disk before their name is: a crash may lose a file, never leave half of one under its key. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is one step on one file system; a file from another is copied next to its place first. */
async function moveInto(target: string, file: string, scratch: string): Promise<void> {
  try {
    await rename(file, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const copy = join(scratch, randomUUID());
    await copyFile(file, copy);
    await flush(copy);
    await rename(copy, target);
    await rm(file, { force: true });
  }
}

/** New folders are flushed from the top down, or a crash could take a whole branch away from under a flushed file. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length && made !== root; made = dirname(made))
    await flushFolder(dirname(made));
}

async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folders, and journals its names by itself.
  const handle = await open(folder, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return null;
    throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

function missing(error: NodeJS.ErrnoException): 'missing' {
  if (error.code === 'ENOENT') return 'missing';
  throw error;
}

/** Media in a folder on this machine, or on a volume that several machines share. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createDigester } from './digest.ts';
import { checkMediaKey, type MediaStore, StoreUnavailable } from './media-store.ts';

/** The name of the one folder that a service has. */
export const folderName = 'folder';

/** @param options `scratchFolder` is where a file from another file system is copied to, before it gets its name */
export async function openDiskStore(options: { folder: string; scratchFolder: string }): Promise<MediaStore> {
  const { folder: objects, scratchFolder } = options;
  await mkdir(objects, { recursive: true, mode: 0o700 });

  const digest = createDigester();
  const pathOf = (key: string) => {
    checkMediaKey(key);
    return join(objects, key);
  };

  return {
    name: folderName,
    where: 'here',

    async putFile(key, { path, announced }) {
      const target = pathOf(key);
      const folders = makeFolders(objects, dirname(target));
      const [found] = await Promise.all([digest(path), flush(path), folders, announced]);
      await moveInto(target, path, scratchFolder);
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

    async head(key) {
      const facts = await stat(pathOf(key)).catch(missing);
      return facts === 'missing' ? 'missing' : { bytes: facts.size };
    },

    async copyToFile(key, file) {
      // A clone where the file system can, a copy elsewhere.
      const copied = await copyFile(pathOf(key), file, constants.COPYFILE_FICLONE).catch(missing);
      return copied === 'missing' ? 'missing' : 'copied';
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async link(key) {
      checkMediaKey(key);
      return null;
    },

    async look() {
      await access(objects, constants.R_OK | constants.W_OK).catch((error: Error) => {
        throw new StoreUnavailable(`The media folder cannot be used: ${error.message}`);
      });
    },

    async *list() {
      for await (const entry of await opendir(objects, { recursive: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const facts = await stat(path).catch(missing);
        const key = relative(objects, path).split(sep).join('/');
        if (facts !== 'missing') yield { key, bytes: facts.size, modifiedAt: facts.mtime };
      }
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

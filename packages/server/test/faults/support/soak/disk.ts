/** A small file system in a file, that can be filled to the last byte and emptied again; plain folders where mounting is not permitted. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { open, rm, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../support/eventually.ts';

export interface SmallDisk {
  /** Where to put what shall live on it. */
  folder: string;
  /** How it came to be, or why it cannot be filled. */
  means: string;
  /** Undefined: no part of this machine may be filled. */
  fill?(leftBytes: number): Promise<void>;
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

const run = promisify(execFile);
const sizeBytes = 3 * 2 ** 30;
/** The file system needs some room to say where the ballast lies. */
const crumbsBytes = 8 * 2 ** 20;

export async function mountSmallDisk(stateFolder: string): Promise<SmallDisk> {
  const folder = join(stateFolder, 'disk');
  mkdirSync(folder, { recursive: true });
  // A sitting that was killed left it mounted.
  await unmount(folder);
  const means = await mountImage(stateFolder, folder).catch((fault: Error) => fault);
  const ballast = join(folder, 'ballast');
  const empty = () => rm(ballast, { force: true });
  if (means instanceof Error) {
    const why = means.message.trim().split('\n').at(-1);
    return { folder, means: `not filled: mounting is not permitted here (${why})`, empty, unmount: async () => {} };
  }
  // PostgreSQL runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  await empty();
  return {
    folder,
    means,
    fill: (leftBytes) => fill(folder, ballast, leftBytes),
    empty,
    unmount: () => unmount(folder),
  };
}

/** Whoever was killed on it takes a moment to be gone. */
async function unmount(folder: string): Promise<void> {
  await eventually(
    () =>
      run('umount', [folder]).then(
        () => true,
        (fault: Error) => !/busy/.test(fault.message),
      ),
    { what: `${folder} can be unmounted`, everyMilliseconds: 200 },
  );
}

/** Without room set aside for root: what is full must be full for everybody. */
async function mountImage(stateFolder: string, folder: string): Promise<string> {
  const image = join(stateFolder, 'disk.img');
  const isNew = await open(image, 'wx').then(
    async (file) => {
      await file.close();
      return true;
    },
    () => false,
  );
  if (isNew) {
    await truncate(image, sizeBytes);
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
  }
  await run('mount', ['-o', 'loop', image, folder]);
  return `a file system of ${sizeBytes / 2 ** 30} GB in a file`;
}

async function fill(folder: string, ballast: string, leftBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = bavail * bsize - Math.max(leftBytes, crumbsBytes);
  // Others write meanwhile: it may not be there any more.
  if (bytes > 0) await run('fallocate', ['-l', String(bytes), ballast]).catch(() => {});
  if (leftBytes > 0) return;
  // What is left goes too, until the file system itself says that it is full.
  const file = await open(ballast, 'a');
  const crumb = Buffer.alloc(65_536);
  try {
    for (let written = 0; written < 2 * crumbsBytes; ) written += (await file.write(crumb)).bytesWritten;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
  } finally {
    await file.close();
  }
}

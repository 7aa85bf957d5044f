/** A backup in a bucket: an object for each entry, under a prefix of its own. The entry that says it is whole comes last. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { filesAtOnceMax } from '../media/few-at-once.ts';
import type { MediaStore } from '../media/media-store.ts';
import { type ArchiveEntry, type ArchiveReader, type ArchiveWriter, WrongLength } from './archive.ts';

type Bucket = Pick<MediaStore, 'putFile' | 'copyToFile' | 'remove' | 'list'>;

export interface BucketArchiveOptions {
  bucket: Bucket;
  /** Each entry lies here for a moment, on its way there and back: so the store can check it, and a try be repeated. */
  scratchFolder: string;
}

/** Names of entries: parts of plain characters that no dot begins. */
const nameForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

export function checkEntryName(name: string): void {
  if (!nameForm.test(name)) throw new TypeError('Not a name in a backup');
}

export const asBackup = { what: "The backup's place", checkKey: checkEntryName };

const plain = { type: 'application/octet-stream', fileName: 'entry' };

/** Null: something lies there already, and would be taken for a part of it. */
export async function createBucketArchive({
  bucket,
  scratchFolder,
}: BucketArchiveOptions): Promise<ArchiveWriter | null> {
  for await (const _ of bucket.list()) return null;
  const written: string[] = [];
  let size = 0;
  return {
    atOnceMax: filesAtOnceMax,
    async add(name, bytes, chunks) {
      await withScratch(scratchFolder, async (path) => {
        await pipeline(chunks, createWriteStream(path, { mode: 0o600 }));
        // Before it is put: one that may be there must be removed, too.
        written.push(name);
        const put = await bucket.putFile(name, { path, ...plain });
        if (put.bytes !== bytes) throw new WrongLength(`${name} had ${put.bytes} bytes and not ${bytes}.`);
      });
      size += bytes;
    },
    finish: async () => size,
    async abandon() {
      for (const name of written) await bucket.remove(name);
    },
  };
}

export async function openBucketArchive({ bucket, scratchFolder }: BucketArchiveOptions): Promise<ArchiveReader> {
  const listed = await Array.fromAsync(bucket.list());
  const entries: ArchiveEntry[] = listed.map(({ key, bytes }) => ({ name: key, bytes }));
  const copyToFile = async ({ name }: ArchiveEntry, path: string): Promise<void> => {
    if ((await bucket.copyToFile(name, path)) === 'missing') throw new Error(`${name} is gone from the backup.`);
  };
  return {
    atOnceMax: filesAtOnceMax,
    entries,
    read: (entry) =>
      withScratch(scratchFolder, async (path) => {
        await copyToFile(entry, path);
        return readFile(path);
      }),
    copyToFile,
    async close() {},
  };
}

async function withScratch<Result>(folder: string, work: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(folder, randomUUID());
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Where a backup is written to and read from: a file, or a prefix in a bucket. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArchiveReader, ArchiveWriter } from '@afterimage/server/backup/archive';
import type { Settings } from '@afterimage/server/config/config';
import { exitCodes, Refusal } from './exit-codes.ts';
import { newFile, unusable } from './files.ts';
import { demandS3 } from './s3.ts';

/** As `backupLocation` reads it. */
const isBucket = (location: string): boolean => location.startsWith('s3://');

export interface Opened<Archive> {
  /** The whole path, or the address. */
  name: string;
  archive: Archive;
  close(): Promise<void>;
}

export async function createBackupAt(
  location: string,
  { settings, scratchFolder }: { settings: Settings; scratchFolder: string },
): Promise<Opened<ArchiveWriter>> {
  if (!isBucket(location)) {
    const { createArchive } = await import('@afterimage/server/backup/archive');
    const name = await newFile(location, 'a backup');
    return { name, archive: await createArchive(name), async close() {} };
  }
  refuseAmongMedia(location, settings);
  const { bucket, close } = await openBucketAt(location, settings);
  const { createBucketArchive } = await import('@afterimage/server/backup/bucket-archive');
  const archive = await createBucketArchive({ bucket, scratchFolder }).catch(async (fault) => {
    await close();
    throw fault;
  });
  if (archive !== null) return { name: location, archive, close };
  await close();
  throw new Refusal(`Something lies at ${location} already; a backup is written to a new prefix only.`);
}

export async function openBackupAt(
  location: string,
  { settings, scratchFolder }: { settings: Settings; scratchFolder: string },
): Promise<Opened<ArchiveReader | null>> {
  if (!isBucket(location)) {
    const { openArchive } = await import('@afterimage/server/backup/archive');
    const name = resolve(location);
    return { name, archive: await openArchive(name), async close() {} };
  }
  const { bucket, close } = await openBucketAt(location, settings);
  const { openBucketArchive } = await import('@afterimage/server/backup/bucket-archive');
  try {
    return { name: location, archive: await openBucketArchive({ bucket, scratchFolder }), close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** Before anything is made for it. */
export async function demandBackupAt(location: string, settings: Settings): Promise<void> {
  if (isBucket(location)) return demandS3(location, settings);
  const file = resolve(location);
  const found = await stat(file).catch((fault) => Promise.reject(unusable(`--input: ${file}`, 'read', fault)));
  if (found.isDirectory()) throw new Refusal(`--input: ${file} is a folder; a backup is one file.`, exitCodes.usage);
}

async function openBucketAt(location: string, settings: Settings) {
  demandS3(location, settings);
  const { openOtherBucket } = await import('@afterimage/server/media/open-media');
  const { asBackup } = await import('@afterimage/server/backup/bucket-archive');
  return openOtherBucket(settings, location, asBackup);
}

/** There it would be taken for media that no row names, and media for a part of it. */
function refuseAmongMedia(location: string, { media }: Settings): void {
  if (media === null) return;
  const [one, other] = [`${location}/`, `${media}/`];
  if (!one.startsWith(other) && !other.startsWith(one)) return;
  throw new Refusal(
    `${location} and AFTERIMAGE_MEDIA (${media}) lie in each other; a backup needs a prefix beside it.`,
  );
}

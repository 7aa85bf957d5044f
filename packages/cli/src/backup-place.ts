/** Where a backup is written to and read from: a file, or a prefix in a bucket. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArchiveReader, ArchiveWriter } from '@afterimage/server/backup/archive';
import type { Settings } from '@afterimage/server/config/config';
import { exitCodes, Refusal } from './endings.ts';
import { newFile, unusable } from './files.ts';
import { demandS3 } from './s3.ts';

/** As `backupPlace` reads it. */
const isBucket = (place: string): boolean => place.startsWith('s3://');

export interface Opened<Archive> {
  /** The whole path, or the address. */
  name: string;
  archive: Archive;
  close(): Promise<void>;
}

export async function createBackupAt(
  place: string,
  { settings, scratchFolder }: { settings: Settings; scratchFolder: string },
): Promise<Opened<ArchiveWriter>> {
  if (!isBucket(place)) {
    const { createArchive } = await import('@afterimage/server/backup/archive');
    const name = await newFile(place, 'a backup');
    return { name, archive: await createArchive(name), async close() {} };
  }
  refuseAmongMedia(place, settings);
  const { bucket, close } = await openBucketAt(place, settings);
  const { createBucketArchive } = await import('@afterimage/server/backup/bucket-archive');
  const archive = await createBucketArchive({ bucket, scratchFolder }).catch(async (fault) => {
    await close();
    throw fault;
  });
  if (archive !== null) return { name: place, archive, close };
  await close();
  throw new Refusal(`Something lies at ${place} already; a backup is written to a new prefix only.`);
}

export async function openBackupAt(
  place: string,
  { settings, scratchFolder }: { settings: Settings; scratchFolder: string },
): Promise<Opened<ArchiveReader | null>> {
  if (!isBucket(place)) {
    const { openArchive } = await import('@afterimage/server/backup/archive');
    const name = resolve(place);
    return { name, archive: await openArchive(name), async close() {} };
  }
  const { bucket, close } = await openBucketAt(place, settings);
  const { openBucketArchive } = await import('@afterimage/server/backup/bucket-archive');
  try {
    return { name: place, archive: await openBucketArchive({ bucket, scratchFolder }), close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** Before anything is made for it. */
export async function demandBackupAt(place: string, settings: Settings): Promise<void> {
  if (isBucket(place)) return demandS3(place, settings);
  const file = resolve(place);
  const found = await stat(file).catch((fault) => Promise.reject(unusable(`--input: ${file}`, 'read', fault)));
  if (found.isDirectory()) throw new Refusal(`--input: ${file} is a folder; a backup is one file.`, exitCodes.usage);
}

async function openBucketAt(place: string, settings: Settings) {
  demandS3(place, settings);
  const { openOtherBucket } = await import('@afterimage/server/media/open-media');
  const { asBackup } = await import('@afterimage/server/backup/bucket-archive');
  return openOtherBucket(settings, place, asBackup);
}

/** There it would be taken for media that no row names, and media for a part of it. */
function refuseAmongMedia(place: string, { media }: Settings): void {
  if (media === null) return;
  const [one, other] = [`${place}/`, `${media}/`];
  if (!one.startsWith(other) && !other.startsWith(one)) return;
  throw new Refusal(`${place} and AFTERIMAGE_MEDIA (${media}) lie in each other; a backup needs a prefix beside it.`);
}

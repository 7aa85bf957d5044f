/** Opens the stores that media may lie in: the folder under the data folder, and the buckets that settings or rows name. */
import { resolve } from 'node:path';
import type { S3Credentials } from '../config/config.ts';
import { createStoreNet, type StoreNet } from '../net/store-net.ts';
import { openDiskStore } from './disk-store.ts';
import { type MediaStore, type MediaStores, StoreUnavailable } from './media-store.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';
import { openScratch } from './scratch.ts';

export interface MediaStoresOptions {
  folder: string;
  /** `s3://bucket/prefix`, for what is new; null or absent: the folder. */
  bucket?: string | null;
  /** For the buckets that rows name; null or absent: this process can use none. */
  credentials?: S3Credentials | null;
}

export interface OpenMediaStores extends MediaStores {
  close(): Promise<void>;
}

export async function openMediaStores(options: MediaStoresOptions): Promise<OpenMediaStores> {
  const { folder, bucket = null, credentials = null } = options;
  const objects = resolve(folder, 'objects');
  const scratchFolder = resolve(folder, 'scratch');
  const scratch = await openScratch(scratchFolder, { filling: bucket === null ? objects : scratchFolder });
  const disk = await openDiskStore({ folder: objects, scratchFolder });
  const net = createStoreNet();
  const opened = new Map<string, MediaStore>([[disk.name, disk]]);

  function at(name: string): MediaStore {
    const store = opened.get(name) ?? openBucket(name, { net, credentials });
    opened.set(name, store);
    return store;
  }

  return { ...scratch, keeper: bucket === null ? disk : at(bucket), at, close: () => net.close() };
}

/** What a bucket is used for, where that is not media. */
export interface OtherUse {
  /** Of sentences about it. */
  what: string;
  /** Throws for a key that may not be used. */
  checkKey(key: string): void;
}

export function openBucket(
  name: string,
  { net, credentials, use }: { net: StoreNet; credentials: S3Credentials | null; use?: OtherUse },
): MediaStore {
  if (!name.startsWith('s3://')) throw new Error(`There is no media store ${name}.`);
  if (credentials === null) {
    throw new StoreUnavailable(`The media store ${name} cannot be used: this process has no AWS_ACCESS_KEY_ID for it.`);
  }
  return createS3Store(name, createS3Client(name, { net, credentials, what: use?.what }), use?.checkKey);
}

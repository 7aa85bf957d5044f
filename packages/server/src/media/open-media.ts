/** Puts together what a process has of media: its stores by its settings, and a watch over the one for what is new. */
import { join } from 'node:path';
import { type Settings, s3CredentialsOf } from '../config/config.ts';
import { createStoreNet } from '../net/store-net.ts';
import { type OtherUse, openBucket, openMediaStores } from './media-stores.ts';
import { createStoreWatch } from './store-watch.ts';

const lookMilliseconds = 5_000;

export type MediaSettings = Pick<
  Settings,
  'dataFolder' | 'media' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken' | 's3Region' | 's3Endpoint'
>;

/** The stores alone, without a look at any. */
export function storesOf(settings: MediaSettings) {
  const folder = join(settings.dataFolder, 'media');
  return openMediaStores({ folder, bucket: settings.media, credentials: s3CredentialsOf(settings) });
}

/** Makes nothing, not even a folder. Rejects with a sentence where the bucket cannot be used. */
export async function lookAtBucket(settings: MediaSettings, bucket: string): Promise<void> {
  const net = createStoreNet();
  await openBucket(bucket, { net, credentials: s3CredentialsOf(settings) })
    .look()
    .finally(() => net.close());
}

/** A bucket that rows do not name. Rejects with a sentence where it cannot be used. */
export async function openOtherBucket(settings: MediaSettings, address: string, use: OtherUse) {
  const net = createStoreNet();
  const close = () => net.close();
  try {
    const bucket = openBucket(address, { net, credentials: s3CredentialsOf(settings), use });
    await bucket.look();
    return { bucket, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

export async function openMedia(settings: MediaSettings) {
  const stores = await storesOf(settings);
  const watch = await createStoreWatch(stores, { everyMilliseconds: lookMilliseconds }).catch(async (fault) => {
    await stores.close();
    throw fault;
  });
  return {
    stores,
    /** What stands in the way of new media, in sentences. */
    obstacles: () => [watch.obstacle() ?? []].flat(),
    async close() {
      watch.stop();
      await stores.close();
    },
  };
}

/** The store in a bucket, on a real server: the suite of all stores, and what only a bucket can get wrong. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { WrongSettings } from '../../src/config/config.ts';
import { StoreRefused, StoreUnavailable } from '../../src/media/media-store.ts';
import { type MediaStoresOptions, openMediaStores } from '../../src/media/media-stores.ts';
import { createS3Client } from '../../src/media/s3-client.ts';
import { createStoreWatch } from '../../src/media/store-watch.ts';
import { createStoreNet } from '../../src/net/store-net.ts';
import { describeMediaStore } from '../suites/media-store.ts';
import { eventually } from '../support/eventually.ts';
import { noS3Server, noS3Stop, type S3Server, startS3Server } from './support/s3-server.ts';

describeMediaStore({ name: 'store in a bucket', skip: noS3Server }, async () => {
  const server = await startS3Server();
  const folder = await mkdtemp(join(tmpdir(), 's3-store-'));
  const given = { bucket: server.address, credentials: server.credentials };
  const stores = await openMediaStores({ folder, ...given });
  const again = await openMediaStores({ folder: join(folder, 'another'), ...given });
  return {
    store: stores.keeper,
    scratchFolder: stores.scratchFolder(),
    again: async () => again.keeper,
    async close() {
      await stores.close();
      await again.close();
      await rm(folder, { recursive: true });
      await server.close();
    },
  };
});

describe('a bucket', { skip: noS3Server }, () => {
  let server: S3Server;
  before(async () => {
    server = await startS3Server();
  });
  after(() => server.close());

  async function open(t: { after(end: () => Promise<void>): void }, changes: Partial<MediaStoresOptions> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 's3-store-'));
    const given = { bucket: server.address, credentials: server.credentials };
    const stores = await openMediaStores({ folder, ...given, ...changes });
    t.after(async () => {
      await stores.close();
      await rm(folder, { recursive: true });
    });
    const scratch = async (text: string) => {
      const path = join(stores.scratchFolder(), randomUUID());
      await writeFile(path, text);
      return { path, type: 'text/plain', fileName: 'a.txt' };
    };
    return { ...stores, scratch };
  }

  test('bytes that are others than their digest says are refused by the store', async (t) => {
    const net = createStoreNet();
    t.after(() => net.close());
    const client = createS3Client(server.address, { net, credentials: server.credentials });
    const path = server.place('damaged').replace(/^s3:\/\/[^/]+\//, '');
    const headers = { 'content-length': '5', 'x-amz-content-sha256': '0'.repeat(64) };
    const body = () => Readable.from([Buffer.from('hello')]);
    await assert.rejects(client.send({ method: 'PUT', path, headers, body }), StoreRefused);
  });

  test('a bucket that is not there, a wrong secret and an unknown key stop the start, each with a sentence', async (t) => {
    const cases: [Partial<MediaStoresOptions>, RegExp][] = [
      [
        { bucket: 's3://nowhere/at-all' },
        /s3:\/\/nowhere\/at-all cannot be used: it answered 404 NoSuchBucket; make the bucket/,
      ],
      [{ credentials: { ...server.credentials, secretAccessKey: 'wrong' } }, /403 SignatureDoesNotMatch; AWS_SECRET/],
      [{ credentials: { ...server.credentials, accessKeyId: 'nobody' } }, /cannot be used: it answered 40\d \w+/],
    ];
    for (const [changes, sentence] of cases) {
      const stores = await open(t, changes);
      const watch = createStoreWatch(stores, { everyMilliseconds: 1_000 });
      await assert.rejects(watch, (fault: Error) => {
        assert.ok(fault instanceof WrongSettings);
        assert.match(fault.message, sentence);
        assert.ok(!fault.stack!.includes(server.credentials.secretAccessKey));
        return true;
      });
    }
  });

  test('a store that is gone is unavailable, and its watch says so until it is back', { skip: noS3Stop }, async (t) => {
    const { scratch, ...stores } = await open(t);
    const { keeper } = stores;
    const key = `aa/bb/${randomUUID()}`;
    await keeper.putFile(key, await scratch('kept'));
    const watch = await createStoreWatch(stores, { everyMilliseconds: 20 });
    t.after(async () => watch.stop());
    assert.equal(watch.obstacle(), null);
    await server.stop();
    await eventually(() => watch.obstacle() !== null);
    assert.ok(watch.obstacle()!.startsWith(`The media store ${server.address} cannot be used: `));
    const file = await scratch('later');
    for (const work of [
      () => keeper.open(key),
      () => keeper.head(key),
      () => keeper.remove(key),
      () => keeper.copyToFile(key, `${file.path}-copy`),
      () => keeper.putFile(`aa/bb/${randomUUID()}`, file),
    ])
      await assert.rejects(work, StoreUnavailable);
    const late = await createStoreWatch(stores, { everyMilliseconds: 20 });
    t.after(async () => late.stop());
    assert.notEqual(late.obstacle(), null, 'a start while the store is down is a start that is not ready');

    await server.start();
    await eventually(() => watch.obstacle() === null && late.obstacle() === null);
    await keeper.putFile(`aa/bb/${randomUUID()}`, file);
    assert.deepEqual(await keeper.head(key), { bytes: 4 });
  });

  test('of a bucket that is gone nothing is called missing, also where only the size is asked for', async (t) => {
    const { keeper } = await open(t, { bucket: 's3://nowhere/at-all' });
    const key = `aa/bb/${randomUUID()}`;
    for (const work of [() => keeper.open(key), () => keeper.head(key)]) {
      await assert.rejects(work, (fault: Error) => fault instanceof StoreRefused && /NoSuchBucket/.test(fault.message));
    }
  });

  test('a listing goes on for as many pages as there are', async (t) => {
    const { keeper, scratch } = await open(t, { bucket: server.place('many') });
    // A page has a thousand.
    const keys = Array.from({ length: 1_010 }, (_, number) => `aa/bb/${String(number).padStart(4, '0')}`);
    const file = await scratch('small');
    const left = keys.values();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const key of left) await keeper.putFile(key, { ...file, path: (await scratch('small')).path });
      }),
    );
    const listed = await Array.fromAsync(keeper.list());
    assert.deepEqual(listed.map(({ key }) => key).toSorted(), keys);
  });

  test('without a key, what rows say lies in a bucket is unavailable and not missing', async (t) => {
    const stores = await open(t, { bucket: null, credentials: null });
    assert.throws(() => stores.at(server.address), StoreUnavailable);
  });
});

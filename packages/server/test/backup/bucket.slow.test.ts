/** A backup in a bucket of a real S3 server: it comes back whole, and one that is not whole is refused. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { asBackup, checkEntryName, createBucketArchive, openBucketArchive } from '../../src/backup/bucket-archive.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { endName } from '../../src/backup/manifest.ts';
import { type Restored, restoreBackup } from '../../src/backup/restore-backup.ts';
import { audit } from '../../src/ledger/audit.ts';
import { openBucket, openMediaStores } from '../../src/media/media-stores.ts';
import { createStoreNet } from '../../src/net/store-net.ts';
import { noS3Server, startS3Server } from '../media/support/s3-server.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';

const version = '1.2.3';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a service comes back from a bucket; what is not whole, or not new, is refused there', {
  skip: noS3Server,
}, async (t) => {
  const server = await startS3Server();
  const net = createStoreNet();
  t.after(async () => {
    await net.close();
    await server.close();
  });
  const scratchFolder = await temporaryFolder(t);
  const at = (prefix: string) => {
    const { credentials } = server;
    return {
      bucket: openBucket(server.place(prefix), { net, credentials, use: asBackup }),
      scratchFolder,
    };
  };
  const keysAt = async (prefix: string) => (await Array.fromAsync(at(prefix).bucket.list())).map(({ key }) => key);

  const source = await startTestService(t);
  const account = await source.account({ credit: '5' });
  for (const prompt of ['a red fox', 'a green owl']) {
    const made = (await account.live.submit('/v1/delta/generate', { prompt })).body;
    assert.equal(await source.ended(String(made['task_uuid'])), 'completed');
  }
  const stores = await openMediaStores({ folder: join(source.settings.dataFolder, 'media') });
  const from = { connection: { url: source.settings.databaseUrl! }, stores, version, key: 'a key\n' };

  // Each waits for the other: one at a time they would wait for ever.
  const two = Promise.withResolvers<void>();
  let opened = 0;
  const open: typeof stores.keeper.open = async (...what) => {
    opened += 1;
    if (opened === 2) two.resolve();
    await two.promise;
    return stores.keeper.open(...what);
  };
  const fromBoth = { ...from, stores: { ...stores, at: () => ({ ...stores.keeper, open }) } };
  const backup = await makeBackup(fromBoth, (await createBucketArchive(at('one')))!);
  assert.deepEqual([backup.missing, backup.media >= 2], [[], true]);
  const keys = await keysAt('one');
  assert.ok(keys.includes(endName) && keys.includes('secret.key'));
  assert.equal(keys.filter((key) => key.startsWith('media/')).length, backup.media);
  assert.equal(await createBucketArchive(at('one')), null, 'nothing is written over');
  assert.deepEqual(await readdir(scratchFolder), []);

  await t.test('a backup that fails leaves nothing there', async () => {
    const down = { open: async () => Promise.reject(new Error('the media is out of reach')) };
    const failing = { ...from, stores: { ...stores, at: () => ({ ...stores.keeper, ...down }) } };
    const archive = (await createBucketArchive(at('two')))!;
    await assert.rejects(makeBackup(failing, archive), /out of reach/);
    assert.deepEqual([await keysAt('two'), await readdir(scratchFolder)], [[], []]);
  });

  const restore = async ({ db, settings: connection }: TestDatabase, prefix: string) => {
    const dataFolder = await temporaryFolder(t);
    const target = await openMediaStores({ folder: join(dataFolder, 'media') });
    const archive = await openBucketArchive(at(prefix));
    const where = { db, connection, stores: target, version, takeKey: async () => null };
    return { restored: await restoreBackup(where, { name: prefix, archive }), target };
  };
  const sentenceOf = (restored: Restored) => (restored.outcome === 'refused' ? restored.sentence : 'it was restored');
  const empty = await testDatabase(t);
  await empty.db.query({ text: 'drop schema public cascade; create schema public' });

  const { restored, target } = await restore(empty, 'one');
  assert.equal(restored.outcome, 'restored', sentenceOf(restored));
  assert.equal((await audit(empty.db)).ok, true);
  const [row] = await empty.db.query<{ store_key: string; bytes: number }>({
    text: `select m.store_key, m.bytes::integer from generations g join media_objects m on m.id = g.output_media_id limit 1`,
  });
  const head = await target.keeper.head(row!.store_key);
  assert.deepEqual(head, { bytes: row!.bytes });

  await t.test('one that lacks its end, or a file, is refused', async () => {
    const file = keys.find((key) => key.startsWith('media/'))!;
    await at('one').bucket.remove(file);
    const lacking = await restore(empty, 'one');
    assert.match(sentenceOf(lacking.restored), /^The backup is not whole: \d+ of its \d+ media files are there\.$/);
    await at('one').bucket.remove(endName);
    const cut = await restore(empty, 'one');
    assert.match(sentenceOf(cut.restored), / is no backup of Afterimage, or is cut off\.$/);
    const nothing = await restore(empty, 'nowhere');
    assert.match(sentenceOf(nothing.restored), / is no backup of Afterimage, or is cut off\.$/);
  });
});

test('a name that could leave the prefix is never used', () => {
  for (const name of ['', '..', 'a/../b', '/a', 'a//b', '.a', 'a/.b', 'a b', 'ä']) {
    assert.throws(() => checkEntryName(name), TypeError, name);
  }
  for (const name of [endName, 'secret.key', 'database/generations/000001.gz', 'media/ab/cd/e-f']) checkEntryName(name);
});

/** A service that was backed up while it ran comes back whole: money, generations, media, keys, links and what still waits. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, open, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { createArchive, openArchive } from '../../src/backup/archive.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { endName, type Manifest, manifestName } from '../../src/backup/manifest.ts';
import { type Restored, restoreBackup } from '../../src/backup/restore-backup.ts';
import { lookAtSchema, migrate, migrateUntil, migrationsFolder, readMigrations } from '../../src/db/migrate.ts';
import { audit } from '../../src/ledger/audit.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, startTestService, testSettings } from '../support/service.ts';

const version = '1.2.3';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function emptied(t: TestContext): Promise<TestDatabase> {
  const database = await testDatabase(t);
  await database.db.query({ text: 'drop schema public cascade; create schema public' });
  return database;
}

const mediaOf = (dataFolder: string) => openMediaStores({ folder: join(dataFolder, 'media') });

async function restoreInto(t: TestContext, { db, settings: connection }: TestDatabase, file: string) {
  const dataFolder = await temporaryFolder(t);
  const keys: (string | null)[] = [];
  const takeKey = async (text: string | null) => {
    keys.push(text);
    return null;
  };
  const stores = await mediaOf(dataFolder);
  const input = { name: file, archive: await openArchive(file) };
  const restored = await restoreBackup({ db, connection, stores, version, takeKey }, input);
  return { restored, dataFolder, keys };
}

const sentenceOf = (restored: Restored) => (restored.outcome === 'refused' ? restored.sentence : 'it was restored');

test('what was backed up while the service ran comes back whole, and goes on', async (t) => {
  // Hooks run in the order of their making: services stop before their databases go.
  const stops: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const stop of stops) await stop();
  });
  const secretKey = randomBytes(32).toString('base64');
  const source = await startTestService(t, { env: { AFTERIMAGE_SECRET_KEY: secretKey } });
  const account = await source.account({ credit: '5' });
  const made = (await account.live.submit('/v1/delta/generate', { prompt: 'a red fox\tin\nsnow \\ "quoted"' })).body;
  const refunded = (await account.sandbox.submit('/v1/delta/generate', { prompt: '[[fail TIMEOUT]] a fox' })).body;
  const waiting = (await account.sandbox.submit('/v1/delta/generate', { prompt: '[[queue 3600]] a fox' })).body;
  assert.equal(await source.ended(String(made['task_uuid'])), 'completed');
  assert.equal(await source.ended(String(refunded['task_uuid'])), 'failed');
  const record = (await account.live.get(`/v1/delta/generations/${made['task_uuid']}`)).body;
  const link = new URL(String(record['result_image_url']));
  const bytes = (await source.ask('GET', link.href)).bytes;

  const file = join(await temporaryFolder(t), 'afterimage.tar');
  const stores = await mediaOf(source.settings.dataFolder);
  const connection = { url: source.settings.databaseUrl! };
  const backup = await makeBackup({ connection, stores, version, key: 'a key\n' }, await createArchive(file));
  assert.deepEqual(backup.missing, []);
  assert.equal(backup.rows['generations'], 3);
  assert.ok(backup.media >= 1 && backup.media_bytes >= bytes.length);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const balances = [await account.live.balance(), await account.sandbox.balance()];
  await source.stop();

  const target = await emptied(t);
  const { restored, dataFolder, keys } = await restoreInto(t, target, file);
  assert.equal(restored.outcome, 'restored', sentenceOf(restored));
  assert.deepEqual(keys, ['a key\n']);
  assert.equal((await audit(target.db)).ok, true);

  const env = { DATABASE_URL: target.url, AFTERIMAGE_SECRET_KEY: secretKey, AFTERIMAGE_DATA_DIR: dataFolder };
  const settings = await testSettings(t, { env });
  const again = await openTestService(t, { db: target.db, settings, families });
  stops.push(again.stop);
  const ask = (key: string, path: string) => again.ask('GET', path, { headers: { authorization: `Bearer ${key}` } });
  const now = (await ask(account.live.key, `/v1/delta/generations/${made['task_uuid']}`)).body;
  assert.deepEqual(
    [now['status'], now['prompt'], now['created_at']],
    [record['status'], record['prompt'], record['created_at']],
  );
  const served = await again.ask('GET', link.pathname + link.search);
  assert.deepEqual([served.status, served.bytes.equals(bytes)], [200, true], 'a link from before still works');
  const balanceOf = async (key: string) => (await ask(key, '/v1/data/balance')).body['balance'];
  assert.deepEqual([await balanceOf(account.live.key), await balanceOf(account.sandbox.key)], balances);
  assert.equal(
    (await ask(account.sandbox.key, `/v1/delta/generations/${waiting['task_uuid']}`)).body['status'],
    'pending',
  );

  // It goes on: triggers are in force, numbers are drawn, work is done and told.
  const headers = { authorization: `Bearer ${account.live.key}` };
  const more = await again.ask('POST', '/v1/delta/generate', { headers, body: { prompt: 'a hare' } });
  const id = String(more.body['task_uuid']);
  assert.equal(await again.ended(id), 'completed');
  await eventually(
    async () => (await ask(account.live.key, `/v1/delta/generations/${id}?wait=5`)).body['status'] === 'completed',
  );
  await assert.rejects(target.db.query({ text: `delete from generations where id = '${id}'` }));
  assert.equal((await audit(target.db)).ok, true);
  await again.stop();

  const refusal = await restoreInto(t, target, file);
  assert.match(sentenceOf(refusal.restored), /^The database is not empty: there are rows in \w+\. /);
});

/** The same backup with another manifest. */
async function rewritten(t: TestContext, file: string, change: (manifest: Manifest) => object): Promise<string> {
  const archive = (await openArchive(file))!;
  const output = join(await temporaryFolder(t), 'changed.tar');
  const writer = await createArchive(output);
  for (const entry of archive.entries) {
    const content = await archive.read(entry);
    const isManifest = entry.name === manifestName;
    const text = isManifest ? Buffer.from(JSON.stringify(change(JSON.parse(content.toString())))) : content;
    await writer.add(entry.name, text.length, [text]);
  }
  await writer.finish();
  await archive.close();
  return output;
}

test('a backup of a newer version, one that is cut off and one that is none are refused, and nothing is made', async (t) => {
  const source = await testDatabase(t);
  const file = join(await temporaryFolder(t), 'afterimage.tar');
  const stores = await mediaOf(await temporaryFolder(t));
  await makeBackup({ connection: source.settings, stores, version, key: null }, await createArchive(file));
  const target = await emptied(t);
  const newer = (change: (manifest: Manifest) => object) => rewritten(t, file, change);
  const cut = `${file}.cut`;
  await copyFile(file, cut);
  await truncate(cut, (await stat(file)).size - 1_500);
  const none = `${file}.none`;
  await (await open(none, 'w')).close();
  const endless = await rewritten(t, file, (manifest) => manifest);
  const known = (await readMigrations(migrationsFolder)).length;
  const cases: [file: string, sentence: RegExp][] = [
    [await newer((manifest) => ({ ...manifest, format: 2 })), /^The backup was made by Afterimage 1\.2\.3 in form 2, /],
    [
      await newer((manifest) => ({ ...manifest, migrations: [...manifest.migrations, '9999_later.sql'] })),
      /^The backup was made by Afterimage 1\.2\.3 with 9999_later\.sql, which this one \(1\.2\.3\) does not know/,
    ],
    [cut, / is no backup of Afterimage, or is cut off\.$/],
    [none, / is no backup of Afterimage, or is cut off\.$/],
  ];
  for (const [wrong, sentence] of cases) {
    assert.match(sentenceOf((await restoreInto(t, target, wrong)).restored), sentence);
  }
  assert.equal((await lookAtSchema(target.db, migrationsFolder)).pending.length, known);
  assert.equal((await restoreInto(t, target, endless)).restored.outcome, 'restored');
});

test('a backup of an older schema is brought up to date with its rows', async (t) => {
  const source = await emptied(t);
  const all = (await readMigrations(migrationsFolder)).map(({ name }) => name);
  const older = all.find((name) => name.startsWith('0115'))!;
  await migrateUntil(source.db, migrationsFolder, older);
  await source.db.query({ text: `insert into maintenance (family) values ('beta')` });
  const file = join(await temporaryFolder(t), 'afterimage.tar');
  const stores = await mediaOf(await temporaryFolder(t));
  const { migrations } = await makeBackup(
    { connection: source.settings, stores, version, key: null },
    await createArchive(file),
  );
  assert.equal(migrations.at(-1), older);
  const target = await emptied(t);
  assert.equal((await restoreInto(t, target, file)).restored.outcome, 'restored');
  assert.deepEqual(await target.db.query({ text: 'select family from maintenance' }), [{ family: 'beta' }]);
  assert.deepEqual((await lookAtSchema(target.db, migrationsFolder)).pending, []);
  assert.deepEqual(await migrate(target.db, migrationsFolder), []);
  const archive = (await openArchive(file))!;
  t.after(() => archive.close());
  assert.equal(archive.entries.at(-1)!.name, endName);
});

/** An account that leaves takes everything with it in one file, and nothing of it stays but the amounts. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchive } from '../../src/backup/archive.ts';
import { audit } from '../../src/ledger/audit.ts';
import { balanceOf } from '../../src/ledger/balance.ts';
import { StoreUnavailable } from '../../src/media/media-store.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { eraseAccount } from '../../src/records/erase-account.ts';
import { exportAccount } from '../../src/records/export-account.ts';
import { RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const secretWord = 'quincunx';

test('an account is exported whole, and erased to the last word while the service runs', async (t) => {
  const service = await startTestService(t);
  const { db, settings } = service;
  const leaving = await service.account({ credit: '5' });
  const staying = await service.account({ credit: '5' });
  const prompt = `a red fox, ${secretWord}`;
  const made = (await leaving.live.submit('/v1/delta/generate', { prompt })).body;
  const failed = (await leaving.sandbox.submit('/v1/delta/generate', { prompt: `[[fail TIMEOUT]] ${prompt}` })).body;
  const theirs = (await staying.live.submit('/v1/delta/generate', { prompt: 'a blue fox' })).body;
  for (const { task_uuid: id } of [made, failed, theirs]) await service.ended(String(id));
  // One that has not ended when its account leaves.
  await leaving.sandbox.submit('/v1/delta/generate', { prompt: `[[queue 3600]] ${prompt}` });
  const link = String((await leaving.live.get(`/v1/delta/generations/${made['task_uuid']}`)).body['result_image_url']);
  const bytes = (await service.ask('GET', link)).bytes;
  const ids = { id: leaving.id, sandboxId: leaving.sandboxId };
  const [owner] = await db.query<{ email: string }>({ text: 'select email from accounts where id = $1' }, [ids.id]);
  const stores = await openMediaStores({ folder: join(settings.dataFolder, 'media') });

  await t.test('the file holds its rows and its media, and no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'afterimage-export-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const output = join(folder, 'all.tar');
    const exported = await exportAccount({ db, stores }, ids, output);
    assert.deepEqual([exported.rows['generations'], exported.rows['accounts'], exported.missing], [3, 2, []]);
    const archive = (await openArchive(output))!;
    const entry = (name: string) => archive.entries.find((one) => one.name.startsWith(name))!;
    const lines = async (name: string) =>
      (await archive.read(entry(name)))
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const generations = await lines('generations.jsonl');
    assert.deepEqual(
      generations.map((one) => String(one['prompt']).includes(secretWord)),
      [true, true, true],
    );
    const output_id = generations.find(({ id }) => id === made['task_uuid'])!['output_media_id'];
    assert.deepEqual(await archive.read(entry(`media/${output_id}`)), bytes);
    assert.equal((await lines('ledger.jsonl')).filter(({ kind }) => kind === 'charge').length, 3);
    const all = Buffer.concat(await Promise.all(archive.entries.map((one) => archive.read(one))));
    assert.ok(!all.includes(leaving.live.key));
    await archive.close();
  });

  await t.test('a store that cannot be used stops it before anything is done', async () => {
    const away = { ...stores.keeper, look: async () => Promise.reject(new StoreUnavailable('It is away.')) };
    const services = { db, stores: { at: () => away }, refunds: settings.refunds, note: async () => {} };
    await assert.rejects(eraseAccount(services, ids), /It is away\./);
    const waiting = `select from generations where account_id = $1 and finished_at is null`;
    assert.equal((await db.query({ text: waiting }, [ids.sandboxId])).length, 1);
    assert.equal((await leaving.live.get(`/v1/delta/generations/${made['task_uuid']}`)).status, 200);
    const suspended = `select from accounts where id = $1 and suspended_at is not null`;
    assert.equal((await db.query({ text: suspended }, [ids.id])).length, 0);
  });

  await t.test('nothing of it is left, the others have all of theirs, and the money agrees', async () => {
    const balance = await balanceOf(db, ids.id);
    const services = { db, stores, refunds: settings.refunds, note: async () => {} };
    const erased = await eraseAccount(services, ids);
    assert.deepEqual([erased.generations, erased.cancelled], [3, 1]);
    assert.ok(erased.media >= 1);
    const dump = await db.query<{ text: string }>({
      text: `select query_to_xml(format('select * from %I', table_name), true, false, '')::text as text
        from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    });
    const everything = dump.map(({ text }) => text).join('\n');
    for (const word of [secretWord, owner!.email]) assert.ok(!everything.includes(word), `${word} is still there`);
    assert.equal((await service.ask('GET', link)).status, 410);
    assert.equal((await leaving.live.get(`/v1/delta/generations/${made['task_uuid']}`)).status, 401);
    assert.equal((await staying.live.get(`/v1/delta/generations/${theirs['task_uuid']}`)).status, 200);
    assert.equal(await balanceOf(db, ids.id), balance);
    assert.deepEqual((await audit(db)).problems, []);
    // Whatever ended it midway, the same again goes on.
    assert.deepEqual(await eraseAccount(services, ids), {
      cancelled: 0,
      generations: 0,
      media: 0,
      people: 0,
    });
  });
});

test('a submit whose body is on its way while its account is erased is refused, and nothing is kept of it', async (t) => {
  const service = await startTestService(t);
  const { db, settings } = service;
  const leaving = await service.account({ credit: '5' });
  const stores = await openMediaStores({ folder: join(settings.dataFolder, 'media') });
  const body = JSON.stringify({ prompt: `a red fox, ${secretWord}` });
  const raw = await RawConnection.open(t, Number(new URL(service.url).port));
  raw.send(
    `POST /v1/delta/generate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${leaving.live.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  const ids = { id: leaving.id, sandboxId: leaving.sandboxId };
  await eraseAccount({ db, stores, refunds: settings.refunds, note: async () => {} }, ids);
  raw.send(body.slice(10));
  assert.equal((await raw.answer()).status, 403);
  const text = 'select id from generations where account_id = $1';
  assert.deepEqual(await db.query({ text }, [leaving.id]), []);
});

/** What media leaves behind: nothing of a submit that was not accepted, and no row of a file that is long gone. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import sharp from 'sharp';
import { purgeRemovedMedia } from '../../src/media/keep-files.ts';
import { openTestService, startTestService, type TestService } from '../support/service.ts';

async function filesOf({ settings }: TestService): Promise<string[]> {
  const entries = await readdir(join(settings.dataFolder, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const rowsOf = ({ db }: TestService) => db.query<{ id: string }>({ text: 'select id from media_objects' });

async function picture(): Promise<string> {
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } });
  return `data:image/jpeg;base64,${(await image.jpeg().toBuffer()).toString('base64')}`;
}

test('a submit that cannot be paid leaves no file and no row, also when several race for the last cent', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account({ credit: '0.02' });
  const body = { prompt: 'a cat', images: [await picture()] };
  const answers = await Promise.all(Array.from({ length: 8 }, () => account.live.submit('/v1/delta/generate', body)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 402, 402, 402, 402, 402, 402, 402]);
  assert.equal((await rowsOf(service)).length, 1);
  assert.equal((await filesOf(service)).length, 1);
});

test('rows of media that was removed long ago are purged, and what speaks of them goes on', async (t) => {
  const service = await startTestService(t);
  const { live } = await service.account();
  const body = { prompt: 'a cat', images: [await picture()] };
  const submitted = (await live.submit('/v1/delta/generate', body)).body;
  const id = String(submitted['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  const link = String((await live.get(`/v1/delta/generations/${id}`)).body['result_image_url']);
  await service.db.query({
    text: `update media_objects set expires_at = now() - interval '31 days',
    removed_at = now() - interval '29 days'`,
  });
  await purgeRemovedMedia(service);
  assert.ok((await rowsOf(service)).length >= 3, 'the input, the output and its poster');
  await service.db.query({ text: `update media_objects set removed_at = now() - interval '31 days'` });
  assert.equal(await purgeRemovedMedia(service), 'done');
  assert.deepEqual(await rowsOf(service), []);
  // A process that has not seen the record before.
  const fresh = await openTestService(t, { db: service.db, settings: service.settings, families });
  const get = (path: string) => fresh.ask('GET', path, { headers: { authorization: `Bearer ${live.key}` } });
  const record = (await get(`/v1/delta/generations/${id}`)).body;
  assert.deepEqual([record['status'], record['result_image_url']], ['completed', null]);
  assert.equal((await fresh.ask('GET', new URL(link).pathname + new URL(link).search)).status, 410);
  assert.equal((await get(`/api/generations/${id}`)).status, 200);
});

test('a poster lies beside its output, so that one new folder has to reach the disk', async (t) => {
  const service = await startTestService(t);
  const { live } = await service.account();
  const submitted = (await live.submit('/v1/delta/generate', { prompt: 'a cat' })).body;
  assert.equal(await service.ended(String(submitted['task_uuid'])), 'completed');
  const text = `select purpose, store_key from media_objects order by purpose`;
  const rows = await service.db.query<{ purpose: string; store_key: string }>({ text });
  assert.deepEqual(
    rows.map(({ purpose }) => purpose),
    ['output', 'poster'],
  );
  const [output, poster] = rows.map(({ store_key }) => dirname(store_key));
  assert.equal(output, poster);
});

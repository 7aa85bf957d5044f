/** A file that has lost bytes is not served as if it were whole. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { writeLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';
import { openTestService, testSettings } from '../support/service.ts';

test('a damaged file is as good as gone and told in the log, and the connection goes on with the next answer', async (t) => {
  let stop = async () => {};
  t.after(() => stop());
  const { db, url } = await testDatabase(t);
  const settings = await testSettings(t, { env: { DATABASE_URL: url } });
  const lines: Record<string, unknown>[] = [];
  const log = writeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const service = await openTestService(t, { db, settings, families, log });
  stop = service.stop;
  const { live } = await service.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a paper boat' });
  const id = body['task_uuid'] as string;
  assert.equal(await service.ended(id), 'completed');
  const record = await live.get(`/v1/delta/generations/${id}`);
  const link = record.body['result_image_url'] as string;
  assert.equal((await service.ask('GET', link)).status, 200);

  // The picture and its poster.
  for (const file of globSync(`${service.settings.dataFolder}/media/objects/*/*/*`)) await truncate(file, 100);
  const ranged = (range: string) => service.ask('GET', link, { headers: { range } });
  for (const damaged of [await service.ask('GET', link), await ranged('bytes=50-'), await ranged('bytes=200-299')]) {
    assert.deepEqual([damaged.status, damaged.body['code']], [410, 'LINK_EXPIRED']);
  }
  assert.equal((await service.ask('HEAD', link)).status, 410);
  const told = lines.filter(({ msg }) => msg === 'a media file is damaged').map(({ err }) => JSON.stringify(err));
  assert.equal(told.length, 4);
  assert.match(told[0]!, /Media object \S+ in folder is damaged: 100 of \d+ bytes\./);
  assert.equal((await service.ask('GET', '/healthz')).status, 200);
});

/** A file that has lost bytes is not served as if it were whole. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('a damaged file is a 500, and the connection goes on with the next answer', async (t) => {
  const service = await startTestService(t);
  const { live } = await service.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a paper boat' });
  const id = body['task_uuid'] as string;
  assert.equal(await service.ended(id), 'completed');
  const record = await live.get(`/v1/delta/generations/${id}`);
  const link = record.body['result_image_url'] as string;
  assert.equal((await service.ask('GET', link)).status, 200);

  // The picture and its poster.
  for (const file of globSync(`${service.settings.dataFolder}/media/objects/*/*/*`)) await truncate(file, 100);
  const damaged = await service.ask('GET', link);
  assert.equal(damaged.status, 500);
  assert.deepEqual(damaged.body, { detail: 'Internal server error' });
  assert.equal((await service.ask('GET', '/healthz')).status, 200);
});

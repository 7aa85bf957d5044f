/** Two processes on one database, each with a folder of its own for media: whoever lacks what the other keeps says so. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { eventually } from '../support/eventually.ts';
import { openTestService, startTestService } from '../support/service.ts';

test('a process that does not see the folder of the others is ready with a warning', async (t) => {
  const timings = { folderSeconds: 0.1 };
  const one = await startTestService(t, {
    timings,
    env: { AFTERIMAGE_SECRET_KEY: randomBytes(32).toString('base64') },
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'afterimage-other-'));
  t.after(() => rm(dataFolder, { recursive: true, force: true }));
  const settings = { ...one.settings, dataFolder, roles: { api: true, worker: false } };
  const other = await openTestService(t, { db: one.db, settings, families, timings });
  const warningsOf = async ({ ask }: typeof one) => (await ask('GET', '/readyz')).body['warnings'] ?? [];
  assert.deepEqual(await warningsOf(other), []);

  const { live } = await one.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a fox' });
  assert.equal(await one.ended(String(body['task_uuid'])), 'completed');
  const [warning] = await eventually(async () => {
    const told = await warningsOf(other);
    return (told as string[]).length > 0 && (told as string[]);
  });
  assert.match(warning!, /^The newest files of this database are not in the media folder .+ AFTERIMAGE_MEDIA/);
  assert.deepEqual(await warningsOf(one), []);
});

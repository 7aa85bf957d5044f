/** Maintenance of one family: its submits get 503, what it accepted before runs on, the others notice nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endMaintenance, startMaintenance } from '../../src/maintenance/store.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

test('maintenance refuses new work and lets the accepted run on', async (t) => {
  const service = await startTestService(t);
  const { live, sandbox } = await service.account();
  const body = { prompt: 'a red fox' };
  const { body: running } = await sandbox.submit('/v1/delta/generate', { prompt: 'a red fox [[slow 2]]' });
  const before = await live.balance();

  await startMaintenance(service.db, 'delta');
  const refused = await eventually(async () => {
    const answer = await live.submit('/v1/delta/generate', { prompt: '' });
    return answer.status === 503 ? answer : undefined;
  });
  assert.deepEqual(refused.body, { detail: 'The service is under maintenance', code: 'MAINTENANCE' });
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(await live.balance(), before);

  assert.equal((await live.submit('/v1/epsilon-images/generate', { prompt: '' })).status, 400);
  const id = String(running['task_uuid']);
  assert.equal((await sandbox.get(`/v1/delta/generations/${id}`)).status, 200);
  assert.equal(await service.ended(id), 'completed');

  await endMaintenance(service.db, 'delta');
  const accepted = await eventually(async () => {
    const answer = await live.submit('/v1/delta/generate', body);
    return answer.status === 200 ? answer : undefined;
  });
  assert.equal(accepted.body['status'], 'pending');
});

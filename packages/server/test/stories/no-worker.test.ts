/** A service without a worker: what it has accepted still ends at its limit, with its price given back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('with only api processes a generation still ends at its time limit, refunded', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' }, file: { time_limits: { delta: 1 } } });
  const account = await service.account({ credit: '1' });
  const submitted = (await account.live.submit('/v1/delta/generate', { prompt: 'a cat' })).body;
  assert.equal(await account.live.balance(), 0.98);
  assert.equal(await service.ended(String(submitted['task_uuid'])), 'failed');
  assert.equal(await account.live.balance(), 1);
  assert.equal((await service.audit()).ok, true);
});

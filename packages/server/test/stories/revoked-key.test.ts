/** A key that is revoked stops working within a second, in every process, even while it is in constant use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { revokeKey } from '../../src/accounts/api-keys.ts';
import { openTestService, startTestService } from '../support/service.ts';

test('a revoked key is refused within a second in every process', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const second = await openTestService(t, { ...service, families });
  const { live } = await service.account();
  const headers = { authorization: `Bearer ${live.key}` };
  const inBoth = () => Promise.all([service, second].map((one) => one.ask('GET', '/v1/data/balance', { headers })));
  for (const answer of await inBoth()) assert.equal(answer.status, 200);

  await revokeKey(service.db, live.keyId);
  const revokedAt = performance.now();
  while (performance.now() - revokedAt < 1_000) await inBoth();
  // Nothing is waited for: whatever a process still believes, it read before, and a busy machine answers late but no otherwise.
  for (const { status, body } of await inBoth()) {
    assert.deepEqual([status, body], [401, { error: 'Unauthorized', message: 'Invalid API key' }]);
  }
});

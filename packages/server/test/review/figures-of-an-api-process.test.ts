/** With the roles apart, the queue can still be seen: workers answer no HTTP, so the api process tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

test('a process with the api role alone shows the waiting generations on /metrics', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  await live.submit('/v1/delta/generate', { prompt: 'a fox' });
  const { bytes } = await service.ask('GET', '/metrics');
  assert.match(bytes.toString(), /^afterimage_generations_unfinished\{name="studio waiting"\} 1$/m);
});

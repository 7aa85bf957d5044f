/** With the roles apart, the work can still be watched: workers answer no HTTP, so the api process tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { events } from '../../src/webhooks/events.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver, trustedAuthority } from '../support/receiver.ts';
import { loopback, openTestService, startTestService } from '../support/service.ts';

test('a process with the api role alone shows the waiting generations on /metrics', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a fox' });
  // When it was made is final, as a charge is; the database of this test lets it be told otherwise.
  await service.db.query({ text: 'alter table generations disable trigger generations_charge_final' });
  const madeOlder = { text: `update generations set created_at = created_at - interval '90 seconds' where id = $1` };
  await service.db.query(madeOlder, [body['task_uuid']]);
  const { bytes } = await service.ask('GET', '/metrics');
  assert.match(bytes.toString(), /^afterimage_generations_unfinished\{name="studio waiting"\} 1$/m);
  assert.match(bytes.toString(), /^afterimage_generations_unfinished\{name="studio running"\} 0$/m);
  const [, seconds] = /^afterimage_generations_oldest_seconds\{name="studio"\} ([\d.]+)$/m.exec(bytes.toString()) ?? [];
  assert.ok(Number(seconds) >= 90 && Number(seconds) < 600, `${seconds} s`);
});

test('how generations, refunds and webhooks of a worker ended is told by the api process', async (t) => {
  const refusals = [500];
  const receiver = await startReceiver(t, (response) => response.writeHead(refusals.shift() ?? 204).end(), {
    certificate: trustedAuthority().issue(['127.0.0.1']),
  });
  const env = { AFTERIMAGE_EGRESS_ALLOW: loopback, AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '0' };
  const api = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', ...env } });
  const { sandbox } = await api.account();
  for (const prompt of ['a fox [[fail API_ERROR]]', 'a fox [[fail MODERATION_FAILED]]']) {
    assert.equal((await sandbox.submit('/v1/delta/generate', { prompt, callback_url: receiver.url })).status, 200);
  }
  const settings = { ...api.settings, roles: { api: false, worker: true } };
  await openTestService(t, { db: api.db, settings, families });
  const told = 2 * events.filter((event) => 'toldAt' in event && event.toldAt.includes('failed')).length;
  const expected = [
    'afterimage_generations_last_hour{name="completed"} 0',
    'afterimage_generations_last_hour{name="failed"} 2',
    'afterimage_generations_last_hour{name="refunded"} 1',
    'afterimage_webhooks_waiting{name="waiting"} 0',
    'afterimage_webhooks_overdue_seconds{name="oldest"} 0',
    `afterimage_webhooks_last_hour{name="delivered"} ${told}`,
    'afterimage_webhooks_last_hour{name="failed"} 0',
    `afterimage_webhook_attempts_last_hour{name="delivered"} ${told}`,
    'afterimage_webhook_attempts_last_hour{name="failed"} 1',
  ];
  let missing: string[] = [];
  await eventually(async () => {
    const lines = (await api.ask('GET', '/metrics')).bytes.toString().split('\n');
    missing = expected.filter((line) => !lines.includes(line));
    return missing.length === 0 || undefined;
  }).catch(() => assert.deepEqual(missing, []));
});

/** Out of credits: however many race for the last cent, exactly as many are accepted as are paid for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { loopback, openTestService, startTestService } from '../support/service.ts';

test('forty submits race for the money of fifteen, in two processes', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const second = await openTestService(t, { ...service, families });
  const { live } = await service.account({ credit: '0.3000' });
  const body = { prompt: 'a fox' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? service : second).ask('POST', '/v1/delta/generate', {
        body,
        headers: { authorization: `Bearer ${live.key}` },
      }),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 402);
  assert.deepEqual([accepted.length, refused.length], [15, 25]);
  for (const answer of refused) {
    assert.equal(answer.body['code'], 'INSUFFICIENT_CREDITS');
    assert.equal(answer.body['price'], '0.0200');
    assert.ok(Number(answer.body['balance']) >= 0);
  }
  assert.equal(await live.balance(), 0);
  assert.equal((await live.get('/v1/delta/generations?limit=100')).list.length, 15);
  assert.equal((await service.audit()).ok, true);
});

test('a small job is not refused because a larger one of the same moment was', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account({ credit: '0.0500' });
  const answers = await Promise.all([
    live.submit('/v1/gamma/generate', { prompt: 'a fox in fresh snow' }),
    live.submit('/v1/delta/generate', { prompt: 'a fox' }),
    live.submit('/v1/gamma/generate', { prompt: 'a fox in fresh snow' }),
    live.submit('/v1/delta/generate', { prompt: 'a fox' }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [402, 200, 402, 200],
  );
  assert.equal(await live.balance(), 0.01);
  assert.equal((await service.audit()).ok, true);
});

/** Time limits count from submission, queue time included: TIMEOUT, the money back once, one webhook. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutside } from '../support/outside-world.ts';
import { loopback, startTestService } from '../support/service.ts';

test('a generation past its time limit ends with TIMEOUT, refunded, announced once', async (t) => {
  const outside = await openOutside(t);
  const service = await startTestService(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback },
    file: { time_limits: { gamma: 2, 'alpha-o3-video': 2, beta: 1 } },
  });
  const { sandbox } = await service.account();
  const callback_url = outside.hook;

  const hanging = await sandbox.submit('/v1/gamma/generate', { prompt: 'a fox in snow [[hang]]', callback_url });
  await service.reached(String(hanging.body['generation_id']), 'processing');
  const waiting = await sandbox.submit('/v1/alpha/o3-video/generate', { prompt: 'a fox [[queue 60]]', callback_url });
  const slow = await sandbox.submit('/v1/beta/generate', { prompt: 'a fox [[slow 60]]', callback_url });
  const refused = await sandbox.submit('/v1/gamma/generate', { prompt: 'a fox in snow [[hang]]', callback_url: 'x' });
  assert.equal(refused.status, 400);
  // Not the balance, to which the first may have come back already.
  const charged = await service.db.query({ text: 'select sum(price)::integer as sum from generations' });
  assert.deepEqual(charged, [{ sum: 4000 + 4200 + 1500 }]);
  const ids = [hanging, waiting, slow].map(({ body }) => String(body['generation_id']));

  for (const id of ids) assert.equal(await service.ended(id), 'failed');
  const records = [
    (await sandbox.get(`/v1/gamma/generations/${ids[0]}`)).body,
    (await sandbox.get(`/v1/alpha/o3-video/generations/${ids[1]}`)).body,
    (await sandbox.get(`/v1/beta/generations/${ids[2]}/`)).body,
  ];
  const [gamma, o3, beta] = records;
  assert.deepEqual(gamma!['error'], {
    message: 'TIMEOUT',
    details: { reason: 'The generation exceeded its time limit.' },
  });
  assert.deepEqual([o3!['status'], o3!['message']], ['failed', 'TIMEOUT']);
  assert.deepEqual([beta!['status'], beta!['error_message'], beta!['progress_pct']], ['failed', 'TIMEOUT', null]);

  const took = Date.parse(String(gamma!['completed_at'])) - Date.parse(String(gamma!['created_at']));
  assert.ok(took >= 2_000, `gamma may have 2 s and had ${took} ms`);
  assert.equal(await sandbox.balance(), 1000);

  const { payload } = await outside.eventAbout(ids[0]!);
  assert.deepEqual(payload, gamma);
  assert.equal((await outside.eventAbout(ids[1]!)).payload['message'], 'TIMEOUT');
  assert.deepEqual((await outside.eventAbout(ids[2]!)).payload, beta);
  for (const id of ids) assert.equal(outside.eventsAbout(id).length, 1);
  assert.equal((await service.audit()).ok, true);
});

/** From submit to webhook: signed, sent again with the same bytes until it is taken, and carrying a link that works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openKeyring } from '../../src/accounts/open-keyring.ts';
import { createWebhookSecrets } from '../../src/accounts/webhook-secrets.ts';
import { eventually } from '../support/eventually.ts';
import { isEnd, startReceiver, trustedAuthority } from '../support/receiver.ts';
import { loopback, startTestService } from '../support/service.ts';

const certificate = trustedAuthority().issue(['127.0.0.1']);

test('a finished generation announces itself until the receiver takes it', async (t) => {
  const refusals = [500, 302];
  const receiver = await startReceiver(
    t,
    (response, event) => {
      const status = (isEnd(event) ? refusals.shift() : undefined) ?? 204;
      response.writeHead(status, { location: 'https://example.com/' }).end('later');
    },
    { certificate },
  );
  const service = await startTestService(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback, AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '0.2' },
  });
  const { id: accountId, live } = await service.account();
  const body = { prompt: 'a red fox', callback_url: receiver.url };
  const { body: submitted } = await live.submit('/v1/delta/generate', body);
  await service.ended(String(submitted['task_uuid']));
  const ends = await eventually(() => {
    const told = receiver.received.filter(isEnd);
    return told.length === 3 && told;
  });

  const [first, second, third] = ends;
  const record = (await live.get(`/v1/delta/generations/${submitted['task_uuid']}`)).body;
  assert.deepEqual(JSON.parse(first!.body), record);
  assert.equal((await service.ask('GET', String(record['result_image_url']))).headers['content-type'], 'image/jpeg');

  assert.deepEqual([second!.body, third!.body], [first!.body, first!.body]);
  const ids = ends.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 1);
  const { db, settings } = service;
  const keyring = await openKeyring(db, settings);
  const [secret] = await createWebhookSecrets({ db, reads: db, keyring }).active(accountId);
  for (const { body: sent, headers } of ends) {
    assert.deepEqual(new Webhook(secret).verify(sent, headers), record);
    assert.equal(headers['content-type'], 'application/json');
    assert.throws(() => new Webhook(secret).verify(sent.replace('completed', 'failed'), headers));
  }
  // From the end of one attempt to the start of the next.
  assert.ok(second!.at - first!.at >= 195 && third!.at - second!.at >= 195);

  const state = await eventually(async () => {
    const [row] = await service.db.query<{ state: string; attempts: number }>({
      text: `select state, attempts from webhook_deliveries where event = 'generation.ended' and state <> 'waiting'`,
    });
    return row;
  });
  assert.deepEqual(state, { state: 'delivered', attempts: 3 });
});

test('after five failed attempts the webhook is marked failed, and the generation is as it was', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(503).end(), { certificate });
  const service = await startTestService(t, {
    env: { AFTERIMAGE_EGRESS_ALLOW: loopback, AFTERIMAGE_WEBHOOK_RETRY_SECONDS: '0' },
  });
  const { sandbox } = await service.account();
  const prompt = 'a fox [[fail VENDOR_DECLINED]]';
  const answer = await sandbox.submit('/v1/epsilon-images/generate', { prompt, callback_url: receiver.url });
  const attempts = await eventually(async () => {
    const [row] = await service.db.query<{ attempts: number }>({
      text: `select attempts from webhook_deliveries where event = 'generation.ended' and state = 'failed'`,
    });
    return row?.attempts;
  });
  assert.equal(attempts, 5);
  assert.equal(receiver.received.filter(isEnd).length, 5);
  const { body: record } = await sandbox.get(`/v1/epsilon-images/generations/${answer.body['task_uuid']}`);
  assert.equal(record['message'], 'VENDOR_DECLINED');
});

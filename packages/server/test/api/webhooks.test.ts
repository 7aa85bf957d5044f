/** Webhooks in the account interface: the log, sending again, tests, the secret; with a real receiver. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { openOutside } from '../support/outside-world.ts';
import { signInAsOwner } from '../support/people.ts';
import { loopback, startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

/** How the log shows the end of these generations; whatever else is told of them stands beside it. */
const ends = ({ body }: { body: Json }) =>
  (body['items'] as Json[]).filter(({ event }) => event === 'generation.failed');

test('webhooks', async (t) => {
  const outside = await openOutside(t);
  const service = await startTestService(t, { env: { AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const failing = outside.link('/hook').replace('127.0.0.1', 'localhost.invalid');
  const submit = async (callback_url: string) => {
    const { body } = await account.sandbox.submit('/v1/beta/generate', {
      prompt: 'a fox [[fail TASK_FAILED]]',
      callback_url,
      duration: 10,
    });
    return String(body['generation_id']);
  };
  const good = await submit(outside.hook);
  const bad = await submit(failing);
  await outside.eventAbout(good);
  // Five attempts half a minute apart are not waited for: the last failed one is written as it would be.
  await service.ended(bad);
  const deliveryOf = async (generation: string) =>
    eventually(async () => {
      const log = await owner.get(`/api/deliveries?mode=sandbox&generation=${generation}`);
      return ends(log).find(({ attempts }) => Number(attempts) > 0);
    });
  const delivered = await deliveryOf(good);
  const waiting = await deliveryOf(bad);

  await t.test('the log tells what was sent where, and how it went', () => {
    assert.deepEqual(
      [
        delivered['event'],
        delivered['state'],
        delivered['attempts'],
        delivered['attempts_max'],
        delivered['last_status_code'],
      ],
      ['generation.failed', 'delivered', 1, 5, 200],
    );
    assert.deepEqual([waiting['state'], waiting['last_status_code'], waiting['generation_id']], ['waiting', null, bad]);
    assert.ok(waiting['next_attempt_at']);
  });

  await t.test('filters and pages', async () => {
    const idsAt = async (query: string) =>
      ends(await owner.get(`/api/deliveries?mode=sandbox&${query}`)).map(({ id }) => id);
    assert.deepEqual(await idsAt('state=delivered'), [delivered['id']]);
    assert.deepEqual(await idsAt(`host=${encodeURIComponent(String(waiting['host']))}`), [waiting['id']]);
    assert.deepEqual(await idsAt('state=failed'), []);
    assert.deepEqual(await idsAt('state=waiting'), [waiting['id']], 'also after an attempt');
    assert.deepEqual(await idsAt('state=failing'), [waiting['id']]);
    assert.deepEqual(await idsAt('state=untried'), []);
    const { body } = await owner.get('/api/deliveries?mode=sandbox&limit=1');
    assert.equal(body['next'], (body['items'] as Json[])[0]!['id']);
    const { body: second } = await owner.get(`/api/deliveries?mode=sandbox&limit=1&cursor=${body['next']}`);
    assert.equal((second['items'] as Json[]).length, 1);
    assert.equal((await owner.get('/api/deliveries?cursor=x')).status, 400);
    assert.deepEqual(await idsAt('').then((ids) => ids.length), 2);
    assert.deepEqual((await owner.get('/api/deliveries')).body, { items: [], next: null });
  });

  await t.test('a delivery shows the bytes and headers that were sent', async () => {
    const { body } = await owner.get(`/api/deliveries/${delivered['id']}?mode=sandbox`);
    const { event } = await outside.eventAbout(good);
    assert.equal(body['payload'], event.body);
    const headers = body['request_headers'] as Record<string, string>;
    assert.equal(headers['webhook-id'], event.headers['webhook-id']);
    const { secret } = (await owner.get('/api/webhook-secret?mode=sandbox')).body as { secret: string };
    assert.ok(new Webhook(secret).verify(event.body, headers));
    const [attempt] = body['attempts_made'] as Json[];
    assert.deepEqual([attempt!['number'], attempt!['status_code'], attempt!['error']], [1, 200, null]);
  });

  await t.test('one is sent again with the same id and bytes', async () => {
    const again = await owner.ask('POST', `/api/deliveries/${delivered['id']}/redeliver?mode=sandbox`);
    assert.deepEqual([again.status, again.body], [200, { ok: true }]);
    await eventually(async () => (outside.eventsAbout(good).length === 2 ? true : undefined));
    const [first, second] = outside.eventsAbout(good);
    assert.equal(second!.body, first!.body);
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
  });

  await t.test('all that failed are sent again, and those of others are not', async () => {
    await service.db.query({
      text: `update webhook_deliveries set state = 'failed', next_attempt_at = null, finished_at = now(), worker = null,
        url = '${outside.hook}' where id = '${waiting['id']}'`,
    });
    const stranger = await service.account();
    const none = await stranger.sandbox.ask('POST', '/api/deliveries/redeliver-failed');
    assert.deepEqual(none.body, { scheduled: 0 });
    const all = await owner.ask('POST', '/api/deliveries/redeliver-failed?mode=sandbox');
    assert.deepEqual(all.body, { scheduled: 1 });
    await outside.eventAbout(bad);
  });

  await t.test('a test event arrives, signed', async () => {
    const sent = await owner.ask('POST', '/api/deliveries/test', { body: { url: outside.link('/try') } });
    assert.equal(sent.status, 200);
    const id = String(sent.body['id']);
    const event = await eventually(async () =>
      outside.receiver.received.find(({ headers }) => headers['webhook-id'] === id),
    );
    const { secret } = (await owner.get('/api/webhook-secret')).body as { secret: string };
    assert.ok(new Webhook(secret).verify(event.body, event.headers));
    const shown = await eventually(async () => {
      const { body } = await owner.get(`/api/deliveries/${id}`);
      return body['state'] === 'delivered' ? body : undefined;
    });
    assert.deepEqual([shown['event'], shown['generation_id']], ['test', null]);
  });

  await t.test('a test event of a family has what its events have, for either end', async () => {
    for (const [family, status, code] of [
      ['gamma', 'completed', null],
      ['delta', 'failed', 'message'],
    ] as const) {
      const sent = await owner.ask('POST', '/api/deliveries/test', {
        body: { url: outside.link('/try'), family, status },
      });
      const { payload } = (await owner.get(`/api/deliveries/${sent.body['id']}`)).body as { payload: string };
      const event = JSON.parse(payload) as Record<string, unknown>;
      const { properties } = families.find(({ slug }) => slug === family)!.schemas.webhook as {
        properties: Record<string, unknown>;
      };
      assert.deepEqual(Object.keys(event).toSorted(), Object.keys(properties).toSorted());
      assert.equal(event['status'], status);
      if (code !== null) assert.equal(typeof event[code], 'string');
    }
    const answer = await owner.ask('POST', '/api/deliveries/test', {
      body: { url: outside.link('/try'), family: 'omega' },
    });
    assert.equal((answer.body['errors'] as { field: string }[])[0]!.field, 'family');
  });

  await t.test('a test goes to no address that callbacks may not have, and not without end', async () => {
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/',
      'https://[fd00::1]/',
      'https://user:pw@example.com/',
      'x',
    ]) {
      const answer = await owner.ask('POST', '/api/deliveries/test', { body: { url } });
      assert.equal(answer.status, 400, url);
      assert.equal((answer.body['errors'] as { field: string }[])[0]!.field, 'url');
    }
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const answer = await owner.ask('POST', '/api/deliveries/test', { body: { url: outside.link('/try') } });
      statuses.push(answer.status);
    }
    assert.equal(statuses.at(-1), 429);
  });

  await t.test('a rotated secret signs beside the old one for a day', async () => {
    const before = (await owner.get('/api/webhook-secret')).body;
    assert.equal(before['also_signing_until'], null);
    const after = (await owner.ask('POST', '/api/webhook-secret/rotate')).body;
    assert.notEqual(after['secret'], before['secret']);
    const hours = (Date.parse(String(after['also_signing_until'])) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24);
    assert.deepEqual((await owner.get('/api/webhook-secret')).body, after);
    assert.notEqual((await owner.get('/api/webhook-secret?mode=sandbox')).body['secret'], after['secret']);
  });
});

/** What an engine was asked, and has said, is kept: while the service stops, while the database is away, and when it is handed on. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { usualTimings } from '../../src/assembly/timings.ts';
import { drainEngine } from '../../src/engines/engines-store.ts';
import { openWay } from '../support/database-way.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService, type ServiceOptions } from '../support/service.ts';
import { quickTimings } from '../support/timings.ts';
import { boxEntry, type Filed, openBox, openRunner, picture, quickPoll, reachedState } from './support/runner-bench.ts';
import { openaiKey, openOpenai } from './vendors/openai.ts';
import type { StandIn } from './vendors/stand-in.ts';

/** Holds the reply to the next order: it has come, and waits for the test's word. */
function holdReply(vendor: StandIn, method: 'PUT' | 'POST') {
  const reply = Promise.withResolvers<void>();
  let asked = false;
  vendor.hold = async (call, at) => {
    if (call.method !== method || at !== 'begin' || asked) return;
    asked = true;
    await reply.promise;
  };
  return { asked: () => eventually(() => asked), letGo: reply.resolve };
}

/** Kind `openai`, which nobody can ask about an order whose reply was lost. */
async function openVendor(
  t: TestContext,
  {
    moderation = {},
    ...options
  }: ServiceOptions & { moderation?: Filed['moderation']; through?(url: string): Promise<string> } = {},
) {
  const vendor = await openOpenai();
  t.after(() => vendor.close());
  vendor.outputOf = () => picture;
  const entry = { kind: 'openai', url: `${vendor.url}/v1`, key: { file: 'vendor-key' }, slots: 2, poll: quickPoll };
  const use = (model: string) => [{ engine: 'vendor', model, cost_usd: 0.1 }];
  const routes = [
    { match: { family: 'delta' }, use: use('gpt-image-2') },
    { match: { family: 'alpha-o1-video' }, use: use('Wan2.2') },
  ];
  const filed = { engines: { vendor: entry }, routes, moderation, policy: { unknown_grace: '3s' } };
  const bench = await openRunner(t, filed, { ...options, files: { 'vendor-key': openaiKey } });
  return { vendor, bench, held: holdReply(vendor, 'POST') };
}

test('a paid picture whose reply comes while the service stops is kept', async (t) => {
  const { vendor, bench, held } = await openVendor(t);
  const id = await bench.submit();
  await held.asked();
  const stopped = bench.service.stop();
  held.letGo();
  await stopped;
  assert.equal((await bench.record(id)).status, 'completed');
  assert.equal(vendor.paid.length, 1);
});

test('a paid picture that may not be shown is known to be such, though the service stops meanwhile', async (t) => {
  const refuses = ['/bin/sh', '-c', `sleep 1; echo '{"allow": false, "reason": "not here"}'`];
  const { vendor, bench, held } = await openVendor(t, { moderation: { images: refuses } });
  const id = await bench.submit();
  await held.asked();
  const stopped = bench.service.stop();
  held.letGo();
  await stopped;
  assert.equal((await bench.record(id)).status, 'failed');
  assert.deepEqual(
    (await bench.attemptsOf(id)).map(({ state, error_class }) => [state, error_class]),
    [['failed', 'content_policy']],
  );
  assert.equal(vendor.paid.length, 1);
});

test('the no of a paid engine that comes while the service stops is known to whoever goes on', async (t) => {
  const box = await openBox(t);
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.1 }] }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes });
  box.replies.push({ status: 429, json: { error: { code: 'capacity', message: 'full' } } });
  const held = holdReply(box, 'PUT');
  const id = await bench.submit();
  await held.asked();
  const stopped = bench.service.stop();
  held.letGo();
  await stopped;
  const { db, settings } = bench.service;
  const next = await openTestService(t, { db, settings, families });
  assert.equal(await next.ended(id), 'completed');
  const attempts = await bench.attemptsOf(id);
  assert.deepEqual(
    attempts.map(({ state, cost_usd }) => [state, cost_usd]),
    [
      ['refused', 0],
      ['succeeded', 0.05],
    ],
  );
});

async function openBehindWay(t: TestContext, options: ServiceOptions = {}) {
  let address = '';
  let way: Awaited<ReturnType<typeof openWay>> | undefined;
  const opened = await openVendor(t, {
    ...options,
    async through(url) {
      address = url;
      way = await openWay(t, url);
      const { username, password, pathname } = new URL(url);
      return `postgres://${username}:${password}@127.0.0.1:${way.port}${pathname}?sslmode=disable`;
    },
  });
  const { port, close } = way!;
  return { ...opened, cutDatabase: close, mendDatabase: () => openWay(t, address, { port }) };
}

test('a paid picture that comes while the database is away is kept when it is back', async (t) => {
  const { vendor, bench, held, cutDatabase, mendDatabase } = await openBehindWay(t);
  const id = await bench.submit();
  await held.asked();
  cutDatabase();
  held.letGo();
  await eventually(() => vendor.paid.length === 1);
  await mendDatabase();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(vendor.paid.length, 1);
});

test('a paid picture that comes while the database is away for longer than a lease is kept by the worker that has it', async (t) => {
  const { worker, engines } = usualTimings;
  const timings = {
    ...quickTimings,
    worker,
    engines: { ...quickTimings.engines, passingSeconds: engines.passingSeconds },
  };
  const { vendor, bench, held, cutDatabase, mendDatabase } = await openBehindWay(t, { timings });
  const id = await bench.submit();
  await held.asked();
  cutDatabase();
  held.letGo();
  const isFree = async () => {
    const text = 'select from generations where id = $1 and lease_until < clock_timestamp()';
    return (await bench.service.db.query({ text }, [id])).length === 1;
  };
  await eventually(isFree);
  await mendDatabase();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal((await bench.attemptsOf(id)).length, 1);
  assert.equal(vendor.paid.length, 1);
});

test('a paid order that is accepted while the database is away is found in its table when it is back', async (t) => {
  const { vendor, bench, held, cutDatabase, mendDatabase } = await openBehindWay(t);
  const order = { prompt: 'A red rose at night', duration: '5', aspect_ratio: '16:9' };
  const { body } = await bench.account.live.submit('/v1/alpha/o1-video/generate', order);
  await held.asked();
  cutDatabase();
  held.letGo();
  await mendDatabase();
  await reachedState(bench, String(body['generation_id']), 'accepted');
  assert.equal(vendor.paid.length, 1);
});

test('a paid order that is accepted when another worker has its job already is seen to its end by that worker', async (t) => {
  const { vendor, bench, held } = await openVendor(t);
  const order = { prompt: 'A red rose at night', duration: '5', aspect_ratio: '16:9' };
  const { body } = await bench.account.live.submit('/v1/alpha/o1-video/generate', order);
  const id = String(body['generation_id']);
  await held.asked();
  const isTakenOver = async () => {
    const text = `update generations set lease_until = clock_timestamp() - interval '1 second'
      where id = $1 and attempt = 1 returning id`;
    return (await bench.service.db.query({ text }, [id])).length === 0;
  };
  await eventually(isTakenOver);
  held.letGo();
  await reachedState(bench, id, 'accepted');
  assert.equal(vendor.paid.length, 1);
});

test('a paid order that is accepted when its job was cancelled is known by its name, so that its cost can be', async (t) => {
  const { bench, held } = await openVendor(t);
  const { live } = bench.account;
  const order = { prompt: 'A red rose at night', duration: '5', aspect_ratio: '16:9' };
  const { body } = await live.submit('/v1/alpha/o1-video/generate', order);
  const id = String(body['generation_id']);
  await held.asked();
  assert.equal((await live.ask('DELETE', `/v1/alpha/o1-video/generations/${id}`)).status, 200);
  held.letGo();
  const text = `select state from generation_attempts where generation_id = $1 and vendor_id is not null`;
  const named = () => bench.service.db.query<{ state: string }>({ text }, [id]);
  await eventually(async () => (await named()).length === 1);
});

test('a job that is handed on while its order may be with a free engine is made, and booked, by the next', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box), second: boxEntry(second, { paid: true, daily_cap_usd: 1 }) };
  const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'second', cost_usd: 0.1 }] }];
  const bench = await openRunner(t, { engines, routes, policy: { unknown_grace: '3s' } });
  box.mishaps.push(500, 500, 500, 500);
  const id = await bench.submit();
  await reachedState(bench, id, 'unknown');
  assert.ok(await drainEngine(bench.service.db, 'box'));
  assert.equal(await bench.service.ended(id), 'completed');
  const attempts = await bench.attemptsOf(id);
  assert.deepEqual(
    attempts.map(({ engine, state, cost_usd }) => [engine, state, cost_usd]),
    [
      ['box', 'failed', 0],
      ['second', 'succeeded', 0.05],
    ],
  );
});

test('an order without a reply counts once against a free engine', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box), second: boxEntry(second) };
  const bench = await openRunner(t, {
    engines,
    routes: [{ match: {}, use: [{ engine: 'box' }, { engine: 'second' }] }],
  });
  // Three of the last five cut an engine off.
  box.mishaps.push(500, 500);
  const ids = await Promise.all([bench.submit(), bench.submit()]);
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(second.paid.length, 0);
});

/** One account that asks the account interface without end takes its own share, and keeps no other from its pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiSlots } from '../../src/http/api/api-slots.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService } from '../support/service.ts';

const api = { env: { AFTERIMAGE_ROLES: 'api' } };
const page = '/api/balance?days=90';

test('with 64 pages of one account and its twin under way, the page of another is next', async (t) => {
  const service = await startTestService(t, api);
  const [greedy, other] = [await service.account(), await service.account()];
  for (const { live, sandbox } of [greedy, other]) {
    for (const caller of [live, sandbox]) assert.equal((await caller.get(page)).status, 200);
  }
  const greedyPages = () =>
    Array.from({ length: 64 }, (_, number) => (number % 2 === 0 ? greedy.live : greedy.sandbox).get(page));
  // Connections are made first: else the kernel decides who comes first.
  await Promise.all(greedyPages());
  // Beside other work the one request may leave late: in line behind 64 it would come last each time.
  await eventually(async () => {
    let answered = 0;
    const flood = greedyPages().map((answer) =>
      answer.then(({ status }) => {
        answered += 1;
        return status;
      }),
    );
    assert.equal((await other.live.get(page)).status, 200);
    const before = answered;
    assert.deepEqual([...new Set(await Promise.all(flood))], [200], 'they waited, and were answered');
    return before < 16;
  });
});

test('whoever has many waiting rests after each answer; whoever asks for a page does not', async () => {
  const slots = createApiSlots();
  const answerMilliseconds = 25;
  const answered = async (owner: string) => {
    const slot = await slots.take(owner);
    assert.notEqual(slot, 'busy');
    await pause(answerMilliseconds);
    if (slot !== 'busy') slot.giveBack();
  };
  const all = async (owner: string, count: number) => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: count }, () => answered(owner)));
    return performance.now() - begun;
  };
  // Two at a time: twenty for each of its two slots, of which fifteen or so are followed by a rest.
  const [answers, rests] = [20 * answerMilliseconds, 10 * answerMilliseconds];
  assert.ok((await all('a flood', 40)) >= answers + rests);
  await eventually(async () => (await all('a page', 8)) < 8 * answerMilliseconds);
});

test('the file of a ledger is read in turns, part by part', async (t) => {
  const service = await startTestService(t, api);
  const { live } = await service.account();
  const files = await Promise.all(Array.from({ length: 12 }, () => live.get('/api/ledger.csv')));
  for (const file of files) {
    assert.equal(file.status, 200);
    assert.match(file.bytes.toString(), /opening credit/);
  }
});

test('an account and its twin have so many requests a minute; the operator decides how many', async (t) => {
  const service = await startTestService(t, { ...api, file: { rate_limits: { api: 5 } } });
  const [busy, other] = [await service.account(), await service.account()];
  for (let before = 0; before < 5; before += 1) {
    const answer = await (before % 2 === 0 ? busy.live : busy.sandbox).get(page);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['ratelimit-policy'], '"api";q=5;w=60');
    assert.match(String(answer.headers['ratelimit']), new RegExp(`^"api";r=${4 - before};t=\\d+$`));
  }
  const refused = await busy.sandbox.get('/api/keys');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(refused.body['code'], 'RATE_LIMITED');
  assert.equal((await other.live.get(page)).status, 200);
  assert.equal((await busy.live.get('/v1/data/balance')).status, 200, 'the families are not the account interface');

  const unlimited = await startTestService(t, { ...api, file: { rate_limits: { api: 'off' } } });
  const { live } = await unlimited.account();
  assert.equal((await live.get(page)).headers['ratelimit'], undefined);
});

test('/metrics is gathered once a second, however many ask', async (t) => {
  const service = await startTestService(t, api);
  const moment = performance.now();
  const clock = t.mock.method(performance, 'now', () => moment);
  const texts = await Promise.all(Array.from({ length: 20 }, () => service.ask('GET', '/metrics')));
  assert.equal(new Set(texts.map(({ bytes }) => bytes.toString())).size, 1);
  clock.mock.mockImplementation(() => moment + 1_000);
  assert.notEqual((await service.ask('GET', '/metrics')).bytes.toString(), texts[0]!.bytes.toString());
});

test('with a token /metrics wants it as bearer', async (t) => {
  const service = await startTestService(t, { env: { ...api.env, AFTERIMAGE_METRICS_TOKEN: 'scrape me' } });
  const ask = (authorization?: string) =>
    service.ask('GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } });
  const none = await ask();
  assert.equal(none.status, 401);
  assert.equal(none.headers['www-authenticate'], 'Bearer');
  assert.deepEqual(none.body, { error: 'Unauthorized', message: 'Authorization header required' });
  for (const wrong of ['Bearer', 'Bearer scrape', 'Bearer scrape me!', 'Basic scrape me', 'scrape me']) {
    const answer = await ask(wrong);
    assert.equal(answer.status, 401, wrong);
    assert.deepEqual(answer.body, { error: 'Unauthorized', message: 'Invalid metrics token' });
  }
  for (const right of ['Bearer scrape me', 'bearer  scrape me']) assert.equal((await ask(right)).status, 200);
  assert.equal((await service.ask('GET', '/healthz')).status, 200, 'health needs none');
});

/** A generation that an engine elsewhere makes: chosen by its route, asked for once, fetched, looked at and settled. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { listEngines } from '../../src/engines/engines-store.ts';
import { eventually } from '../support/eventually.ts';
import { boxEntry, openBox, openRunner, reachedState } from './support/runner-bench.ts';
import type { Step } from './vendors/stand-in.ts';

const everything = { match: {}, use: [{ engine: 'box' }] };

test('a generation is made by the engine of its route, with one request that may cost money', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: [everything] });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(box.paid.length, 1);
  const [attempt, ...more] = await bench.attemptsOf(id);
  assert.deepEqual(more, []);
  assert.deepEqual([attempt!.engine, attempt!.state, attempt!.cost_usd], ['box', 'succeeded', 0.05]);
  const { body } = await bench.account.live.get(`/v1/delta/generations/${id}`);
  const link = new URL(String(body['result_image_url']));
  assert.equal((await bench.service.ask('GET', `${link.pathname}${link.search}`)).status, 200);
});

test("a sandbox key's work never leaves the service, whatever the routes say", async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: [everything] });
  const { body } = await bench.account.sandbox.submit('/v1/delta/generate', {
    prompt: 'A red rose [[fail API_ERROR]]',
  });
  const id = String(body['task_uuid']);
  await bench.service.ended(id);
  assert.deepEqual(box.paid, []);
  assert.equal((await bench.record(id)).engine, 'sandbox');
});

test('what no route names is made by an embedded engine', async (t) => {
  const box = await openBox(t);
  const routes = [{ match: { family: 'beta' }, use: [{ engine: 'box' }] }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  const { engine } = await bench.record(id);
  assert.deepEqual([box.paid.length, embeddedTable.filter(({ name }) => name === engine).length], [0, 1]);
});

test('what no engine of the route can make is refused at submit, free, and says what they can', async (t) => {
  const box = await openBox(t);
  const routes = [{ match: {}, use: [{ engine: 'box', model: 'narrow' }] }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes });
  const { live } = bench.account;
  const before = await live.balance();
  const shape = await live.submit('/v1/alpha/o1-video/generate', {
    prompt: 'A red rose at night',
    duration: '5',
    aspect_ratio: '9:16',
  });
  assert.equal(shape.status, 400);
  assert.deepEqual(shape.body['errors'], [
    { field: 'aspect_ratio', message: 'aspect_ratio: this service cannot make 9:16; it makes 16:9.' },
  ]);
  const length = await live.submit('/v1/alpha/o1-video/generate', { prompt: 'A red rose at night', duration: '10' });
  assert.equal(length.status, 400);
  assert.match(String(length.body['detail']), /duration.*10 seconds; it makes 1 to 6/);
  const task = await live.submit('/v1/delta/generate', { prompt: 'A red rose at night' });
  assert.equal(task.status, 400);
  assert.equal(await live.balance(), before);
  assert.deepEqual(await bench.service.db.query({ text: 'select id from generations' }), []);
});

test('what came to nothing has cost what the engine says, and counts for its day', async (t) => {
  // It says 0.05 of what it made.
  const box = await openBox(t);
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 10 }) };
  const bench = await openRunner(t, { engines, routes: [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }] }] });
  const page = Buffer.from('<html>no picture</html>');
  const picture = box.outputOf;
  const ends: [Step, (id: string) => Buffer, string][] = [
    [{ at: 'succeeded' }, () => page, 'failed'],
    [{ at: 'failed', code: 'internal', cost: 0.03 }, () => page, 'failed'],
    [{ at: 'failed', code: 'content_policy', cost: 0 }, () => page, 'failed'],
    [{ at: 'failed', code: 'internal', cost: -1 }, () => page, 'failed'],
    [{ at: 'canceled', cost: 0.02 }, () => page, 'cancelled'],
    [{ at: 'succeeded' }, picture, 'succeeded'],
  ];
  const seen: unknown[] = [];
  for (const [step, output] of ends) {
    box.script = [step];
    box.outputOf = output;
    const id = await bench.submit();
    await bench.service.ended(id);
    const attempts = await bench.attemptsOf(id);
    seen.push(attempts.map(({ state, cost_usd }) => [state, cost_usd]));
  }
  // For the one that says nothing sensible as much was reserved as it had taken before.
  const costs = [0.05, 0.03, 0, 0.05, 0.02, 0.05];
  assert.deepEqual(
    seen,
    ends.map(([, , state], index) => [[state, costs[index]]]),
  );
  const { spent_today_usd } = (await listEngines(bench.service.db)).find(({ name }) => name === 'box')!;
  assert.ok(Math.abs(spent_today_usd - costs.reduce((sum, cost) => sum + cost)) < 1e-9, String(spent_today_usd));
});

test('a definite refusal goes to the next engine of the route, and costs nothing', async (t) => {
  const [first, second] = [await openBox(t), await openBox(t)];
  const engines = { first: boxEntry(first, { paid: true }), second: boxEntry(second, { paid: true }) };
  const routes = [
    {
      match: {},
      use: [
        { engine: 'first', cost_usd: 0.2 },
        { engine: 'second', cost_usd: 0.1 },
      ],
    },
  ];
  const bench = await openRunner(t, { engines, routes });
  first.replies.push({ status: 401, json: { error: { code: 'auth', message: 'no' } } });
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  const attempts = await bench.attemptsOf(id);
  assert.deepEqual(
    attempts.map(({ engine, state, error_class, cost_usd }) => [engine, state, error_class, cost_usd]),
    [
      ['first', 'refused', 'auth', 0],
      ['second', 'succeeded', null, 0.05],
    ],
  );
  assert.deepEqual([first.paid.length, second.paid.length], [1, 1]);
});

/** Two paid engines, the second the fallback of the first; word of an order is waited for half a second. */
async function openPaid(t: TestContext, policy = { unknown_grace: '0.5s' }) {
  const [first, second] = [await openBox(t), await openBox(t)];
  const engines = { first: boxEntry(first, { paid: true }), second: boxEntry(second, { paid: true }) };
  const use = [
    { engine: 'first', cost_usd: 0.2 },
    { engine: 'second', cost_usd: 0.1 },
  ];
  const bench = await openRunner(t, { engines, routes: [{ match: {}, use }], policy });
  const spent = async () => {
    const text = 'select spent_usd::float8 as usd from engines where name in ($1, $2) order by name';
    return (await bench.service.db.query<{ usd: number }>({ text }, ['first', 'second'])).map(({ usd }) => usd);
  };
  return { first, second, bench, spent };
}

for (const mishap of ['drop', 'drop-mid-answer', 'stall', 'html'] as const) {
  test(`a paid engine that met ${mishap} is asked whether it has the work, and never a second time for it`, async (t) => {
    const { first, second, bench } = await openPaid(t, { unknown_grace: '120s' });
    first.mishaps.push(mishap);
    const id = await bench.submit();
    assert.equal(await bench.service.ended(id), 'completed');
    const [attempt, ...more] = await bench.attemptsOf(id);
    assert.deepEqual([attempt!.engine, attempt!.state, attempt!.tries, more.length], ['first', 'succeeded', 1, 0]);
    assert.deepEqual(
      [attempt!.error_class, attempt!.notes],
      [null, ['order:found']],
      'the operator sees that it was found',
    );
    assert.deepEqual([first.paid.length, second.paid.length], [1, 0]);
  });
}

for (const mishap of [500, 504] as const) {
  test(`a paid engine that answered ${mishap} and knows of nothing is not asked again, and no other is paid`, async (t) => {
    const { first, second, bench, spent } = await openPaid(t);
    const before = await bench.account.live.balance();
    first.mishaps.push(mishap, mishap, mishap);
    const id = await bench.submit();
    assert.equal(await bench.service.ended(id), 'failed');
    const attempts = await bench.attemptsOf(id);
    assert.deepEqual(
      attempts.map(({ engine, state, error_class, tries, cost_usd }) => [engine, state, error_class, tries, cost_usd]),
      [['first', 'failed', 'unknown_submit', 1, 0.2]],
    );
    assert.deepEqual([first.paid.length, second.paid.length], [1, 0]);
    assert.equal(await bench.account.live.balance(), before, 'the caller gets it back');
    assert.deepEqual(await spent(), [0.2, 0], 'the vendor may want it');
  });
}

test('a paid engine whose list lags behind is asked until it shows the order, which is not sent again', async (t) => {
  const { first, second, bench } = await openPaid(t, { unknown_grace: '120s' });
  first.mishaps.push('drop');
  let looks = 0;
  const { get } = first.jobs;
  first.jobs.get = (id) => {
    // The order itself is the first to look.
    looks += 1;
    return looks > 1 && looks < 6 ? undefined : get.call(first.jobs, id);
  };
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.ok(looks > 6);
  const [attempt, ...more] = await bench.attemptsOf(id);
  assert.deepEqual([attempt!.engine, attempt!.state, more.length], ['first', 'succeeded', 0]);
  assert.deepEqual([first.paid.length, second.paid.length], [1, 0]);
});

test('a paid engine where nobody listens is left for the next, and nothing of its day is spent', async (t) => {
  const { first, second, bench, spent } = await openPaid(t);
  await first.close();
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'completed');
  const attempts = await bench.attemptsOf(id);
  assert.deepEqual(
    attempts.map(({ engine, state, error_class, cost_usd }) => [engine, state, error_class, cost_usd]),
    [
      ['first', 'refused', 'unavailable', 0],
      ['first', 'refused', 'unavailable', 0],
      ['second', 'succeeded', null, 0.05],
    ],
  );
  assert.deepEqual([first.paid.length, second.paid.length], [0, 1]);
  assert.deepEqual(await spent(), [0, 0.05]);
});

test('what an engine has made is processing while it becomes ours, though it was never seen at work', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'succeeded' }];
  const released = Promise.withResolvers<void>();
  t.after(() => released.resolve());
  box.hold = ({ path }) => (path.includes('/outputs/') ? released.promise : Promise.resolve());
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: [everything] });
  const id = await bench.submit();
  await bench.service.reached(id, 'processing');
  released.resolve();
  assert.equal(await bench.service.ended(id), 'completed');
});

test('what an engine says of its position and progress is shown; until it works, a generation is pending', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'queued', position: 6 }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: [everything] });
  const { live } = bench.account;
  const submitted = await live.submit('/v1/beta/generate', { prompt: 'A red rose at night' });
  const id = String(submitted.body['generation_id']);
  await reachedState(bench, id, 'accepted');
  await bench.service.reached(id, 'pending');
  await eventually(async () => {
    const { body } = await live.get(`/v1/beta/generations/${id}`);
    return body['status'] === 'pending' && body['progress_pos_in_queue'] === 7;
  });
  for (const job of box.jobs.values()) job.steps = [{ at: 'running', progress: 0.4 }];
  await eventually(async () => {
    const { body } = await live.get(`/v1/beta/generations/${id}`);
    return body['status'] === 'processing' && body['progress_pct'] === 40;
  });
});

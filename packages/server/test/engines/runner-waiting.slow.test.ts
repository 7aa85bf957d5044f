/** Waiting for an engine elsewhere: calls of vendors, time limits, late and lost results, questions that get no answer. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { listEngines } from '../../src/engines/engines-store.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService } from '../support/service.ts';
import { quickTimings } from '../support/timings.ts';
import { boxEntry, openBox, openRunner, type RunnerBench, reachedState } from './support/runner-bench.ts';
import type { Step } from './vendors/stand-in.ts';

const everything = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.2 }] }];
/** No look is due while a test lasts. */
const slowPoll = { poll: { first: '300s', every: '300s', max: '300s' } };

const tokenOf = async ({ service }: RunnerBench, id: string) => {
  const text = 'select token from generation_attempts where generation_id = $1';
  return (await service.db.query<{ token: string }>({ text }, [id]))[0]!.token;
};

test('a call of the vendor makes the worker look; a forged, doubled or stale one changes nothing', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running', progress: 0.1 }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box, slowPoll) }, routes: everything });
  const { service } = bench;
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  const token = await tokenOf(bench, id);
  const call = (path: string, body = '{}') => service.ask('POST', `/engine-hooks/${path}`, { body });

  assert.equal((await call(`box/${randomUUID()}`)).status, 404);
  assert.equal((await call(`other/${token}`)).status, 404);
  assert.equal((await call('box/not-a-token')).status, 404);
  for (const name of ['%zz', '%c0%ae', '%']) assert.equal((await call(`${name}/${token}`)).status, 404);
  // Whatever it says: what counts is what the engine answers when it is asked.
  assert.equal((await call(`box/${token}`, JSON.stringify({ state: 'succeeded', outputs: [] }))).status, 200);
  await eventually(() => box.calls.some(({ method, path }) => method === 'GET' && path.includes(token)));
  assert.notEqual((await bench.record(id)).status, 'completed');

  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  await Promise.all([call(`box/${token}`), call(`box/${token}`)]);
  assert.equal(await service.ended(id), 'completed');
  const before = await bench.attemptsOf(id);
  assert.equal((await call(`box/${token}`)).status, 200);
  assert.deepEqual(await bench.attemptsOf(id), before);
  assert.equal(box.paid.length, 1);
});

test('at its time limit the engine is looked at once more, told to stop, and the generation ends with TIMEOUT', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const limits = { file: { time_limits: { delta: 3 } } };
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes: everything }, limits);
  const before = await bench.account.live.balance();
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'TIMEOUT');
  const attempt = await reachedState(bench, id, 'cancelled');
  // What was reserved stands: the vendor may want it.
  assert.deepEqual([attempt.error_class, attempt.cost_usd], ['timeout', 0.2]);
  assert.equal(await bench.account.live.balance(), before);
  const calls = box.calls.map(({ method }) => method);
  assert.ok(calls.lastIndexOf('DELETE') > calls.lastIndexOf('PUT'));
  assert.equal(calls[calls.indexOf('DELETE') - 1], 'GET', 'looked at before it was told to stop');
});

test('an engine that answers no order with anything of use is not asked beyond the time limit, which ends it', async (t) => {
  const box = await openBox(t);
  const page = { status: 200, bytes: Buffer.from('<html>Welcome</html>'), type: 'text/html' };
  for (let replies = 0; replies < 100; replies += 1) box.replies.push(page);
  const limits = { file: { time_limits: { delta: 4 } } };
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: everything }, limits);
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'API_ERROR', 'as maintenance is told by delta');
  const text = 'select deadline_at as due, finished_at as ended from generations where id = $1';
  const [row] = await bench.service.db.query<{ due: Date; ended: Date }>({ text }, [id]);
  const late = (row!.ended.getTime() - row!.due.getTime()) / 1000;
  // However busy the machine: what its worker does not end is swept up after thirty.
  assert.ok(late < 25, `${late} s late`);
  assert.ok(box.paid.length > 1, 'asked again');
  const afterwards = box.paid.filter(({ at }) => performance.timeOrigin + at > row!.due.getTime());
  assert.ok(afterwards.length <= 1, 'but not afterwards, unless it was on its way');
});

test('a result that is there at the time limit is used, though no look was due', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const limits = { file: { time_limits: { delta: 4 } } };
  const bench = await openRunner(t, { engines: { box: boxEntry(box, slowPoll) }, routes: everything }, limits);
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(id), 'completed');
});

test('a paid result that comes too late changes nothing for the caller, and is noted with its cost', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const limits = { file: { time_limits: { delta: 3 } } };
  const poll = { first: '0.01s', every: '3s', max: '3s' };
  const bench = await openRunner(
    t,
    { engines: { box: boxEntry(box, { paid: true, poll }) }, routes: everything },
    limits,
  );
  const before = await bench.account.live.balance();
  // Told to stop, it goes on.
  let steps: Step[] = [{ at: 'running' }];
  const { addJob } = box;
  box.addJob = (id, call) => Object.defineProperty(addJob(id, call), 'steps', { get: () => steps, set: () => {} });
  const id = await eventually(async () => {
    const submitted = await bench.submit();
    assert.equal(await bench.service.ended(submitted), 'failed');
    // Beside other work the three seconds may be over before the engine has it: then there is nothing that could come late.
    return box.jobs.size > 0 && submitted;
  });
  steps = [{ at: 'succeeded' }];
  const attempt = await reachedState(bench, id, 'late');
  assert.equal(attempt.cost_usd, 0.05);
  assert.deepEqual([(await bench.record(id)).failure_code, await bench.account.live.balance()], ['TIMEOUT', before]);
});

test('paid work that comes to nothing after the time limit has cost what the engine says, and counts for its day', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const limits = { file: { time_limits: { delta: 5 } } };
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes: everything }, limits);
  const { db } = bench.service;
  const ends: Step[] = [
    { at: 'failed', code: 'internal', cost: 0.03 },
    { at: 'canceled', cost: 0.02 },
    { at: 'failed', code: 'internal' },
  ];
  let over = false;
  const { addJob } = box;
  box.addJob = (id, call) => {
    const end = ends[box.jobs.size]!;
    const get = () => [over ? end : { at: 'running' }];
    return Object.defineProperty(addJob(id, call), 'steps', { get, set: () => {} });
  };
  const ids: string[] = [];
  for (const _end of ends) {
    const id = await bench.submit();
    await reachedState(bench, id, 'accepted');
    ids.push(id);
  }
  for (const id of ids) assert.equal(await bench.service.ended(id), 'failed');
  over = true;
  const looked = 'select from generation_attempts where late_look_at is not null';
  await eventually(async () => (await db.query({ text: looked })).length === 0);
  const attempts = (await Promise.all(ids.map((id) => bench.attemptsOf(id)))).flat();
  assert.deepEqual(
    attempts.map(({ state, cost_usd }) => [state, cost_usd]),
    // Where it says nothing, what was reserved stands.
    [0.03, 0.02, 0.2].map((cost) => ['cancelled', cost]),
  );
  const { spent_today_usd } = (await listEngines(db)).find(({ name }) => name === 'box')!;
  assert.ok(Math.abs(spent_today_usd - 0.25) < 1e-9, String(spent_today_usd));
});

test('an order that was given up and turns up later is noted with its cost, by a look or by the vendor’s call', async (t) => {
  const box = await openBox(t);
  const engines = { box: boxEntry(box, { paid: true }) };
  const bench = await openRunner(t, { engines, routes: everything, policy: { unknown_grace: '0.5s' } });
  const { get } = box.jobs;
  for (const told of ['by a look', 'by a call'] as const) {
    box.jobs.get = () => undefined;
    box.mishaps.push('drop');
    const id = await bench.submit();
    assert.equal(await bench.service.ended(id), 'failed');
    assert.equal((await bench.attemptsOf(id))[0]!.cost_usd, 0.2);
    if (told === 'by a call') {
      const text = 'update generation_attempts set late_look_at = null, handle = $2 where generation_id = $1';
      await bench.service.db.query({ text }, [id, JSON.stringify({ id: await tokenOf(bench, id) })]);
    }
    box.jobs.get = get;
    for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
    if (told === 'by a call') {
      const path = `/engine-hooks/box/${await tokenOf(bench, id)}`;
      assert.equal((await bench.service.ask('POST', path, { body: '{}' })).status, 200);
    }
    const late = await reachedState(bench, id, 'late');
    assert.equal(late.cost_usd, 0.05, told);
    assert.equal((await bench.record(id)).status, 'failed');
  }
  assert.equal(box.paid.length, 2);
});

test('questions that get no answer never end a job', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes: everything });
  box.script = [{ at: 'running' }];
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  box.freeMishaps.push('drop', 'html', 500, 503, 504, 'drop-mid-answer', 429, 'drop', 'html', 500);
  await eventually(() => box.freeMishaps.length === 0);
  assert.deepEqual(
    (await bench.attemptsOf(id)).map(({ state }) => state),
    ['accepted'],
  );
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(box.paid.length, 1);
});

test('what a paid engine has lost is not asked for again: it fails, refunded', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box, { paid: true }), second: boxEntry(second, { paid: true }) };
  const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const before = await bench.account.live.balance();
  box.script = [{ at: 'running' }];
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  box.jobs.clear();
  assert.equal(await bench.service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'API_ERROR');
  assert.equal(await bench.account.live.balance(), before);
  assert.deepEqual([box.paid.length, second.paid.length], [1, 0]);
});

test('what a free engine has lost is asked for again', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: everything });
  box.script = [{ at: 'running' }];
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  box.script = [{ at: 'succeeded' }];
  box.jobs.clear();
  assert.equal(await bench.service.ended(id), 'completed');
  assert.deepEqual(
    (await bench.attemptsOf(id)).map(({ state }) => state),
    ['failed', 'succeeded'],
  );
});

test('an order that a paid engine cannot tell of fails after the grace, refunded, and nobody else is paid', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box, { paid: true }), second: boxEntry(second, { paid: true }) };
  const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes, policy: { unknown_grace: '2s' } });
  const before = await bench.account.live.balance();
  box.mishaps.push('drop');
  box.freeMishaps = Array.from({ length: 10_000 }, () => 'html' as const);
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  const [attempt, ...more] = await bench.attemptsOf(id);
  assert.deepEqual([attempt!.state, attempt!.error_class, more.length], ['failed', 'unknown_submit', 0]);
  assert.equal((await bench.record(id)).failure_code, 'API_ERROR');
  assert.equal(await bench.account.live.balance(), before);
  assert.deepEqual([box.paid.length, second.paid.length], [1, 0]);
});

test('an engine that asks for patience gets it, with an order and with a question', async (t) => {
  const box = await openBox(t);
  const poll = { first: '0.01s', every: '0.05s', max: '2s' };
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { poll }) }, routes: everything });
  box.script = [{ at: 'running' }];
  const later = { error: { code: 'capacity', message: 'full' } };
  box.replies.push({ status: 429, headers: { 'retry-after': '3' }, json: later });
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  const [refused, taken, ...more] = box.paid;
  assert.ok(taken!.at - refused!.at >= 3_000, `${taken!.at - refused!.at} ms`);
  assert.deepEqual(more, []);
  // It asks for 7 seconds; a question waits as long as the cadence allows, and nobody's job fails of it.
  const looksBefore = box.calls.length;
  box.freeMishaps.push(429);
  await eventually(() => box.calls.length >= looksBefore + 2 && box.freeMishaps.length === 0);
  const looks = box.calls.filter(({ method }) => method === 'GET').map(({ at }) => at);
  const longest = Math.max(...looks.slice(1).map((at, index) => at - looks[index]!));
  assert.ok(longest >= 1_700, `${longest} ms`);
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(id), 'completed');
});

test('what rests as its engine asked rests on when its worker stops meanwhile', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  // Nothing renews a lease meanwhile, which would wait for what the test holds.
  const worker = { ...quickTimings.worker, leaseSeconds: 300, renewSeconds: 100 };
  const timings = { ...quickTimings, worker };
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: everything }, { timings });
  const { db } = bench.service;
  const works = await bench.submit();
  await reachedState(bench, works, 'accepted');
  await db.query({
    text: `create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(1, 1); return new; end $$`,
  });
  await db.query({
    text: `create trigger held before update on generations for each row
      when (new.lease_until between now() + interval '30 s' and now() + interval '100 s') execute function hold()`,
  });
  const left = async (id: string) => {
    const text = `select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from generations where id = $1`;
    const [row] = await db.query<{ seconds: number }>({ text }, [id]);
    return row!.seconds;
  };
  let stopped: Promise<void> | undefined;
  let rests = '';
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select pg_advisory_xact_lock(1, 1)' });
    const json = { error: { code: 'capacity', message: 'full' } };
    box.replies.push({ status: 429, headers: { 'retry-after': '60' }, json });
    rests = await bench.submit();
    const waiting = `select from pg_locks where locktype = 'advisory' and classid = 1 and objid = 1 and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await eventually(async () => (await db.query({ text: waiting })).length === 1);
    stopped = bench.service.stop();
    // Given back as its run was broken off: by now the other knows of the stop, too.
    await eventually(async () => (await left(works)) <= 0);
  });
  await stopped;
  assert.ok((await left(rests)) > 20, 'it does not go at once');
});

test('what another process left at its time limit is looked for by whichever comes', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const limits = { file: { time_limits: { delta: 3 } } };
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes: everything }, limits);
  const id = await bench.submit();
  assert.equal(await bench.service.ended(id), 'failed');
  await bench.service.stop();
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  const { db, settings } = bench.service;
  // It may have been looked at once more before the process ended.
  await db.query({ text: `update generation_attempts set late_look_at = now() where state = 'cancelled'` });
  await openTestService(t, { db, settings, families });
  assert.equal((await reachedState(bench, id, 'late')).cost_usd, 0.05);
  const text = 'select from generation_attempts where late_look_at is not null';
  assert.deepEqual(await db.query({ text }), [], 'and nobody looks again');
});

test('trouble of our own on the way does not count against an engine', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: everything });
  const { db, settings } = bench.service;
  // The disk is gone when outputs come.
  const scratch = join(settings.dataFolder, 'media', 'scratch');
  await rm(scratch, { recursive: true });
  await writeFile(scratch, '');
  const id = await bench.submit();
  await eventually(async () => {
    const text = 'select engine_trouble from generations where id = $1';
    const [row] = await db.query<{ engine_trouble: string | null }>({ text }, [id]);
    return row!.engine_trouble === 'unavailable';
  });
  await rm(scratch);
  await mkdir(scratch);
  assert.equal(await bench.service.ended(id), 'completed');
  const text = 'select breaker_failures, last_error_class from engines';
  assert.deepEqual(await db.query({ text }), [{ breaker_failures: 0, last_error_class: null }]);
});

test('a service that stops waits for no reply to a look, a check or a probe of its sweeps', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const timings = { engines: { ...quickTimings.engines, checkSeconds: 0.4, probeSeconds: 300 } };
  const engines = { box: boxEntry(box, { paid: true, ...slowPoll }) };
  const bench = await openRunner(t, { engines, routes: everything }, { timings });
  const { db } = bench.service;
  const id = await bench.submit();
  await reachedState(bench, id, 'accepted');
  await bench.account.live.ask('DELETE', `/v1/delta/generations/${id}`);
  await reachedState(bench, id, 'cancelled');
  const held: string[] = [];
  box.hold = async ({ method, path }) => {
    if (method !== 'GET') return;
    held.push(path);
    await new Promise(() => {});
  };
  await db.query({ text: `update generation_attempts set late_look_at = now() where generation_id = $1` }, [id]);
  const looks = () => held.filter((path) => path.includes('/jobs/')).length;
  await eventually(() => looks() > 0 && held.length > looks(), { what: 'a look and a check' });
  const before = held.length;
  await db.query({ text: `update engines set breaker = 'open', breaker_until = now()` });
  const breakers = () => db.query<{ breaker: string }>({ text: 'select breaker from engines' });
  const probes = async () => held.length > before && (await breakers())[0]!.breaker === 'half-open';
  await eventually(probes, { what: 'a probe' });
  const patience = AbortSignal.timeout(30_000);
  let hasStopped = false;
  const stopping = bench.service.stop().then(() => {
    hasStopped = true;
  });
  await Promise.race([stopping, new Promise((resolve) => patience.addEventListener('abort', resolve))]);
  assert.ok(hasStopped, 'it waits for replies that do not come');
  assert.deepEqual(await breakers(), [{ breaker: 'half-open' }], 'nothing was learned of it');
});

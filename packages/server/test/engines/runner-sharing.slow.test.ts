/** What all processes share of an engine: its slots, its cap of a day, its breaker, an operator's wish, and the file. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import {
  announceReload,
  closeBreaker,
  drainEngine,
  listEngines,
  reportsChannel,
  resumeEngine,
} from '../../src/engines/engines-store.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { wakeOnNotifications } from '../../src/queue/wake.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService } from '../support/service.ts';
import { boxEntry, openBox, openRunner, type RunnerBench, reachedState } from './support/runner-bench.ts';

const engineRow = async ({ service }: RunnerBench, name: string) =>
  (await listEngines(service.db)).find((row) => row.name === name)!;

test('two processes never have more with an engine than its slots', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 2 }) };
  const bench = await openRunner(t, { engines, routes: [{ match: {}, use: [{ engine: 'box' }] }] });
  const { db, settings } = bench.service;
  await openTestService(t, { db, settings, families });
  const ids = await Promise.all(Array.from({ length: 6 }, () => bench.submit()));
  const unfinished = () => [...box.jobs.values()].filter(({ steps }) => steps[0]?.at === 'running').length;
  let most = 0;
  const done = new Set<string>();
  await eventually(
    async () => {
      most = Math.max(most, unfinished());
      assert.ok(most <= 2, `${most} were there at once`);
      // One at a time, so that each free slot is wanted by both.
      const [job] = [...box.jobs.values()].filter(({ id }) => !done.has(id));
      if (job !== undefined && unfinished() === Math.min(2, ids.length - done.size)) {
        job.steps = [{ at: 'succeeded' }];
        done.add(job.id);
      }
      return done.size === ids.length;
    },
    { seconds: 120 },
  );
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  assert.deepEqual([most, box.paid.length], [2, 6]);
});

test('an engine that fails five times is left alone until it says that it works again', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const no = { status: 401, json: { error: { code: 'auth', message: 'the key has expired' } } };
  box.replies.push(...Array.from({ length: 50 }, () => no));
  for (let time = 0; time < 5; time += 1) assert.equal(await bench.service.ended(await bench.submit()), 'completed');
  const open = await eventually(async () => {
    const row = await engineRow(bench, 'box');
    return row.breaker === 'open' ? row : undefined;
  });
  assert.deepEqual([open.last_error_class, open.last_error], ['auth', 'the key has expired']);
  const paidBefore = box.paid.length;
  await eventually(async () => {
    // Processes learn of it within a moment.
    await bench.service.ended(await bench.submit());
    return box.paid.length === paidBefore || undefined;
  });
  // Its minute is over: one process asks, hears that it works, and it gets work again.
  box.replies.length = 0;
  await bench.service.db.query({ text: `update engines set breaker_until = now() where name = 'box'` });
  await eventually(async () => (await engineRow(bench, 'box')).breaker === 'closed');
  await eventually(async () => {
    await bench.service.ended(await bench.submit());
    return box.paid.length > paidBefore;
  });
  assert.equal(await closeBreaker(bench.service.db, 'no such engine'), false);
});

test('a drained engine ends what it has; those who wait for it go to the next of their route', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 1 }), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'box' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const first = await bench.submit();
  await reachedState(bench, first, 'accepted');
  const waiting = await bench.submit();
  assert.ok(await drainEngine(bench.service.db, 'box'));
  assert.equal(await bench.service.ended(waiting), 'completed');
  assert.equal((await bench.record(waiting)).engine, 'second');
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(first), 'completed');
  assert.equal((await bench.record(first)).engine, 'box');
  assert.ok(await resumeEngine(bench.service.db, 'box'));
  box.script = [{ at: 'succeeded' }];
  await eventually(async () => {
    const id = await bench.submit();
    await bench.service.ended(id);
    return (await bench.record(id)).engine === 'box';
  });
});

test('a reload takes over a good file, keeps running work with its engine, and a wrong file changes nothing', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  const toBox = { engines: { box: boxEntry(box) }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
  const toSecond = { engines: { second: boxEntry(second) }, routes: [{ match: {}, use: [{ engine: 'second' }] }] };
  const bench = await openRunner(t, toBox);
  const first = await bench.submit();
  await reachedState(bench, first, 'accepted');

  await bench.file('engines: {box: {kind: no such kind}}');
  await announceReload(bench.service.db);
  const stays = await bench.submit();
  await reachedState(bench, stays, 'accepted');
  assert.equal((await bench.record(stays)).engine, 'box');

  await bench.file(toSecond);
  await announceReload(bench.service.db);
  const later = await eventually(async () => {
    const id = await bench.submit();
    return (await bench.record(id)).engine === 'second' ? id : undefined;
  });
  assert.equal(await bench.service.ended(later), 'completed');
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  assert.equal(await bench.service.ended(first), 'completed');
  assert.equal(await bench.service.ended(stays), 'completed');
  assert.equal((await bench.attemptsOf(first))[0]!.engine, 'box');
});

test('a file that is gone changes nothing: what engines make does not become the studio’s by itself', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box) },
    routes: [{ match: {}, use: [{ engine: 'box' }] }],
  });
  const { db, settings } = bench.service;
  const heard: string[] = [];
  const listener = await wakeOnNotifications(
    { [reportsChannel]: (told) => heard.push(told ?? '') },
    { settings: { url: settings.databaseUrl! }, log: createSilentLog() },
  );
  t.after(() => listener.stop());
  await rm(join(settings.dataFolder, 'engines.yaml'));
  await eventually(async () => {
    await announceReload(db);
    return heard.length > 0;
  });
  assert.match(heard.join(), /"ok":false.*The file is gone/);
  const id = await bench.submit();
  assert.equal((await bench.record(id)).engine, 'box');
});

test('without its file, those who waited for its engines are made by the embedded one', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 1 }) };
  const bench = await openRunner(t, { engines, routes: [{ match: {}, use: [{ engine: 'box' }] }] });
  await reachedState(bench, await bench.submit(), 'accepted');
  const waiting = await bench.submit();
  await bench.file('{}');
  await announceReload(bench.service.db);
  assert.equal(await bench.service.ended(waiting), 'completed');
  assert.equal((await bench.record(waiting)).engine, 'studio');
});

test('without its file, one that its engine had put off, too; what is with the engine waits for the name to come back', async (t) => {
  const box = await openBox(t);
  const full = { status: 429, headers: { 'retry-after': '1' }, json: { error: { code: 'capacity', message: 'full' } } };
  const toBox = { engines: { box: boxEntry(box) }, routes: [{ match: {}, use: [{ engine: 'box' }] }] };
  const bench = await openRunner(t, toBox);
  box.script = [{ at: 'running' }];
  const taken = await bench.submit();
  await reachedState(bench, taken, 'accepted');
  box.replies.push(full);
  const putOff = await bench.submit();
  await reachedState(bench, putOff, 'refused');
  await bench.file('{}');
  await announceReload(bench.service.db);
  assert.equal(await bench.service.ended(putOff), 'completed');
  assert.equal((await bench.record(putOff)).engine, 'studio');
  assert.equal((await bench.record(taken)).engine, 'box');
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  await bench.file(toBox);
  await announceReload(bench.service.db);
  assert.equal(await bench.service.ended(taken), 'completed');
  assert.equal(box.paid.length, 2);
});

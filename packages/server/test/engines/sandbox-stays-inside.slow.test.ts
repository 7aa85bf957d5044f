/** What a sandbox key asks for is ordered from embedded engines only, whatever becomes of the file and of what it names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import {
  announceReload,
  closeBreaker,
  drainEngine,
  fileEngines,
  reportsChannel,
  resumeEngine,
} from '../../src/engines/engines-store.ts';
import { moveWaiting } from '../../src/generations/queue-store.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { wakeOnNotifications } from '../../src/queue/wake.ts';
import { eventually } from '../support/eventually.ts';
import { boxEntry, type Filed, openBox, openRunner, type RunnerBench, reachedState } from './support/runner-bench.ts';

const everything = { match: {}, use: [{ engine: 'box' }] };
/** More than the sandbox plays at once, so that some wait. */
const hanging = 258;

async function submitSandbox({ account }: RunnerBench, prompt: string): Promise<string> {
  const { status, body } = await account.sandbox.submit('/v1/epsilon-images/generate', { prompt });
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['task_uuid']);
}

/** Where the sandbox's generations are, and which engines were asked for them. */
async function enginesOfSandbox({ service, account }: RunnerBench): Promise<{ at: string[]; asked: string[] }> {
  const [row] = await service.db.query<{ at: string[]; asked: string[] }>(
    {
      text: `select array(select distinct engine from generations where account_id = $1 order by 1) as at,
        array(select distinct a.engine from generation_attempts a join generations g on g.id = a.generation_id
          where g.account_id = $1 order by 1) as asked`,
    },
    [account.sandboxId],
  );
  return row!;
}

const waitingAtSandbox = async ({ service }: RunnerBench) =>
  (
    await service.db.query<{ id: string }>({
      text: `select id from generations where engine = 'sandbox' and turn is not null`,
    })
  ).map(({ id }) => id);

const names = embeddedTable.map(({ name }) => name);
const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

for (const { name } of embeddedTable) {
  test(`a file that names an engine ${name} is refused, at the start and at a reload, and nobody is asked`, async (t) => {
    const box = await openBox(t);
    const wrong: Filed = { engines: { [name]: boxEntry(box) }, routes: [{ match: {}, use: [{ engine: name }] }] };
    const fault = new RegExp(`line 1: engines\\.${name}: ${listed} are .*; any other name`);
    await assert.rejects(openRunner(t, wrong), fault);

    const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes: [] });
    const { db, settings } = bench.service;
    const heard: string[] = [];
    const listener = await wakeOnNotifications(
      { [reportsChannel]: (told) => heard.push(told ?? '') },
      { settings: { url: settings.databaseUrl! }, log: createSilentLog() },
    );
    t.after(() => listener.stop());
    await bench.file(wrong);
    await eventually(async () => {
      await announceReload(db);
      return heard.length > 0;
    });
    assert.match(heard.join(), fault);
    const id = await submitSandbox(bench, 'A red rose [[fail TIMEOUT]]');
    assert.equal(await bench.service.ended(id), 'failed');
    const [row] = await db.query({ text: 'select failure_code, engine from generations where id = $1' }, [id]);
    assert.deepEqual([row, box.paid.length], [{ failure_code: 'TIMEOUT', engine: 'sandbox' }, 0]);
  });
}

test('through every change of routes, entries, drains and breakers a sandbox stays with the embedded engines', async (t) => {
  const [box, zebra, last] = [await openBox(t), await openBox(t), await openBox(t)];
  zebra.script = [{ at: 'running' }];
  const engines = {
    box: boxEntry(box, { paid: true }),
    zebra: boxEntry(zebra, { slots: 1 }),
    last: boxEntry(last),
  };
  // Live generations of one family tell when those that wait have been looked at: `zebra` comes after `sandbox`.
  const canary = { match: { family: 'delta' }, use: [{ engine: 'zebra' }, { engine: 'last' }] };
  const filed = { engines, routes: [canary, everything] };
  const bench = await openRunner(t, filed);
  const { db } = bench.service;
  const isInside = async (after: string) => {
    const { at, asked } = await enginesOfSandbox(bench);
    const outside = [...at, ...asked].filter((name) => !embeddedTable.some((engine) => engine.name === name));
    assert.deepEqual([outside, box.paid.length], [[], 0], after);
  };

  await Promise.all(Array.from({ length: hanging }, () => submitSandbox(bench, 'A red rose [[hang]]')));
  const waiting = await eventually(async () => {
    const ids = await waitingAtSandbox(bench);
    return ids.length === hanging - 256 && ids;
  });
  await reachedState(bench, await bench.submit(), 'accepted');
  const looked = async () => {
    const id = await bench.submit();
    assert.equal((await bench.record(id)).engine, 'zebra');
    assert.ok(await drainEngine(db, 'zebra'));
    await eventually(async () => (await bench.record(id)).engine === 'last');
    assert.ok(await resumeEngine(db, 'zebra'));
    await eventually(async () => {
      const next = await bench.account.live.submit('/v1/delta/generate', { prompt: 'A red rose' });
      return (await bench.record(String(next.body['task_uuid']))).engine === 'zebra';
    });
  };
  const reload = async (file: Filed) => {
    await bench.file(file);
    await announceReload(db);
  };
  /** What a version before may have left of an engine that had an embedded one's name. */
  const left = { kind: 'http', paid: true, slots: 1, dailyCapUsd: 0.01 };
  const changes: Record<string, () => Promise<unknown>> = {
    'rows of the embedded engines': () =>
      fileEngines(
        db,
        embeddedTable.map(({ name }) => ({ name, ...left })),
      ),
    'these rows drained': () =>
      Promise.all(embeddedTable.map(async ({ name }) => assert.ok(await drainEngine(db, name)))),
    'their breakers open': () =>
      db.query({ text: `update engines set breaker = 'open' where name not in ('zebra', 'last')` }),
    'a breaker closed': () => closeBreaker(db, 'box'),
    'an entry gone': () => reload({ engines: { zebra: engines.zebra, last: engines.last }, routes: [canary] }),
    'the entry back, with other routes': () =>
      reload({ engines, routes: [canary, { match: {}, use: [{ engine: 'studio' }, { engine: 'box' }] }] }),
    'the first routes': () => reload(filed),
  };
  for (const [change, make] of Object.entries(changes)) {
    await make();
    await looked();
    const ended = await submitSandbox(bench, 'A red rose [[queue 1]]');
    assert.equal(await bench.service.ended(ended), 'completed', change);
    assert.deepEqual(await waitingAtSandbox(bench), waiting, change);
    await isInside(change);
  }
});

test('what a version before has moved to an engine elsewhere comes home unasked', async (t) => {
  const box = await openBox(t);
  const bench = await openRunner(t, { engines: { box: boxEntry(box, { paid: true }) }, routes: [everything] });
  const { db } = bench.service;
  await Promise.all(Array.from({ length: hanging }, () => submitSandbox(bench, 'A red rose [[hang]]')));
  const waiting = await eventually(async () => {
    const ids = await waitingAtSandbox(bench);
    return ids.length === hanging - 256 && ids;
  });
  assert.equal(await moveWaiting(db, { ids: waiting, from: 'sandbox', to: 'box' }), waiting.length);
  await eventually(async () => (await waitingAtSandbox(bench)).length === waiting.length);
  assert.deepEqual(await enginesOfSandbox(bench), { at: ['sandbox'], asked: ['sandbox'] });
  assert.deepEqual(box.paid, []);
});

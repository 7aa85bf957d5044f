/** Those who wait for an engine that takes no new work: who goes to another of the route, to which, and when it is their turn there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { announceReload, drainEngine, listEngines, resumeEngine } from '../../src/engines/engines-store.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService } from '../support/service.ts';
import { quickTimings } from '../support/timings.ts';
import { boxEntry, type Filed, openBox, openRunner, type RunnerBench, reachedState } from './support/runner-bench.ts';

const everythingThenNarrow = [
  {
    match: {},
    use: [
      { engine: 'box', model: 'everything' },
      { engine: 'second', model: 'narrow' },
    ],
  },
];
const wide = { duration: '5', aspect_ratio: '16:9' };
/** More than `narrow` makes. */
const tall = { duration: '10', aspect_ratio: '9:16' };

async function submitVideo({ account }: RunnerBench, body: Record<string, unknown>): Promise<string> {
  const answer = await account.live.submit('/v1/alpha/o1-video/generate', { prompt: 'A red rose at night', ...body });
  assert.equal(answer.status, 200);
  return String(answer.body['generation_id']);
}

const reachedEngine = (bench: RunnerBench, id: string, engine: string) =>
  eventually(async () => (await bench.record(id)).engine === engine, { what: `${id} is with ${engine}` });

test('nobody is sent from an engine that is drained to one that cannot make it', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  second.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 1 }), second: boxEntry(second) };
  const bench = await openRunner(t, { engines, routes: everythingThenNarrow });
  await reachedState(bench, await submitVideo(bench, tall), 'accepted');
  const stays = await submitVideo(bench, tall);
  const goes = await submitVideo(bench, wide);
  assert.ok(await drainEngine(bench.service.db, 'box'));
  await reachedEngine(bench, goes, 'second');
  assert.deepEqual(await bench.record(stays), { status: 'pending', failure_code: null, engine: 'box' });
  assert.ok(await resumeEngine(bench.service.db, 'box'));
  for (const job of box.jobs.values()) job.steps = [{ at: 'failed', code: 'content_policy' }];
  await reachedState(bench, stays, 'accepted');
  assert.deepEqual([box.paid.length, (await bench.attemptsOf(stays)).map(({ engine }) => engine)], [2, ['box']]);
});

test('a refusal that may pass is waited out where the next engine cannot make it', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  box.replies.push({ status: 401, json: { error: { code: 'auth', message: 'the key has expired' } } });
  const engines = { box: boxEntry(box), second: boxEntry(second) };
  const bench = await openRunner(t, { engines, routes: everythingThenNarrow });
  const id = await submitVideo(bench, tall);
  await reachedState(bench, id, 'accepted');
  const attempts = (await bench.attemptsOf(id)).map(({ engine, state }) => [engine, state]);
  assert.deepEqual(attempts, [
    ['box', 'refused'],
    ['box', 'accepted'],
  ]);
});

test('those who can go elsewhere go, however many before them cannot', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 1 }), second: boxEntry(second) };
  const routes: Filed['routes'] = [
    { match: { family: 'delta' }, use: [{ engine: 'box' }] },
    { match: {}, use: [{ engine: 'box' }, { engine: 'second' }] },
  ];
  const bench = await openRunner(t, { engines, routes });
  for (let round = 0; round < 13; round += 1) await Promise.all(Array.from({ length: 40 }, () => bench.submit()));
  const answer = await bench.account.live.submit('/v1/epsilon-images/generate', { prompt: 'A red rose at night' });
  const id = String(answer.body['task_uuid']);
  assert.ok(await drainEngine(bench.service.db, 'box'));
  await reachedEngine(bench, id, 'second');
});

test('where many are sent to, accounts take turns still: who waited there, who comes, and who is sent', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  second.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { slots: 1 }), second: boxEntry(second, { slots: 1 }) };
  const routes: Filed['routes'] = [
    { match: { family: 'delta' }, use: [{ engine: 'box' }, { engine: 'second' }] },
    { match: {}, use: [{ engine: 'second' }] },
  ];
  const bench = await openRunner(t, { engines, routes });
  const { db } = bench.service;
  const [settled, newcomer] = [await bench.service.account(), await bench.service.account()];
  const names = new Map([
    [bench.account.id, 'sent'],
    [settled.id, 'settled'],
    [newcomer.id, 'new'],
  ]);
  const submitPicture = async ({ live }: typeof settled) => {
    const answer = await live.submit('/v1/epsilon-images/generate', { prompt: 'A red rose at night' });
    assert.equal(answer.status, 200);
    return String(answer.body['task_uuid']);
  };
  const queue = () =>
    db.query<{ id: string; account_id: string; turn: number }>({
      text: `select id, account_id, turn from generations where engine = 'second' and turn is not null
        order by turn, account_id`,
    });
  await reachedState(bench, await bench.submit(), 'accepted');
  await reachedState(bench, await submitPicture(settled), 'accepted');
  const sent: string[] = [];
  for (let time = 0; time < 4; time += 1) sent.push(await bench.submit());
  for (let time = 0; time < 3; time += 1) await submitPicture(settled);
  assert.ok(await drainEngine(db, 'box'));
  await eventually(async () => (await queue()).length === 7);
  await submitPicture(newcomer);
  sent.push(await bench.submit());
  await eventually(async () => (await queue()).length === 9);

  const rows = await queue();
  const byTurn = Map.groupBy(rows, ({ turn }) => turn);
  assert.deepEqual(
    [...byTurn.values()].map((some) => some.map(({ account_id }) => names.get(account_id)).sort()),
    [['new', 'sent'], ['sent', 'settled'], ['sent', 'settled'], ['sent', 'settled'], ['sent']],
  );
  const sentInOrder = rows.filter(({ account_id }) => account_id === bench.account.id).map(({ id }) => id);
  assert.deepEqual(sentInOrder, sent);
});

test('who waits for an engine that only another worker’s file names waits on, and leaves when that worker has ended', async (t) => {
  const [box, second, third] = [await openBox(t), await openBox(t), await openBox(t)];
  box.script = [{ at: 'running' }];
  third.script = [{ at: 'running' }];
  const bench = await openRunner(t, {
    engines: { box: boxEntry(box, { slots: 1 }) },
    routes: [{ match: {}, use: [{ engine: 'box' }] }],
  });
  const { db, settings } = bench.service;
  await reachedState(bench, await bench.submit(), 'accepted');
  const waiting = await bench.submit();
  const placeOf = async (id: string) =>
    db.query({ text: 'select engine, turn, status from generations where id = $1' }, [id]);
  const before = await placeOf(waiting);
  await eventually(async () => (await listEngines(db)).every((row) => row.is_named));

  await bench.file({
    engines: { second: boxEntry(second), third: boxEntry(third, { slots: 1 }) },
    routes: [{ match: {}, use: [{ engine: 'third' }, { engine: 'second' }] }],
  });
  const next = await openTestService(t, { db, settings, families });
  const submitNext = async () => {
    const headers = { authorization: `Bearer ${bench.account.live.key}` };
    const { body } = await next.ask('POST', '/v1/delta/generate', { headers, body: { prompt: 'A red rose at night' } });
    return String(body['task_uuid']);
  };
  await reachedState(bench, await submitNext(), 'accepted');
  const goes = await submitNext();
  assert.ok(await drainEngine(db, 'third'));
  // Engines are looked at by name: when this one has left the third, the box has been looked at by both.
  assert.equal(await bench.service.ended(goes), 'completed');
  assert.deepEqual(await placeOf(waiting), before);

  await bench.service.stop();
  await reachedEngine(bench, waiting, 'second');
  assert.equal(await next.ended(waiting), 'completed');
});

test('an engine that is new in a worker’s file is named by it at once', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const filed = (...engines: string[]): Filed => ({
    engines: Object.fromEntries(engines.map((name) => [name, boxEntry(name === 'box' ? box : second)])),
    routes: [{ match: {}, use: engines.map((engine) => ({ engine })) }],
  });
  const timings = { ...quickTimings, engines: { ...quickTimings.engines, namedSeconds: 900 } };
  const bench = await openRunner(t, filed('box'), { timings });
  const { db } = bench.service;
  const isNamed = (engine: string) =>
    eventually(async () => (await listEngines(db)).some((row) => row.name === engine && row.is_named));
  await isNamed('box');
  await bench.file(filed('box', 'second'));
  await announceReload(db);
  await isNamed('second');
});

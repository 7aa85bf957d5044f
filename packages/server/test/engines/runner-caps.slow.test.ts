/** The cap of an engine's day: reserved from before an order leaves, by what the engine has said such ones cost, in every rush. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { listEngines } from '../../src/engines/engines-store.ts';
import { eventually } from '../support/eventually.ts';
import { openTestService } from '../support/service.ts';
import { boxEntry, openBox, openRunner, type RunnerBench } from './support/runner-bench.ts';
import type { CostOf } from './vendors/mge.ts';
import type { StandIn } from './vendors/stand-in.ts';

const engineRow = async ({ service }: RunnerBench, name: string) =>
  (await listEngines(service.db)).find((row) => row.name === name)!;

interface Known {
  family: string;
  model: string;
  usd: number;
  size: number;
}

/** As if the box had made one like it before. */
const knowCost = ({ service }: RunnerBench, { family, model, usd, size }: Known) =>
  service.db.query(
    {
      text: `insert into engine_costs (engine, family, model, dearest_usd, dearest_ratio, dearest_size)
        values ('box', $1, $2, $3::numeric, $3::numeric / $4::bigint, $4)
        on conflict (engine, family, model) do update set dearest_usd = excluded.dearest_usd, dearest_size = excluded.dearest_size`,
    },
    [family, model, usd, size],
  );

const ofDelta = { family: 'delta', model: 'delta', size: 1024 * 1024 };

const claimedOf = async ({ service }: RunnerBench, engine: string): Promise<number> => {
  const text =
    'select count(*)::integer as count from generations where engine = $1 and worker is not null and finished_at is null';
  return (await service.db.query<{ count: number }>({ text }, [engine]))[0]!.count;
};

test('the cap of a day is never exceeded, in a rush over two processes either; the rest goes to the next engine', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 0.35, slots: 8 }), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.1 }, { engine: 'second' }] }];
  // Nothing ends, so nothing turns out cheaper than it was reserved for.
  box.script = [{ at: 'running' }];
  const bench = await openRunner(t, { engines, routes });
  const { db, settings } = bench.service;
  await openTestService(t, { db, settings, families });
  await knowCost(bench, { ...ofDelta, usd: 0.05 });
  const ids = await Promise.all(Array.from({ length: 10 }, () => bench.submit()));
  await eventually(() => box.paid.length + second.paid.length === ids.length);
  assert.deepEqual([box.paid.length, second.paid.length], [3, 7]);
  const { spent_today_usd } = await engineRow(bench, 'box');
  assert.ok(Math.abs(spent_today_usd - 0.3) < 1e-9, String(spent_today_usd));
  // What it really cost makes room again: 0.05 each, as the engine says.
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  assert.ok(Math.abs((await engineRow(bench, 'box')).spent_today_usd - 0.15) < 1e-9);
});

test('the first rush at an engine that is dearer than the route says does not exceed the cap: one order goes ahead', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  // It says 0.05 each.
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 0.12, slots: 8 }), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }, { engine: 'second' }] }];
  box.script = [{ at: 'running' }];
  const bench = await openRunner(t, { engines, routes });
  const { db, settings } = bench.service;
  await openTestService(t, { db, settings, families });
  const ids = await Promise.all(Array.from({ length: 7 }, () => bench.submit()));
  await eventually(() => box.jobs.size === 1);
  // All have been claimed and wait here, and none of them elsewhere.
  await eventually(async () => (await claimedOf(bench, 'box')) === ids.length);
  assert.deepEqual([box.paid.length, second.paid.length], [1, 0]);
  box.script = [{ at: 'succeeded' }];
  for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  assert.deepEqual([box.paid.length, second.paid.length], [2, 5]);
  const { spent_today_usd } = await engineRow(bench, 'box');
  assert.ok(Math.abs(spent_today_usd - 0.1) < 1e-9, String(spent_today_usd));
  const attempts = (await Promise.all(ids.map((id) => bench.attemptsOf(id)))).flat();
  const notes = attempts.filter(({ engine }) => engine === 'box').map(({ cost_usd, notes }) => [cost_usd, ...notes]);
  assert.deepEqual(
    notes.sort((a, b) => a.length - b.length),
    [[0.05], [0.05, 'cost_usd:dearest_reserved']],
  );
});

test('an order that goes ahead and fails tells nothing: the next goes alone, too', async (t) => {
  const box = await openBox(t);
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 5, slots: 8 }) };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }] }];
  box.script = [{ at: 'running' }];
  const bench = await openRunner(t, { engines, routes });
  const ids = await Promise.all(Array.from({ length: 3 }, () => bench.submit()));
  await eventually(() => box.jobs.size === 1);
  const [refused] = box.jobs.values();
  refused!.steps = [{ at: 'failed', code: 'content_policy' }];
  await eventually(() => box.jobs.size === 2);
  await eventually(async () => (await claimedOf(bench, 'box')) === 2);
  assert.equal(box.paid.length, 2);
  box.script = [{ at: 'succeeded' }];
  for (const job of box.jobs.values()) if (job !== refused) job.steps = [{ at: 'succeeded' }];
  const ends = await Promise.all(ids.map((id) => bench.service.ended(id)));
  assert.deepEqual(ends.sort(), ['completed', 'completed', 'failed']);
});

test('what an order cost that came to nothing is reserved for the next, and the cap holds', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 1 }), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }, { engine: 'second' }] }];
  box.script = [{ at: 'failed', code: 'internal', cost: 0.4 }];
  const bench = await openRunner(t, { engines, routes });
  for (const end of ['failed', 'failed', 'completed']) {
    assert.equal(await bench.service.ended(await bench.submit()), end);
  }
  assert.deepEqual([box.paid.length, second.paid.length], [2, 1]);
  near((await engineRow(bench, 'box')).spent_today_usd, 0.8);
});

test('where a route does not say what it costs, the price is reserved from the cap', async (t) => {
  const box = await openBox(t);
  box.script = [{ at: 'running' }];
  const engines = { box: boxEntry(box, { paid: true, daily_cap_usd: 0.05, slots: 8 }) };
  const bench = await openRunner(t, { engines, routes: [{ match: {}, use: [{ engine: 'box' }] }] });
  await knowCost(bench, { ...ofDelta, usd: 0 });
  // Two cents each: two fit under the cap.
  for (let count = 0; count < 4; count += 1) await bench.submit();
  await eventually(async () => Math.abs((await engineRow(bench, 'box')).spent_today_usd - 0.04) < 1e-9);
  await eventually(() => box.paid.length === 2);
  const text = 'select cost_usd::float8, notes from generation_attempts';
  const attempts = await bench.service.db.query<{ cost_usd: number; notes: string[] }>({ text });
  assert.deepEqual(
    attempts.map(({ cost_usd, notes }) => [cost_usd, notes.includes('cost_usd:price_reserved')]),
    [
      [0.02, true],
      [0.02, true],
    ],
  );
});

const near = (is: number, should: number) => assert.ok(Math.abs(is - should) < 1e-9, `${is}, not ${should}`);

/** Of all orders that the box has. */
const secondsThere = (box: StandIn) => box.paid.map(({ json }) => Number(json['seconds']));

test('what a short clip cost is reserved for a long one in proportion, and the first of that length goes alone', async (t) => {
  const [box, second] = [await openBox(t), await openBox(t)];
  for (const engine of [box, second]) engine.script = [{ at: 'running' }];
  const engines = {
    box: boxEntry(box, { paid: true, daily_cap_usd: 3, slots: 16 }),
    second: boxEntry(second, { slots: 16 }),
  };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const { db, settings } = bench.service;
  await openTestService(t, { db, settings, families });
  const clip = async (duration: number) => {
    const asked = { prompt: 'A red fox', model: 'alpha_3', duration };
    const { status, body } = await bench.account.live.submit('/v1/alpha/generate', asked);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const ofFive = { family: 'alpha', model: 'alpha_3', usd: 0.25, size: 1280 * 720 * 5 };
  await knowCost(bench, ofFive);
  await Promise.all([15, 15, 15, 15, 15].map(clip));
  await eventually(async () => (await claimedOf(bench, 'box')) === 5);
  await eventually(() => box.paid.length === 1);
  near((await engineRow(bench, 'box')).spent_today_usd, 0.75);
  // Those of a length that is known do not wait for it.
  await Promise.all([5, 5].map(clip));
  await eventually(() => box.paid.length === 3);
  assert.deepEqual(secondsThere(box).sort(), [15, 5, 5]);
  near((await engineRow(bench, 'box')).spent_today_usd, 1.25);
  // As if the long one had been made, and had cost what was thought: of the others two fit under the cap.
  await knowCost(bench, { ...ofFive, usd: 0.75, size: 1280 * 720 * 15 });
  await eventually(() => box.paid.length + second.paid.length === 7);
  near((await engineRow(bench, 'box')).spent_today_usd, 2.75);
  assert.deepEqual([box.paid.length, second.paid.length], [5, 2]);
});

test('a rush of all sizes never exceeds the cap of an engine that takes more for more, whatever the price', async (t) => {
  // A cent a million pixels: 1k and 2k have one price here, and one of them costs four times the other there.
  const costOf: CostOf = ({ width, height }) => (0.01 * Number(width) * Number(height)) / 1024 ** 2;
  const [box, second] = [await openBox(t, costOf), await openBox(t)];
  const engines = {
    box: boxEntry(box, { paid: true, daily_cap_usd: 0.3, slots: 16 }),
    second: boxEntry(second, { slots: 16 }),
  };
  const routes = [{ match: {}, use: [{ engine: 'box', cost_usd: 0.01 }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const { db, settings } = bench.service;
  await openTestService(t, { db, settings, families });
  const picture = async (img_resolution: string) => {
    const asked = { prompt: 'A red rose', img_resolution, aspect_ratio: '1:1' };
    const { status, body } = await bench.account.live.submit('/v1/alpha/o3-photo/generate', asked);
    assert.equal(status, 200, JSON.stringify(body));
    return String(body['generation_id']);
  };
  assert.equal(await bench.service.ended(await picture('1k')), 'completed');
  box.script = [{ at: 'running' }];
  // One of 4k: each takes a second of the processor to be made as large as was asked.
  const ids = await Promise.all(['2k', '1k', '4k', '2k', '1k', '2k', '1k', '2k', '1k', '2k'].map(picture));
  await eventually(async () => (await claimedOf(bench, 'box')) === ids.length);
  const text = 'select count(*)::integer as left from generations where finished_at is null';
  await eventually(
    async () => {
      for (const job of box.jobs.values()) job.steps = [{ at: 'succeeded' }];
      return (await db.query<{ left: number }>({ text }))[0]!.left === 0;
    },
    { seconds: 240 },
  );
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  const took = box.paid.map(({ json }) => costOf(json)).reduce((sum, usd) => sum + usd, 0);
  assert.ok(took <= 0.3 + 1e-9, `${took} were spent`);
  near((await engineRow(bench, 'box')).spent_today_usd, took);
  assert.ok(second.paid.length > 0, 'the rest goes to the next engine');
});

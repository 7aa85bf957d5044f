/** The scenarios of sandbox prompts, played over a studio that draws nothing. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Scenario } from '@afterimage/contract';
import type { Engine, Handle, Poll } from '../../src/engines/engine.ts';
import { createSandboxEngine, playsInEngine } from '../../src/engines/sandbox/sandbox-engine.ts';
import { describeWork, picturesIn, startWork } from '../suites/engine-work.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeStudio, type FakeRender, openFakeEngine } from './support/fake-studio.ts';

const { signal } = new AbortController();
const nothing: Scenario = { fail: null, slowSeconds: 0, queueSeconds: 0, hang: false, http: null };

async function openBench(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-sandbox-'));
  const { renders, studio } = createFakeStudio();
  const inner = openFakeEngine(folder, { studio });
  t.after(async () => {
    await inner.close();
    await rm(folder, { recursive: true });
  });
  const traits = { paid: false, find: 'none', slots: 1 } as const;
  return { engine: createSandboxEngine({ name: 'sandbox', traits, studio: inner }), renders };
}

function start(engine: Engine, scenario: Partial<Scenario>): Promise<Handle> {
  const order = { task: 't2i', scenario: { ...nothing, ...scenario } } as const;
  return startWork(engine, describeWork(order, picturesIn('unused')));
}

async function polls(engine: Engine, handle: Handle): Promise<Poll[]> {
  const all: Poll[] = [];
  for (;;) {
    const poll = await engine.poll(handle, { seen: all.at(-1) ?? null, waitSeconds: 5, signal });
    all.push(poll);
    if (poll.state !== 'queued' && poll.state !== 'running') return all;
  }
}

const drawing = (renders: FakeRender[]): Promise<FakeRender> => eventually(() => renders[0]);

/** Every poll is a look, and between two looks time passes: however busy the machine is, none is missed. */
async function looks(t: TestContext, engine: Engine, handle: Handle): Promise<Poll[]> {
  const all: Poll[] = [];
  for (;;) {
    const poll = await engine.poll(handle, { seen: all.at(-1) ?? null, waitSeconds: 0, signal });
    all.push(poll);
    if (poll.state !== 'queued' && poll.state !== 'running') return all;
    t.mock.timers.tick(100);
    // What the studio has to say comes in between, too.
    await new Promise(setImmediate);
  }
}

const progressOf = (all: Poll[]) => all.flatMap((poll) => (poll.state === 'running' ? [poll.progress ?? -1] : []));

test('a scenario that fails ends with exactly its code, and draws nothing', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t);
  const end = (await polls(engine, await start(engine, { fail: 'CONTENT_POLICY_VIOLATION' }))).at(-1)!;
  assert.ok(end.state === 'failed');
  assert.deepEqual([end.fault.familyCode, end.billed], ['CONTENT_POLICY_VIOLATION', false]);
  assert.equal(renders.length, 0);
});

test('a slow scenario takes at least its time, with progress that moves', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const startedAt = Date.now();
  const handle = await start(engine, { slowSeconds: 4 });
  const render = await drawing(renders);
  render.progress(50);
  render.succeed();
  const all = await looks(t, engine, handle);
  assert.equal(all.at(-1)!.state, 'succeeded');
  assert.ok(Date.now() - startedAt >= 4_000);
  const progress = progressOf(all);
  assert.ok(new Set(progress).size >= 5, `progress was ${progress.join()}`);
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.ok(progress.every((percent) => percent < 100));
});

test('a slow scenario that fails does so after its time', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const startedAt = Date.now();
  const all = await looks(t, engine, await start(engine, { slowSeconds: 2, fail: 'TASK_FAILED' }));
  assert.ok(Date.now() - startedAt >= 2_000);
  assert.ok(progressOf(all).length > 1);
  const end = all.at(-1)!;
  assert.equal(end.state === 'failed' && end.fault.familyCode, 'TASK_FAILED');
  assert.equal(renders.length, 0);
});

test('a resumed slow scenario does not start over', { timeout: 300_000 }, async (t) => {
  const { engine } = await openBench(t);
  const { engine: heir } = await openBench(t);
  const handle = await start(engine, { slowSeconds: 60, fail: 'TASK_FAILED' });
  const aged = JSON.parse(JSON.stringify({ ...handle, startedAt: Number(handle['startedAt']) - 59_900 })) as Handle;
  const resumedAt = Date.now();
  assert.equal((await polls(heir, aged)).at(-1)!.state, 'failed');
  const milliseconds = Date.now() - resumedAt;
  assert.ok(milliseconds < 30_000, `it took ${milliseconds} ms more`);
});

test('a scenario that hangs runs and never ends, whatever else it says', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t);
  const handle = await start(engine, { hang: true, fail: 'TASK_FAILED' });
  const seen = await engine.poll(handle, { seen: null, waitSeconds: 0, signal });
  assert.equal(seen.state, 'running');
  const waitedFrom = performance.now();
  const again = await engine.poll(handle, { seen, waitSeconds: 0.15, signal });
  assert.equal(again.state, 'running');
  assert.ok(performance.now() - waitedFrom >= 140);
  assert.equal(renders.length, 0);
  await engine.cancel(handle, signal);
});

test('without a scenario the studio draws, and its progress and end pass through', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t);
  const end = polls(engine, await start(engine, {}));
  const render = await drawing(renders);
  render.progress(40);
  await new Promise(setImmediate);
  render.fail('invalid_media');
  const all = await end;
  assert.ok(progressOf(all).includes(40));
  const last = all.at(-1)!;
  assert.equal(last.state === 'failed' && last.fault.class, 'invalid_image');
});

test('only scenarios that an engine plays come to the sandbox engine', () => {
  assert.equal(playsInEngine(null), false);
  assert.equal(playsInEngine({ ...nothing, queueSeconds: 3 }), false);
  assert.equal(playsInEngine({ ...nothing, fail: 'TIMEOUT' }), true);
  assert.equal(playsInEngine({ ...nothing, slowSeconds: 1 }), true);
  assert.equal(playsInEngine({ ...nothing, hang: true }), true);
});

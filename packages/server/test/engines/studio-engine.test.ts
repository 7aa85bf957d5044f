/** What the studio engine promises beyond the suite: slots, turns, and files that neither vanish nor pile up. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Engine, type Handle, isOurs, type Poll } from '../../src/engines/engine.ts';
import { describeWork, picturesIn, startWork } from '../suites/engine-work.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeStudio, type FakeRender, openFakeEngine } from './support/fake-studio.ts';

const { signal } = new AbortController();

async function openBench(t: TestContext, slots: number) {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-studio-'));
  const fake = createFakeStudio();
  const engine = openFakeEngine(folder, fake, slots);
  t.after(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });
  return { folder, engine, ...fake };
}

function start(engine: Engine, order: { token?: string; accountId?: string; deadlineMilliseconds?: number } = {}) {
  return startWork(engine, describeWork({ task: 't2i', ...order }, picturesIn('unused')));
}

function poll(engine: Engine, handle: Handle, seen: Poll | null = null): Promise<Poll> {
  return engine.poll(handle, { seen, waitSeconds: seen === null ? 0 : 5, signal });
}

async function pollUntil(engine: Engine, handle: Handle, state: Poll['state']): Promise<Poll> {
  let seen: Poll | null = null;
  return eventually(async () => {
    seen = await poll(engine, handle, seen);
    return seen.state === state && seen;
  });
}

/** Renders begin a few iterations of the event loop after their start. */
async function drawing(renders: FakeRender[], count: number): Promise<void> {
  await eventually(() => renders.length >= count);
}

test('no more renders run at once than there are slots, however many are started', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t, 2);
  const handles = await Promise.all(Array.from({ length: 5 }, () => start(engine)));
  await drawing(renders, 2);
  const states = await Promise.all(handles.map(async (handle) => (await poll(engine, handle)).state));
  assert.deepEqual(states.sort(), ['queued', 'queued', 'queued', 'running', 'running']);
  assert.equal(renders.length, 2);
  renders[0]!.succeed();
  await drawing(renders, 3);
  renders[1]!.fail('crashed');
  await drawing(renders, 4);
  assert.equal(renders.length, 4);
});

test('work that waits in the queue past its deadline ends with a timeout', { timeout: 300_000 }, async (t) => {
  const { engine, renders } = await openBench(t, 1);
  await start(engine);
  await drawing(renders, 1);
  const late = await start(engine, { deadlineMilliseconds: 40 });
  const end = await pollUntil(engine, late, 'failed');
  assert.equal(end.state === 'failed' && end.fault.class, 'timeout');
  assert.equal(renders.length, 1);
});

test('a breakdown is told once, with nothing of its inside, and asking again renders again', {
  timeout: 300_000,
}, async (t) => {
  const { engine, renders } = await openBench(t, 1);
  const handle = await start(engine);
  await drawing(renders, 1);
  renders[0]!.fail('crashed');
  const broken = await pollUntil(engine, handle, 'failed');
  assert.ok(broken.state === 'failed');
  assert.deepEqual([broken.fault.class, broken.billed], ['internal', false]);
  assert.doesNotMatch(broken.fault.sentence!, /secret/);

  const again = pollUntil(engine, handle, 'succeeded');
  await drawing(renders, 2);
  renders[1]!.succeed();
  await again;
});

test('a finished render is handed over by another process without being drawn again', {
  timeout: 300_000,
}, async (t) => {
  const { folder, engine, renders } = await openBench(t, 1);
  const handle = await start(engine);
  await drawing(renders, 1);
  renders[0]!.succeed();
  await pollUntil(engine, handle, 'succeeded');

  const other = createFakeStudio();
  const heir = openFakeEngine(folder, other);
  const end = await pollUntil(heir, handle, 'succeeded');
  assert.ok(end.state === 'succeeded');
  const [output] = end.outputs;
  assert.ok(output !== undefined && isOurs(output));
  await output.copyTo(join(folder, 'copy'));
  assert.equal(await readFile(join(folder, 'copy'), 'utf8'), 'drawn');
  assert.equal(other.renders.length, 0);
});

test('two processes that render the same work write to files of their own', { timeout: 300_000 }, async (t) => {
  const { folder, engine, renders } = await openBench(t, 1);
  const handle = await start(engine);
  await drawing(renders, 1);
  const other = createFakeStudio();
  const heir = openFakeEngine(folder, other);
  await poll(heir, handle);
  await drawing(other.renders, 1);
  assert.notEqual(other.renders[0]!.request.outputFile, renders[0]!.request.outputFile);
  assert.deepEqual({ ...other.renders[0]!.request, outputFile: '' }, { ...renders[0]!.request, outputFile: '' });
  await heir.close();
});

test('closing stops every render and keeps what another process needs to go on', { timeout: 300_000 }, async (t) => {
  const { folder, engine, renders } = await openBench(t, 1);
  const handle = await start(engine);
  await drawing(renders, 1);
  await engine.close();
  assert.equal(renders[0]!.stopped, true);

  const other = createFakeStudio();
  const heir = openFakeEngine(folder, other);
  await poll(heir, handle);
  await drawing(other.renders, 1);
  await heir.close();
});

test('what nobody came back for within a day is swept, the rest stays', async (t) => {
  const { folder, engine } = await openBench(t, 1);
  const { token } = await start(engine);
  const left = randomUUID();
  for (const name of [left, `.draft-${left}`]) {
    await mkdir(join(folder, name));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, name), yesterday, yesterday);
  }
  assert.equal(await engine.sweep!(), 2);
  assert.deepEqual(await readdir(folder), [token]);
});

test('work that a power cut left unreadable is lost, and can be started again', { timeout: 300_000 }, async (t) => {
  const { folder, engine, renders } = await openBench(t, 1);
  const token = randomUUID();
  await mkdir(join(folder, token));
  await writeFile(join(folder, token, 'work.json'), '{"accountId":');
  assert.equal(await engine.find(token, signal), 'absent');
  assert.equal((await poll(engine, { token })).state, 'lost');
  await start(engine, { token });
  await drawing(renders, 1);
});

test('a token that is no UUID never becomes a path', async (t) => {
  const { engine } = await openBench(t, 1);
  for (const token of ['../../etc', '', 'a/b', '..']) {
    await assert.rejects(start(engine, { token }), /UUID/);
    await assert.rejects(poll(engine, { token }), /UUID/);
    await assert.rejects(engine.forget!({ token }), /UUID/);
  }
});

test('its health is found out once, and again only after it could not be', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-studio-'));
  t.after(() => rm(folder, { recursive: true }));
  const fake = createFakeStudio();
  let asked = 0;
  fake.studio.describeEncoder = async () => {
    asked += 1;
    if (asked === 1) throw new Error('no process could be started');
    return { name: 'wasm', detail: 'fake' };
  };
  const engine = openFakeEngine(folder, fake);
  await assert.rejects(engine.check(signal), /no process/);
  for (let looks = 0; looks < 3; looks += 1) assert.equal((await engine.check(signal)).detail, 'wasm: fake');
  assert.equal(asked, 2);
  await engine.close();
});

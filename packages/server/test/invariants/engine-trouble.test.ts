/** Engines in trouble: what may pass is tried again unseen, what does not pass ends refunded, and nobody is paid twice. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Engine, EngineError, type EngineTraits, type Handle, type Poll } from '../../src/engines/engine.ts';
import {
  type ClaimedGeneration,
  claimGenerations,
  renewLeases,
  saveEngineToken,
} from '../../src/generations/queue-store.ts';
import { type RunHooks, type RunServices, runGeneration } from '../../src/generations/run.ts';
import { failOverdue } from '../../src/generations/sweep.ts';
import { writeLog } from '../../src/log/log.ts';
import { openDiskStore } from '../../src/media/disk-store.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { createMoney, type Money, type SubmitOptions } from './support/money.ts';

const hooks: RunHooks = {
  signal: new AbortController().signal,
  park: (work) => work,
  accepted: () => {},
  progress: () => {},
};

interface ScriptedEngine extends Engine {
  /** The tokens of every start, in order. */
  started: string[];
  script: {
    /** Answers why it refuses; throws what an engine must not. */
    start(): EngineError | undefined;
    poll(): Poll;
    find(token: string): Handle | 'absent' | 'cannot_tell';
  };
}

function scriptedEngine(traits: Partial<EngineTraits> = {}): ScriptedEngine {
  const engine: ScriptedEngine = {
    name: 'scripted',
    traits: { paid: false, find: 'exact', slots: 1, ...traits },
    started: [],
    script: { start: () => undefined, poll: drawn, find: () => 'absent' },
    check: async () => ({ ok: true, detail: '' }),
    async start({ token }) {
      engine.started.push(token);
      const error = engine.script.start();
      return error === undefined ? { outcome: 'accepted', handle: { token } } : { outcome: 'refused', error };
    },
    find: async (token) => engine.script.find(token),
    poll: async () => engine.script.poll(),
    cancel: async () => {},
    forget: async () => {},
    sweep: async () => 0,
    close: async () => {},
  };
  return engine;
}

const drawn = (): Poll => ({
  state: 'succeeded',
  output: {
    type: 'image/jpeg',
    bytes: 5,
    width: 1024,
    height: 1024,
    milliseconds: null,
    copyTo: (file) => writeFile(file, 'drawn'),
  },
});
const trouble = (failure: 'internal' | 'unavailable', verdict: 'passing' | 'unknown' = 'passing') =>
  new EngineError('The engine is in trouble.', { failure, verdict });

interface Bench {
  money: Money;
  engine: ScriptedEngine;
  /** What was logged. */
  lines: string[];
  /** Runs the one job as a worker would, however long it was to rest. */
  run(): Promise<string>;
  claim(): Promise<ClaimedGeneration>;
  record(): Promise<{ status: string; failure_code: string | null }>;
}

async function openBench(
  t: TestContext,
  traits: Partial<EngineTraits> = {},
  submit: SubmitOptions = {},
): Promise<Bench> {
  const money = await createMoney(t, { credit: 1_000 });
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-engine-trouble-'));
  t.after(() => rm(folder, { recursive: true }));
  const inspector = createInspector({ waitMilliseconds: 1_000 });
  t.after(() => inspector.close());
  const engine = scriptedEngine(traits);
  const lines: string[] = [];
  const services: RunServices = {
    ...money.settling,
    store: await openDiskStore({ folder }),
    safeFetch: createSafeFetch({ allow: [] }),
    inspector,
    mediaDays: 7,
    engineOf: () => engine,
    log: writeLog('info', { write: (line) => void lines.push(line) }),
  };
  await money.submit(100, submit);
  const claim = async () => {
    await money.db.query({ text: `update generations set lease_until = now() where lease_until is not null` });
    const [claimed] = await claimGenerations(money.db, money.engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
    return claimed!;
  };
  return {
    money,
    engine,
    lines,
    claim,
    run: async () => runGeneration(services, await claim(), hooks),
    async record() {
      const text = 'select status, failure_code from generations';
      const [row] = await money.db.query<{ status: string; failure_code: string | null }>({ text });
      return row!;
    },
  };
}

test('an engine that breaks down once is asked again, and the caller sees nothing of it', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.poll = () => ({ state: 'failed', error: trouble('internal') });
  assert.equal(await run(), 'handed back');
  assert.deepEqual(await record(), { status: 'processing', failure_code: null });
  engine.script.poll = drawn;
  assert.equal(await run(), 'settled');
  assert.deepEqual(await record(), { status: 'completed', failure_code: null });
  assert.equal(await money.balance(), 900);
});

test('the third breakdown is the last: the job fails, refunded', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.poll = () => ({ state: 'lost' });
  assert.deepEqual([await run(), await run(), await run()], ['handed back', 'handed back', 'settled']);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('an output that arrives cut off is not stored: the engine is asked again', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.poll = () => {
    const { output } = drawn() as Extract<Poll, { state: 'succeeded' }>;
    return { state: 'succeeded', output: { ...output, bytes: output.bytes + 1 } };
  };
  assert.equal(await run(), 'handed back');
  assert.deepEqual(await money.db.query({ text: 'select id from media_objects' }), []);
  engine.script.poll = drawn;
  assert.equal(await run(), 'settled');
  assert.equal((await record()).status, 'completed');
});

test('a fault of our own is not tried for ever: the third time the job fails, refunded', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.poll = () => {
    throw new TypeError('a mistake of ours');
  };
  assert.deepEqual([await run(), await run(), await run()], ['handed back', 'handed back', 'settled']);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('a full disk is waited out: the job is there when it has room again', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.poll = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', errno: -28 });
  };
  for (let times = 0; times < 5; times += 1) assert.equal(await run(), 'handed back');
  engine.script.poll = drawn;
  assert.equal(await run(), 'settled');
  assert.deepEqual(await record(), { status: 'completed', failure_code: null });
  assert.equal(await money.balance(), 900);
});

for (const [family, code] of [
  ['alpha', 'MAINTENANCE'],
  ['gamma', 'MAINTENANCE'],
  ['delta', 'API_ERROR'],
  ['epsilon-images', 'API_ERROR'],
] as const) {
  test(`an engine of ${family} that is down until the time limit ends the job with ${code}, refunded`, async (t) => {
    const { engine, money, run, record } = await openBench(t, {}, { family });
    engine.script.start = () => trouble('unavailable');
    for (let times = 0; times < 5; times += 1) assert.equal(await run(), 'handed back');
    await passTimeLimit(money);
    assert.equal(await failOverdue(money.settling), 1);
    assert.deepEqual(await record(), { status: 'failed', failure_code: code });
    assert.equal(await money.balance(), 1_000);
  });
}

const passTimeLimit = ({ db, accountId }: Money) =>
  db.query({ text: `update generations set deadline_at = now() - interval '1 s' where account_id = $1` }, [accountId]);

test('a job that waited past its time limit ends without an engine being asked, refunded', async (t) => {
  const { engine, money, run, record } = await openBench(t, { paid: true });
  await passTimeLimit(money);
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, []);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'TIMEOUT' });
  assert.equal(await money.balance(), 1_000);
});

test('an engine that was down but came back is no excuse: past the time limit it is TIMEOUT', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.start = () => trouble('unavailable');
  assert.equal(await run(), 'handed back');
  engine.script.start = () => undefined;
  engine.script.poll = () => ({ state: 'failed', error: trouble('internal') });
  assert.equal(await run(), 'handed back');
  await passTimeLimit(money);
  await failOverdue(money.settling);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'TIMEOUT' });
});

test('a paid engine that may have been asked is not asked again', async (t) => {
  const { engine, money, run, record } = await openBench(t, { paid: true, find: 'none' });
  engine.script.find = () => 'cannot_tell';
  engine.script.start = () => trouble('unavailable', 'unknown');
  assert.equal(await run(), 'handed back');
  engine.script.start = () => undefined;
  assert.equal(await run(), 'settled');
  assert.equal(engine.started.length, 1);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('a worker that died between asking and noting the answer: the work is found, not asked for again', async (t) => {
  const { engine, money, run, claim, record } = await openBench(t, { paid: true });
  const token = crypto.randomUUID();
  assert.ok(await saveEngineToken(money.db, await claim(), token));
  engine.script.find = (asked) => ({ token: asked });
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, []);
  assert.equal((await record()).status, 'completed');
});

test('a worker that died before the engine heard of the work: it is asked with the token that was saved', async (t) => {
  const { engine, money, run, claim } = await openBench(t, { paid: true });
  const token = crypto.randomUUID();
  assert.ok(await saveEngineToken(money.db, await claim(), token));
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, [token]);
});

test('a failure that a scenario asked for is one quiet line; one that nobody asked for is told with its stack', async (t) => {
  const { engine, lines, run } = await openBench(t);
  engine.script.poll = () => ({ state: 'failed', error: trouble('internal') });
  assert.equal(await run(), 'handed back');
  const played = { failure: 'internal', verdict: 'final', code: 'CONTENT_POLICY_VIOLATION' } as const;
  engine.script.poll = () => ({ state: 'failed', error: new EngineError('The scenario asked for it.', played) });
  assert.equal(await run(), 'settled');
  const [told, quiet, ...more] = lines.map((line) => JSON.parse(line) as { level: unknown; err?: { stack: string } });
  assert.match(told!.err!.stack, /engine is in trouble/);
  assert.notEqual(quiet!.level, told!.level);
  assert.equal(quiet!.err, undefined);
  assert.deepEqual(more, []);
});

test('a failure that what the caller sent is to blame for is one quiet line with its reason', async (t) => {
  for (const failure of ['content_policy', 'image_inaccessible', 'invalid_image'] as const) {
    const { engine, lines, run } = await openBench(t);
    const error = new EngineError('image_url: The server answered 404.', { failure, verdict: 'final' });
    engine.script.poll = () => ({ state: 'failed', error });
    assert.equal(await run(), 'settled');
    const [{ level, reason, err } = {}, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([level, reason, err, more], ['info', error.message, undefined, []]);
  }
});

test('progress never goes back, though whoever takes over a job begins anew', async (t) => {
  const { money, claim } = await openBench(t);
  for (const progress of [25, 8, null, 30]) {
    const { id, attempt } = await claim();
    await renewLeases(money.db, [{ id, attempt, progress }], 600);
    const [row] = await money.db.query<{ progress: number }>({ text: 'select progress from generations' });
    assert.equal(row!.progress, Math.max(25, progress ?? 0));
  }
});

/** Engines in trouble: what may pass is tried again unseen, what does not pass ends refunded, and nobody is paid twice. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Engine, EngineFault, EngineTraits, Found, Poll, Start, Succeeded } from '../../src/engines/engine.ts';
import { anyInput } from '../../src/engines/fit.ts';
import { beginFreeAttempt } from '../../src/generations/attempts-store.ts';
import { type ClaimedGeneration, claimGenerations, handBack, renewLeases } from '../../src/generations/queue-store.ts';
import { runGeneration } from '../../src/generations/run.ts';
import type { RunHooks, RunServices } from '../../src/generations/running.ts';
import { failOverdue } from '../../src/generations/sweep.ts';
import { writeLog } from '../../src/log/log.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { plainRoster, plainRunning } from '../support/plain-roster.ts';
import { createMoney, type Money, type SubmitOptions } from './support/money.ts';

const hooks: RunHooks = {
  signal: new AbortController().signal,
  park: async (work) => ({ outcome: 'done', result: await work }),
  accepted: () => {},
  progress: () => {},
  span: null,
};

interface ScriptedEngine extends Engine {
  /** The tokens of every start, in order. */
  started: string[];
  script: {
    /** Answers why it does not take it, or what it made at once; throws what an engine must not. */
    start(): Exclude<Start, { outcome: 'accepted' }> | undefined;
    poll(): Poll;
    find(token: string): Found;
  };
}

function scriptedEngine(name: string, traits: Partial<EngineTraits>): ScriptedEngine {
  const engine: ScriptedEngine = {
    name,
    kind: 'scripted',
    traits: { paid: false, find: 'exact', slots: 1, ...traits },
    fit: () => ({ fits: true, notes: [], inputs: anyInput }),
    started: [],
    script: { start: () => undefined, poll: drawn, find: () => 'absent' },
    check: async () => ({ ok: true, detail: '' }),
    async start({ token }) {
      engine.started.push(token);
      return engine.script.start() ?? { outcome: 'accepted', handle: { token } };
    },
    find: async (token) => engine.script.find(token),
    poll: async () => engine.script.poll(),
    cancel: async () => 'requested',
    forget: async () => {},
    close: async () => {},
  };
  return engine;
}

const picture = (bytes: number) => ({
  type: 'image/jpeg',
  bytes,
  width: 1024,
  height: 1024,
  milliseconds: null,
  copyTo: (file: string) => writeFile(file, 'drawn'),
});
const made = (bytes: number): Succeeded => ({
  state: 'succeeded',
  outputs: [picture(bytes)],
  costUsd: null,
  seed: null,
});
const drawn = () => made('drawn'.length);

const fault = (what: EngineFault['class'], more: Partial<EngineFault> = {}): EngineFault => ({
  class: what,
  message: 'The engine is in trouble.',
  ...more,
});
const failed = (what: EngineFault['class'], more: Partial<EngineFault> = {}): Poll => ({
  state: 'failed',
  fault: fault(what, more),
  billed: null,
});
const refused = () => ({ outcome: 'refused', fault: fault('unavailable') }) as const;
const unanswered = () => ({ outcome: 'unknown', fault: fault('unknown_submit') }) as const;

/** An engine that costs money is none of ours. */
const paid = { paid: true, embedded: undefined } as unknown as Partial<EngineTraits>;

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
  const engine = scriptedEngine(money.engine, { embedded: true, ...traits });
  const lines: string[] = [];
  const services: RunServices = {
    ...money.settling,
    stores: await openMediaStores({ folder }),
    safeFetch: createSafeFetch({ allow: [] }),
    inspector,
    mediaDays: 7,
    ...plainRunning(),
    roster: plainRoster([engine]),
    log: writeLog('info', { write: (line) => void lines.push(line) }),
    tracing: null,
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
  engine.script.poll = () => failed('internal', { cause: new Error('the engine is in trouble') });
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
  engine.script.poll = () => made('drawn'.length + 1);
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

test('nor is one that comes while an engine is asked', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.start = () => {
    throw new TypeError('a mistake of ours');
  };
  assert.deepEqual([await run(), await run(), await run()], ['handed back', 'handed back', 'settled']);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('a transaction that gave way to another is no mistake: the work stays where it is, and is stored later', async (t) => {
  const { engine, run, record } = await openBench(t, paid);
  engine.script.poll = () => {
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  for (let times = 0; times < 5; times += 1) assert.equal(await run(), 'handed back');
  engine.script.poll = drawn;
  assert.equal(await run(), 'settled');
  assert.deepEqual(await record(), { status: 'completed', failure_code: null });
  assert.equal(engine.started.length, 1);
});

for (const [what, code] of [
  ['gave way to another', '40P01'],
  ['took too long', '57014'],
  ['found no room', '53200'],
] as const) {
  test(`what an engine made at once, and was paid for, outlasts a settlement that ${what}`, async (t) => {
    const { engine, money, run, record } = await openBench(t, { ...paid, find: 'none' });
    engine.script.start = () => ({ outcome: 'finished', end: drawn() });
    // A sequence goes on though the transaction that asked it has failed.
    await money.db.query({ text: 'create sequence settlements' });
    await money.db.query({
      text: `create function fail_once() returns trigger language plpgsql as $$ begin
        if nextval('settlements') = 1 then raise exception 'not now' using errcode = '${code}'; end if; return new; end $$`,
    });
    await money.db.query({
      text: `create trigger fail_once before update on generations for each row when (new.status = 'completed')
        execute function fail_once()`,
    });
    assert.equal(await run(), 'settled');
    assert.deepEqual(await record(), { status: 'completed', failure_code: null });
    assert.equal(engine.started.length, 1);
    assert.equal(await money.balance(), 900);
  });
}

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

test('what rests is there at its time limit; what could not be ended then rests all the same, and does not go round', async (t) => {
  const { money, claim } = await openBench(t, {}, { limitSeconds: 300 });
  const { db } = money;
  const restOf = async () => {
    await handBack(db, await claim(), { afterSeconds: 3_000, trouble: 'unavailable', with: 'engine' });
    const text = `select round(extract(epoch from lease_until - clock_timestamp()))::integer as seconds from generations`;
    return (await db.query<{ seconds: number }>({ text }))[0]!.seconds;
  };
  const before = await restOf();
  assert.ok(before > 100 && before <= 300, `${before} s`);
  await passTimeLimit(money);
  const after = await restOf();
  assert.ok(after > 2_800, `${after} s`);
});

for (const [family, code] of [
  ['alpha', 'MAINTENANCE'],
  ['gamma', 'MAINTENANCE'],
  ['delta', 'API_ERROR'],
  ['epsilon-images', 'API_ERROR'],
] as const) {
  test(`an engine of ${family} that is down until the time limit ends the job with ${code}, refunded`, async (t) => {
    const { engine, money, run, record } = await openBench(t, {}, { family });
    engine.script.start = refused;
    for (let times = 0; times < 5; times += 1) assert.equal(await run(), 'handed back');
    await passTimeLimit(money);
    assert.equal(await failOverdue(money.settling), 1);
    assert.deepEqual(await record(), { status: 'failed', failure_code: code });
    assert.equal(await money.balance(), 1_000);
  });
}

const begin = ({ db, engine }: Money, claim: ClaimedGeneration, token: string) =>
  beginFreeAttempt(db, claim, { number: 1, engine, token, notes: [] });

const passTimeLimit = ({ db, accountId }: Money) =>
  db.query({ text: `update generations set deadline_at = now() - interval '1 s' where account_id = $1` }, [accountId]);

test('a job that waited past its time limit ends without an engine being asked, refunded', async (t) => {
  const { engine, money, run, record } = await openBench(t, paid);
  await passTimeLimit(money);
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, []);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'TIMEOUT' });
  assert.equal(await money.balance(), 1_000);
});

test('an engine that was down but came back is no excuse: past the time limit it is TIMEOUT', async (t) => {
  const { engine, money, run, record } = await openBench(t);
  engine.script.start = refused;
  assert.equal(await run(), 'handed back');
  engine.script.start = () => undefined;
  engine.script.poll = () => failed('internal', { cause: new Error('the engine is in trouble') });
  assert.equal(await run(), 'handed back');
  await passTimeLimit(money);
  await failOverdue(money.settling);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'TIMEOUT' });
});

test('a paid engine that may have been asked is not asked again', async (t) => {
  const { engine, money, run, record } = await openBench(t, { ...paid, find: 'none' });
  engine.script.find = () => 'cannot_tell';
  engine.script.start = unanswered;
  assert.equal(await run(), 'settled');
  assert.equal(engine.started.length, 1);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('a worker that died between asking and noting the answer: the work is found, not asked for again', async (t) => {
  const { engine, money, run, claim, record } = await openBench(t, paid);
  const token = crypto.randomUUID();
  assert.equal(await begin(money, await claim(), token), 'begun');
  engine.script.find = (token) => ({ token: token });
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, []);
  assert.equal((await record()).status, 'completed');
});

test('a worker that died before the engine heard of the work: it is asked with the token that was saved', async (t) => {
  const { engine, money, run, claim } = await openBench(t);
  const token = crypto.randomUUID();
  assert.equal(await begin(money, await claim(), token), 'begun');
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, [token]);
});

test('a paid engine that knows of nothing when a worker died is not asked again: it may only be late to tell', async (t) => {
  const { engine, money, run, claim, record } = await openBench(t, paid);
  assert.equal(await begin(money, await claim(), crypto.randomUUID()), 'begun');
  assert.equal(await run(), 'settled');
  assert.deepEqual(engine.started, []);
  assert.deepEqual(await record(), { status: 'failed', failure_code: 'API_ERROR' });
  assert.equal(await money.balance(), 1_000);
});

test('a failure that a scenario asked for is one quiet line; one that nobody asked for is told with its stack', async (t) => {
  const { engine, lines, run } = await openBench(t);
  engine.script.poll = () => failed('internal', { cause: new Error('the engine is in trouble') });
  assert.equal(await run(), 'handed back');
  engine.script.poll = () => failed('internal', { familyCode: 'CONTENT_POLICY_VIOLATION' });
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
    const message = 'image_url: The server answered 404.';
    engine.script.poll = () => failed(failure, { message });
    assert.equal(await run(), 'settled');
    const [{ level, reason, err } = {}, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual([level, reason, err, more], ['info', message, undefined, []]);
  }
});

test('progress never goes back, though whoever takes over a job begins anew', async (t) => {
  const { money, claim } = await openBench(t);
  for (const progress of [25, 8, null, 30]) {
    const { id, claim_number } = await claim();
    await renewLeases(money.db, [{ id, claim_number, progress }], 600);
    const [row] = await money.db.query<{ progress: number }>({ text: 'select progress from generations' });
    assert.equal(row!.progress, Math.max(25, progress ?? 0));
  }
});

test('when a time limit ends a generation, its attempt is over too', async (t) => {
  const { money, claim, record } = await openBench(t);
  assert.equal(await begin(money, await claim(), crypto.randomUUID()), 'begun');
  await passTimeLimit(money);
  assert.equal(await failOverdue(money.settling), 1);
  assert.equal((await record()).failure_code, 'TIMEOUT');
  const text = 'select state, error_class, ended_at is not null as ended from generation_attempts';
  assert.deepEqual(await money.db.query({ text }), [{ state: 'failed', error_class: 'timeout', ended: true }]);
});

/** A run that has lost its lease ends soon and touches nothing: not the engine's work, not the lease of the run after it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { DatabaseUnavailable, type Db } from '../../src/db/postgres.ts';
import type { Engine, Poll } from '../../src/engines/engine.ts';
import { anyInput } from '../../src/engines/fit.ts';
import { type ClaimedGeneration, claimGenerations, handBack, renewLeases } from '../../src/generations/queue-store.ts';
import { runGeneration } from '../../src/generations/run.ts';
import type { RunHooks, RunServices } from '../../src/generations/running.ts';
import { failGeneration } from '../../src/generations/settle.ts';
import { startWorker } from '../../src/generations/worker.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { eventually } from '../support/eventually.ts';
import { plainRoster, plainRunning } from '../support/plain-roster.ts';
import { quickTimings } from '../support/timings.ts';
import { createMoney, type Money } from './support/money.ts';

const drawn: Poll = {
  state: 'succeeded',
  outputs: [
    {
      type: 'image/jpeg',
      bytes: 5,
      width: 1024,
      height: 1024,
      milliseconds: null,
      copyTo: (file) => writeFile(file, 'drawn'),
    },
  ],
  costUsd: null,
  seed: null,
};

/** Draws until it is told to be done, and notes what is asked of it. */
function patientEngine(name: string) {
  const done = Promise.withResolvers<Poll>();
  const notes = { started: 0, polls: 0, aborted: 0, forgotten: 0, cancelled: 0 };
  const hindrance = { starting: Promise.resolve(), cancelling: Promise.resolve(), forgetting: Promise.resolve() };
  const progress = { percent: null as number | null };
  const engine: Engine = {
    name,
    kind: 'patient',
    traits: { paid: false, embedded: true, find: 'exact', slots: 4 },
    fit: () => ({ fits: true, notes: [], inputs: anyInput }),
    check: async () => ({ ok: true, detail: '' }),
    async start({ token }) {
      notes.started += 1;
      await hindrance.starting;
      return { outcome: 'accepted', handle: { token } };
    },
    find: async () => 'absent',
    async poll(_handle, { seen = null, signal }) {
      if (seen === null && progress.percent !== null) return { state: 'running', progress: progress.percent };
      notes.polls += 1;
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        notes.aborted += 1;
        aborted.reject(signal.reason);
      });
      return Promise.race([done.promise, aborted.promise]);
    },
    async cancel() {
      notes.cancelled += 1;
      await hindrance.cancelling;
      return 'requested';
    },
    async forget() {
      notes.forgotten += 1;
      await hindrance.forgetting;
    },
    close: async () => {},
  };
  return { engine, notes, hindrance, progress, finish: () => done.resolve(drawn) };
}

async function openBench(t: TestContext) {
  const money = await createMoney(t, { credit: 1_000 });
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-lost-lease-'));
  t.after(() => rm(folder, { recursive: true }));
  const inspector = createInspector({ waitMilliseconds: 1_000 });
  t.after(() => inspector.close());
  const patient = patientEngine(money.engine);
  const services: RunServices = {
    ...money.settling,
    stores: await openMediaStores({ folder }),
    safeFetch: createSafeFetch({ allow: [] }),
    inspector,
    mediaDays: 7,
    ...plainRunning(),
    roster: plainRoster([patient.engine]),
    log: createSilentLog(),
    tracing: null,
  };
  const work = ({ db = money.db, timings = quickTimings.worker } = {}) => {
    const worker = startWorker({ ...services, db }, { name: 'w', engines: [patient.engine], timings });
    t.after(async () => {
      // What is done need not be waited for.
      patient.finish();
      await worker.stop();
    });
    return worker;
  };
  const { notes, hindrance, progress, finish } = patient;
  return { money, services, work, notes, hindrance, progress, finish };
}

const endLeases = ({ db }: Money) =>
  db.query({ text: `update generations set lease_until = clock_timestamp() where status = 'processing'` });

async function renewed({ db }: Money, id: string): Promise<void> {
  const leaseOf = async () => {
    const text = 'select lease_until from generations where id = $1';
    return (await db.query<{ lease_until: Date }>({ text }, [id]))[0]!.lease_until;
  };
  const before = await leaseOf();
  await eventually(async () => (await leaseOf()) > before);
}

async function claimOne({ db, engine }: Money): Promise<ClaimedGeneration> {
  const [claimed] = await claimGenerations(db, engine, { worker: 'w', limit: 1, leaseSeconds: 600 });
  return claimed!;
}

const hooks: RunHooks = {
  signal: new AbortController().signal,
  park: async (work) => ({ outcome: 'done', result: await work }),
  accepted: () => {},
  progress: () => {},
  span: null,
};

describe('a run that lost its lease', () => {
  test('a late run leaves the work to the run that took over', async (t) => {
    const { money, services, notes, finish } = await openBench(t);
    await money.submit(100);
    const late = runGeneration(services, await claimOne(money), hooks);
    await eventually(async () => notes.polls === 1);
    await endLeases(money);
    const owner = await claimOne(money);
    finish();
    assert.equal(await late, 'not ours');
    assert.equal(notes.forgotten, 0, 'what the engine drew is for the owner to fetch');
    assert.equal(await runGeneration(services, owner, hooks), 'settled');
    assert.equal(notes.forgotten, 1);
  });

  test('a late run of a generation that is over leaves nothing with the engine', async (t) => {
    const { money, services, notes, finish } = await openBench(t);
    await money.submit(100);
    const claim = await claimOne(money);
    const late = runGeneration(services, claim, hooks);
    await eventually(async () => notes.polls === 1);
    await failGeneration(money.settling, claim, { code: 'TIMEOUT', reason: 'test' });
    finish();
    assert.equal(await late, 'not ours');
    assert.equal(notes.forgotten, 1);
  });

  test('work that the engine accepts for a generation that is over is not left with it', async (t) => {
    const { money, services, notes, hindrance } = await openBench(t);
    const taking = Promise.withResolvers<void>();
    hindrance.starting = taking.promise;
    await money.submit(100);
    const claim = await claimOne(money);
    const late = runGeneration(services, claim, hooks);
    await eventually(async () => notes.started === 1);
    await failGeneration(money.settling, claim, { code: 'TIMEOUT', reason: 'test' });
    taking.resolve();
    assert.equal(await late, 'not ours');
    assert.equal(notes.forgotten, 1);
  });

  test('a renewal that was on its way does not hold what was handed back', async (t) => {
    const { money } = await openBench(t);
    await money.submit(100);
    const claim = await claimOne(money);
    const back = { afterSeconds: 0, trouble: null, with: 'nobody' } as const;
    assert.equal(await handBack(money.db, claim, back), 'handed back');
    assert.deepEqual(await renewLeases(money.db, [{ ...claim, progress: null }], 600), new Set());
    assert.equal((await claimOne(money)).id, claim.id, 'anybody may take it at once');
  });

  test('what is handed back beside its engine keeps the name of its worker, and still anybody may take it', async (t) => {
    const { money } = await openBench(t);
    await money.submit(100);
    const claim = await claimOne(money);
    const text = 'select worker from generations where id = $1';
    const workers = () => money.db.query<{ worker: string | null }>({ text }, [claim.id]);
    const before = await workers();
    assert.notEqual(before[0]!.worker, null);
    const back = { afterSeconds: 0, trouble: null, with: 'engine' } as const;
    assert.equal(await handBack(money.db, claim, back), 'handed back');
    assert.deepEqual(await workers(), before);
    const again = await claimOne(money);
    const free = { afterSeconds: 0, trouble: null, with: 'nobody' } as const;
    assert.equal(await handBack(money.db, again, free), 'handed back');
    assert.deepEqual([again.id, await workers()], [claim.id, [{ worker: null }]]);
  });

  test('a worker that claims its own lost job again ends the first run and keeps the lease of the second', async (t) => {
    const { money, notes, work } = await openBench(t);
    await money.submit(100);
    const worker = work();
    await eventually(async () => notes.polls === 1);
    // The first run may renew its lease before it is claimed again: then once more.
    const claimAgain = async () => {
      if (notes.polls > 1) return true;
      await endLeases(money);
      worker.wake(money.engine);
      return false;
    };
    await eventually(claimAgain, { everyMilliseconds: 500 });
    await eventually(async () => notes.aborted === notes.polls - 1 && worker.running() === 1);
    const lease = async () => {
      const [row] = await money.db.query<{ lease_until: Date; attempt: number }>({
        text: 'select lease_until, attempt from generations',
      });
      return row!;
    };
    const before = await lease();
    await eventually(async () => (await lease()).lease_until > before.lease_until);
    assert.equal((await lease()).attempt, notes.polls);
  });

  test('a claim that waits for the database past the end of a lease does not take what its worker runs', async (t) => {
    const { money, notes, work } = await openBench(t);
    await money.submit(100);
    const gate = Promise.withResolvers<void>();
    let state: 'there' | 'away' | 'slow' = 'there';
    let refused = 0;
    const query: Db['query'] = async (statement, values) => {
      if (statement.name === 'renew_leases' && state !== 'there') {
        refused += 1;
        throw new DatabaseUnavailable('away');
      }
      if (statement.name === 'claim_generations' && state === 'slow') await gate.promise;
      return money.db.query(statement, values);
    };
    const timings = { ...quickTimings.worker, leaseSeconds: 3, pollSeconds: 0.05 };
    work({ db: { ...money.db, query }, timings });
    await eventually(async () => notes.polls === 1);
    state = 'away';
    await eventually(() => refused > 5);
    state = 'slow';
    const row = async () => {
      const text = 'select attempt, lease_until < clock_timestamp() as over from generations';
      return (await money.db.query<{ attempt: number; over: boolean }>({ text }))[0]!;
    };
    await eventually(async () => (await row()).over);
    gate.resolve();
    await nextIteration();
    state = 'there';
    await eventually(async () => !(await row()).over);
    assert.deepEqual([(await row()).attempt, notes.polls], [1, 1]);
  });

  test('an engine that is slow to cancel one job costs no other job its lease', async (t) => {
    const { money, notes, hindrance, work } = await openBench(t);
    const stuck = Promise.withResolvers<void>();
    hindrance.cancelling = stuck.promise;
    t.after(() => stuck.resolve());
    const [overdue, other] = await money.submit([100, 100]);
    work();
    await eventually(async () => notes.polls === 2);
    await failGeneration(money.settling, { id: overdue!.id, claim_number: 1 }, { code: 'TIMEOUT', reason: 'test' });
    await eventually(async () => notes.cancelled === 1);
    await renewed(money, other!.id);
  });

  test('a lost job is cancelled at its engine once, however long its run takes to end', async (t) => {
    const { money, notes, hindrance, work } = await openBench(t);
    const stuck = Promise.withResolvers<void>();
    hindrance.forgetting = stuck.promise;
    t.after(() => stuck.resolve());
    const [overdue, other] = await money.submit([100, 100]);
    work();
    await eventually(async () => notes.polls === 2);
    await failGeneration(money.settling, { id: overdue!.id, claim_number: 1 }, { code: 'TIMEOUT', reason: 'test' });
    await eventually(async () => notes.forgotten === 1);
    for (let renewal = 0; renewal < 3; renewal += 1) await renewed(money, other!.id);
    assert.equal(notes.cancelled, 1);
  });

  test('a percentage that no record can hold costs no job its lease', async (t) => {
    const { money, notes, progress, work } = await openBench(t);
    progress.percent = 250;
    await money.submit(100);
    work();
    await eventually(async () => notes.polls === 1);
    await eventually(async () => {
      const [row] = await money.db.query<{ progress: number | null }>({ text: 'select progress from generations' });
      return row!.progress === 100;
    });
  });
});

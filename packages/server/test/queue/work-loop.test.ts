/** The work loop's promises: full slots, no double claims, no lost wake-ups, and an end that drops nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSilentLog, writeLog } from '../../src/log/log.ts';
import { createWorkLoop, type JobSlot } from '../../src/queue/work-loop.ts';

interface Job {
  id: number;
}

/** A queue in memory whose jobs end when the test says so. */
function createBench(waiting: number) {
  const queue = Array.from({ length: waiting }, (_, id): Job => ({ id }));
  const claims: number[] = [];
  const started = new Map<number, { end: () => void; signal: AbortSignal }>();
  let claimsAtOnce = 0;
  let claimsAtOnceMax = 0;
  const watchers = new Set<() => void>();
  const notice = () => {
    for (const watcher of [...watchers]) watcher();
  };

  return {
    queue,
    claims,
    started,
    claimsAtOnceMax: () => claimsAtOnceMax,
    async claim(free: number): Promise<Job[]> {
      claims.push(free);
      claimsAtOnce += 1;
      claimsAtOnceMax = Math.max(claimsAtOnceMax, claimsAtOnce);
      await new Promise(setImmediate);
      claimsAtOnce -= 1;
      notice();
      return queue.splice(0, free);
    },
    run(job: Job, { signal }: Pick<JobSlot, 'signal'>): Promise<void> {
      return new Promise((resolve) => {
        started.set(job.id, { end: resolve, signal });
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
        notice();
      });
    },
    /** Resolves when `holds` does; the test's own time limit is the deadline. */
    until(holds: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const watcher = () => {
          if (!holds()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      });
    },
  };
}

const quiet = { name: 'bench', pollSeconds: 60, log: createSilentLog() };

test('a loop fills its slots and no more, and claims again when a job ends', { timeout: 300_000 }, async () => {
  const bench = createBench(5);
  const loop = createWorkLoop({ ...quiet, slots: () => 3, claim: bench.claim, run: bench.run });
  await bench.until(() => bench.started.size === 3);
  assert.deepEqual(bench.claims, [3]);
  assert.equal(loop.running(), 3);

  bench.started.get(1)!.end();
  await bench.until(() => bench.started.has(3));
  assert.deepEqual(bench.claims, [3, 1]);
  assert.equal(loop.running(), 3);
  await loop.stop(0);
});

test('claims never overlap, and a wake-up during one leads to another look', { timeout: 300_000 }, async () => {
  const bench = createBench(0);
  const loop = createWorkLoop({ ...quiet, slots: () => 4, claim: bench.claim, run: bench.run });
  bench.queue.push({ id: 7 });
  for (let i = 0; i < 50; i += 1) loop.wake();
  await bench.until(() => bench.started.has(7));
  loop.wake();
  bench.queue.push({ id: 8 });
  loop.wake();
  await bench.until(() => bench.started.has(8));
  assert.equal(bench.claimsAtOnceMax(), 1);
  await loop.stop(0);
});

test('a wake-up that got lost costs one poll interval', { timeout: 300_000 }, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bench = createBench(0);
  const loop = createWorkLoop({ ...quiet, pollSeconds: 1, slots: () => 1, claim: bench.claim, run: bench.run });
  await bench.until(() => bench.claims.length === 1);
  await new Promise(setImmediate);
  bench.queue.push({ id: 1 });
  t.mock.timers.tick(999);
  await new Promise(setImmediate);
  assert.equal(bench.claims.length, 1);
  t.mock.timers.tick(1);
  await bench.until(() => bench.started.has(1));
  await loop.stop(0);
});

test('a database that is away is asked again with pauses of up to a second, and logged once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const lines: string[] = [];
  const log = writeLog('info', { write: (line) => void lines.push(line) });
  let claims = 0;
  let down = true;
  const claim = async (): Promise<Job[]> => {
    claims += 1;
    if (down) throw new Error('connection refused');
    return [];
  };
  const loop = createWorkLoop({ name: 'bench', pollSeconds: 60, log, slots: () => 1, claim, run: async () => {} });
  const settled = () => new Promise(setImmediate);
  await settled();
  for (const pause of [50, 100, 200, 400, 800, 1000, 1000, 1000]) {
    const before = claims;
    loop.wake();
    t.mock.timers.tick(pause - 1);
    await settled();
    assert.equal(claims, before, `no claim within a pause of ${pause} ms`);
    t.mock.timers.tick(1);
    await settled();
    assert.equal(claims, before + 1, `a claim after ${pause} ms`);
  }
  assert.equal(lines.length, 1);
  down = false;
  t.mock.timers.tick(1000);
  await settled();
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /works again/);
  await loop.stop(0);
});

test('a job that ends with a fault frees its slot', { timeout: 300_000 }, async () => {
  const bench = createBench(2);
  const run = (job: Job, slot: JobSlot) => (job.id === 0 ? Promise.reject(new Error('broken')) : bench.run(job, slot));
  const loop = createWorkLoop({ ...quiet, slots: () => 1, claim: bench.claim, run });
  await bench.until(() => bench.started.has(1));
  await loop.stop(0);
});

test('stopping aborts what runs, waits for it, and claims no more', { timeout: 300_000 }, async () => {
  const bench = createBench(3);
  const loop = createWorkLoop({ ...quiet, slots: () => 2, claim: bench.claim, run: bench.run });
  await bench.until(() => bench.started.size === 2);
  await loop.stop(0);
  assert.equal(loop.running(), 0);
  assert.equal(bench.queue.length, 1);
  loop.wake();
  await new Promise(setImmediate);
  assert.equal(bench.claims.length, 1);
});

test('jobs claimed while the loop stops are run, so that they can be handed back', { timeout: 300_000 }, async () => {
  const bench = createBench(1);
  const loop = createWorkLoop({ ...quiet, slots: () => 1, claim: bench.claim, run: bench.run });
  await loop.stop(0);
  assert.equal(bench.started.get(0)?.signal.aborted, true);
});

test('jobs that end within the grace are not aborted', { timeout: 300_000 }, async () => {
  const bench = createBench(1);
  const loop = createWorkLoop({ ...quiet, slots: () => 1, claim: bench.claim, run: bench.run });
  await bench.until(() => bench.started.size === 1);
  const stopped = loop.stop(30);
  const { end, signal } = bench.started.get(0)!;
  end();
  await stopped;
  assert.equal(signal.aborted, false);
});

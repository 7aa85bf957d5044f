/** Jobs that wait for something else leave their slot to others, and come back in turn. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSilentLog } from '../../src/log/log.ts';
import { createWorkLoop, type JobSlot } from '../../src/queue/work-loop.ts';
import { eventually } from '../support/eventually.ts';

interface Job {
  name: string;
  owner: string;
  /** Waits for the test's word before it works in its slot. */
  waits: boolean;
}

const jobOf = (name: string, waits: boolean): Job => ({ name, owner: name[0]!, waits });

/** What waits and what works ends when the test says so. */
function startBench(t: TestContext, jobs: readonly Job[], slots = 1) {
  const queue = [...jobs];
  const away = new Map<string, PromiseWithResolvers<void>>();
  const working = new Map<string, () => void>();
  /** In the order in which they began to work in the slot. */
  const worked: string[] = [];
  const ended = new Map<string, string>();
  const lost = new AbortController();

  async function work({ name, owner, waits }: Job, slot: JobSlot): Promise<'done' | 'too many parked'> {
    if (waits) {
      const elsewhere = Promise.withResolvers<void>();
      away.set(name, elsewhere);
      const signal = AbortSignal.any([slot.signal, lost.signal]);
      signal.addEventListener('abort', () => elsewhere.reject(signal.reason), { once: true });
      const { outcome } = await slot.park(elsewhere.promise, { owner, signal });
      if (outcome === 'too many parked') return outcome;
    }
    worked.push(name);
    await new Promise<void>((resolve) => {
      working.set(name, resolve);
      slot.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return 'done';
  }

  const loop = createWorkLoop<Job>({
    name: 'bench',
    slots: () => slots,
    pollSeconds: 60,
    log: createSilentLog(),
    claim: async (free) => queue.splice(0, free),
    run: (job, slot) =>
      work(job, slot).then(
        (outcome) => void ended.set(job.name, outcome),
        () => void ended.set(job.name, 'broken off'),
      ),
  });
  t.after(() => loop.stop(0));
  return { queue, loop, away, working, worked, ended, lost };
}

test('a job that waits long leaves its slot to the next, and comes back to it afterwards', async (t) => {
  const { away, working, worked, loop } = startBench(t, [jobOf('a1', true), jobOf('b1', false)]);
  await eventually(() => working.has('b1'));
  away.get('a1')!.resolve();
  assert.equal(loop.running(), 2);
  await new Promise(setImmediate);
  assert.deepEqual(worked, ['b1'], 'one slot, one job that works');
  working.get('b1')!();
  await eventually(() => working.has('a1'));
});

test('a job whose waiting is soon over keeps its slot, and nothing is claimed ahead', async (t) => {
  const { away, working, worked, queue } = startBench(t, [jobOf('a1', true), jobOf('b1', false)]);
  await eventually(() => away.has('a1'));
  away.get('a1')!.resolve();
  await eventually(() => working.has('a1'));
  assert.deepEqual([worked, queue.length], [['a1'], 1]);
});

test('those who come back take turns with the queue, and their accounts with each other', async (t) => {
  const jobs = [...['a1', 'a2', 'a3', 'b1'].map((name) => jobOf(name, true)), jobOf('c1', false)];
  const { away, working, worked, queue, loop } = startBench(t, jobs);
  await eventually(() => working.has('c1'));
  for (const name of ['a1', 'a2', 'a3', 'b1']) away.get(name)!.resolve();
  await new Promise(setImmediate);
  queue.push(jobOf('d1', false), jobOf('d2', false));
  loop.wake();
  for (const count of [2, 3, 4, 5, 6, 7]) {
    working.get(worked.at(-1)!)!();
    await eventually(() => worked.length === count);
  }
  assert.deepEqual(worked, ['c1', 'a1', 'd1', 'b1', 'd2', 'a2', 'a3']);
});

test('a job that fails while it is away ends without waiting for a slot', async (t) => {
  const { away, working, ended, loop } = startBench(t, [jobOf('a1', true), jobOf('b1', false)]);
  await eventually(() => working.has('b1'));
  away.get('a1')!.reject(new Error('unreachable'));
  await eventually(() => ended.get('a1') === 'broken off');
  assert.equal(loop.running(), 1);
});

test('a job that is lost while it waits to come back ends, and its slot is not kept for it', async (t) => {
  const { away, working, ended, lost, queue } = startBench(t, [jobOf('a1', true), jobOf('b1', false)]);
  await eventually(() => working.has('b1'));
  away.get('a1')!.resolve();
  await new Promise(setImmediate);
  lost.abort(new Error('the lease was lost'));
  await eventually(() => ended.get('a1') === 'broken off');
  queue.push(jobOf('c1', false), jobOf('c2', false));
  working.get('b1')!();
  await eventually(() => working.has('c1'));
  assert.equal(working.has('c2'), false, 'still one slot');
});

test('stopping ends those who are away and those who wait to come back', async (t) => {
  const jobs = [jobOf('a1', true), jobOf('a2', true), jobOf('b1', false)];
  const { away, working, ended, loop } = startBench(t, jobs);
  await eventually(() => working.has('b1'));
  away.get('a1')!.resolve();
  await loop.stop(0);
  assert.deepEqual([ended.get('a1'), ended.get('a2')], ['broken off', 'broken off']);
  assert.equal(loop.running(), 0);
});

test('an account has no more parked than it leaves room for; its other jobs leave their slots at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const jobs = Array.from({ length: 40 }, (_, i) => jobOf(`a${i}`, true));
  const { away, queue, ended, working, loop } = startBench(t, jobs, 40);
  await eventually(() => away.size === 40);
  t.mock.timers.tick(250);
  await eventually(() => ended.size === 8);
  assert.ok(
    [...ended.values()].every((end) => end === 'too many parked'),
    'the others are to be tried again',
  );
  queue.push(...Array.from({ length: 20 }, (_, i) => jobOf(`b${i}`, true)), jobOf('c1', false));
  loop.wake();
  await eventually(() => working.has('c1'));
  t.mock.timers.tick(250);
  // Of the 32 that are left, another account gets 16.
  await eventually(() => ended.size === 12);
  assert.equal([...ended.keys()].filter((name) => name.startsWith('b')).length, 4);
});

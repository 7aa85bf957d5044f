/** The worker pool that looks at files: who is blamed when a look does not end well, and that nobody is left behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { startChildWorker } from '../../src/media/inspect/child-worker.ts';
import {
  createWorkerPool,
  type PoolWorker,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../src/media/inspect/worker-pool.ts';
import { eventually } from '../support/eventually.ts';

let folder: string;
let image: string;
const children: ChildProcess[] = [];
const pools: WorkerPool[] = [];

diagnostics.subscribe('child_process', (message) => {
  children.push((message as { process: ChildProcess }).process);
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'));
  image = join(folder, 'image');
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toFile(image);
});
beforeEach(() => children.splice(0));
after(async () => {
  for (const pool of pools) pool.close();
  await rm(folder, { recursive: true });
});

function childPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  return newPool({ start: () => startChildWorker('usual'), ...options });
}

function newPool(options: Partial<WorkerPoolOptions> & Pick<WorkerPoolOptions, 'start'>): WorkerPool {
  const patience = { deadlineMilliseconds: 10_000, waitMilliseconds: 10_000, idleMilliseconds: 60_000 };
  const pool = createWorkerPool({ workersMax: 2, ownerWorkersMax: 2, ...patience, ...options });
  pools.push(pool);
  return pool;
}

const order = () => ({ look: 'image', file: image, pixelsMax: 1_000 });
const seenImage = { result: { seen: 'image', width: 8, height: 8 } };

test("a process that somebody ends before it is ready is nobody's fault", async () => {
  const pool = childPool();
  const looked = pool.run(order(), 'owner');
  const [child] = await eventually(() => (children.length > 0 ? children : undefined));
  child!.kill('SIGKILL');
  assert.equal(await looked, 'busy');
  assert.deepEqual(await pool.run(order(), 'owner'), seenImage, 'and the next one starts');
});

test('a process is kept for the next file and never more than the limit are started', async () => {
  const pool = childPool();
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => pool.run(order(), 'one')));
  for (const outcome of outcomes) assert.deepEqual(outcome, seenImage);
  assert.equal(pool.size(), 2);
  assert.equal(children.length, 2);
});

test('the process gets none of our variables', async () => {
  process.env['AFTERIMAGE_TEST_SECRET'] = 'canary';
  try {
    await childPool().run(order(), 'one');
    assert.equal(JSON.stringify(children[0]!.spawnargs).includes('canary'), false);
    const environment = `/proc/${children[0]!.pid}/environ`;
    if (existsSync(environment)) assert.equal(readFileSync(environment, 'utf8').includes('canary'), false);
  } finally {
    delete process.env['AFTERIMAGE_TEST_SECRET'];
  }
});

test('a process that crashes on a file blames the file, and another takes its place', async () => {
  const pool = childPool({ workersMax: 1 });
  await pool.run(order(), 'one');
  children[0]!.kill('SIGSTOP');
  const looking = pool.run(order(), 'one');
  children[0]!.kill('SIGSEGV');
  children[0]!.kill('SIGCONT');
  assert.equal(await looking, 'died');
  assert.deepEqual(await pool.run(order(), 'one'), seenImage);
  assert.equal(children.length, 2);
});

test('a process that is killed from outside does not blame the file', async () => {
  const pool = childPool({ workersMax: 1 });
  await pool.run(order(), 'one');
  children[0]!.kill('SIGSTOP');
  const looking = pool.run(order(), 'one');
  children[0]!.kill('SIGKILL');
  assert.equal(await looking, 'busy');
  assert.deepEqual(await pool.run(order(), 'one'), seenImage);
});

test('a process that died while it had nothing to do is replaced without a word', async () => {
  const pool = childPool({ workersMax: 1 });
  await pool.run(order(), 'one');
  children[0]!.kill('SIGKILL');
  await once(children[0]!, 'exit');
  assert.deepEqual(await pool.run(order(), 'one'), seenImage);
  assert.equal(pool.size(), 1);
});

test('a process that did not get to run until the deadline means busy, and is ended', async () => {
  const pool = childPool({ workersMax: 1, deadlineMilliseconds: 1_000 });
  await pool.run(order(), 'one');
  children[0]!.kill('SIGSTOP');
  const ended = once(children[0]!, 'exit');
  assert.equal(await pool.run(order(), 'one'), 'busy');
  assert.equal((await ended)[1], 'SIGKILL');
});

test('a worker that worked through the whole deadline means that the file is too much', async () => {
  let cpu = 0;
  let ends = 0;
  const start = async (): Promise<PoolWorker> => ({
    run: () => {
      cpu = 40;
      return new Promise(() => {});
    },
    cpuMilliseconds: async () => cpu,
    alive: () => true,
    end: () => {
      ends += 1;
    },
  });
  assert.equal(await newPool({ start, deadlineMilliseconds: 50 }).run({}, 'one'), 'too_slow');
  assert.equal(ends, 1);
});

test('whoever waits too long for a free worker is told busy, and the line goes on', async () => {
  const answers: (() => void)[] = [];
  const start = async (): Promise<PoolWorker> => ({
    run: () => new Promise((resolve) => answers.push(() => resolve({ result: 1 }))),
    cpuMilliseconds: async () => 0,
    alive: () => true,
    end: () => {},
  });
  const pool = newPool({ start, workersMax: 1, waitMilliseconds: 50 });
  const first = pool.run({}, 'one');
  assert.equal(await pool.run({}, 'one'), 'busy');
  const third = pool.run({}, 'one');
  answers[0]!();
  assert.deepEqual(await first, { result: 1 });
  await eventually(() => answers.length === 2);
  answers[1]!();
  assert.deepEqual(await third, { result: 1 });
});

test('one owner never has every worker: another is served at once, and those who wait take turns', async () => {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const start = async (): Promise<PoolWorker> => ({
    run: (order) => {
      begun.push(order as string);
      return new Promise((resolve) => answers.push(() => resolve({ result: order })));
    },
    cpuMilliseconds: async () => 0,
    alive: () => true,
    end: () => {},
  });
  const pool = newPool({ start, workersMax: 3, ownerWorkersMax: 2 });
  const many = Array.from({ length: 20 }, (_, number) => pool.run(`many ${number}`, 'many'));
  await eventually(() => begun.length === 2);
  const [first, second] = [pool.run('first', 'other'), pool.run('second', 'other')];
  await eventually(() => begun.length === 3);
  assert.deepEqual(begun, ['many 0', 'many 1', 'first']);
  answers[0]!();
  answers[1]!();
  await eventually(() => begun.length === 5);
  assert.deepEqual(begun.slice(3), ['many 2', 'second']);
  let served = 0;
  for (const one of [...many, first, second]) one.then(() => (served += 1));
  await eventually(() => {
    for (const answer of answers.splice(0)) answer();
    return served === many.length + 2;
  });
});

test('a process that has been idle for its time is ended', async () => {
  const pool = childPool({ idleMilliseconds: 20 });
  await pool.run(order(), 'one');
  const ended = once(children[0]!, 'exit');
  // Idle processes do not keep this one alive: something else must.
  const alive = setInterval(() => {}, 1_000);
  await ended;
  clearInterval(alive);
  assert.equal(pool.size(), 0);
});

test('a worker that cannot start is a fault of ours, not of the file', async () => {
  const pool = newPool({ start: () => Promise.reject(new Error('no memory')), workersMax: 1 });
  await assert.rejects(pool.run({}, 'one'), /no memory/);
  assert.equal(pool.size(), 0);
});

test('the processes end when the service is killed', async () => {
  const program = join(folder, 'service.ts');
  const inspector = fileURLToPath(new URL('../../src/media/inspect/inspector.ts', import.meta.url));
  await writeFile(
    program,
    `import diagnostics from 'node:diagnostics_channel';
    import { createInspector } from ${JSON.stringify(inspector)};
    diagnostics.subscribe('child_process', ({ process: child }) => setImmediate(() => process.send(child.pid)));
    await createInspector({ waitMilliseconds: 5000 }).image(${JSON.stringify(image)}, 'one');
    process.send('looked');
    setInterval(() => {}, 1000);`,
  );
  const service = fork(program, { execArgv: [], stdio: 'ignore' });
  const [pid] = (await once(service, 'message', { signal: AbortSignal.timeout(60_000) })) as [number];
  await once(service, 'message', { signal: AbortSignal.timeout(60_000) });
  assert.equal(isRunning(pid), true);
  service.kill('SIGKILL');
  await eventually(() => !isRunning(pid), { what: 'the end of the process', seconds: 15 });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In a container nobody may collect an orphan: it has ended all the same.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** What every engine of the table must hold, crashes included. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Task } from '@afterimage/contract';
import { type Engine, type EngineOutput, type Handle, isOurs, type Poll } from '../../src/engines/engine.ts';
import { describeWork, makePictures, type Order, openEngine, type Pictures, startWork } from './engine-work.ts';

export interface Bench {
  engine: Engine;
  folder: string;
  pictures: Pictures;
}

const never = new AbortController().signal;
const processProgram = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

/** Polls to the end as the runner does; the test's own time limit is the deadline. */
export async function waitForEnd(engine: Engine, handle: Handle): Promise<Poll[]> {
  const polls: Poll[] = [];
  for (;;) {
    const poll = await engine.poll(handle, { seen: polls.at(-1) ?? null, waitSeconds: 5, signal: never });
    polls.push(poll);
    if (poll.state !== 'queued' && poll.state !== 'running') return polls;
  }
}

async function outputOf(engine: Engine, handle: Handle): Promise<EngineOutput> {
  const end = (await waitForEnd(engine, handle)).at(-1)!;
  if (end.state === 'failed') throw new Error(end.fault.message, { cause: end.fault.cause });
  assert.equal(end.state, 'succeeded');
  const [output] = (end as Extract<Poll, { state: 'succeeded' }>).outputs;
  assert.ok(output !== undefined && isOurs(output));
  return output;
}

async function failureOf(engine: Engine, handle: Handle) {
  const end = (await waitForEnd(engine, handle)).at(-1)!;
  assert.equal(end.state, 'failed');
  return (end as Extract<Poll, { state: 'failed' }>).fault;
}

const stateNow = async (engine: Engine, handle: Handle) =>
  (await engine.poll(handle, { seen: null, waitSeconds: 0, signal: never })).state;

const everyTask: readonly Task[] = ['t2v', 'i2v', 'frames', 'refs2v', 'motion', 't2i', 'i2i'];
const isImage = (task: Task) => task === 't2i' || task === 'i2i';

/** @param makes which tasks it takes; what only work of others can show is left out */
export function describeEngine(name: string, { makes = everyTask }: { makes?: readonly Task[] } = {}): void {
  const quick = makes.find(isImage) ?? makes[0]!;
  const noVideo = !makes.includes('t2v') && 'it makes no video of words';
  const noPicture = !makes.includes('i2v') && 'it makes no video of a picture';
  const openBench = async (t: TestContext): Promise<Bench> => {
    const folder = await mkdtemp(join(tmpdir(), 'afterimage-engine-'));
    const engine = openEngine(name, join(folder, 'engine'));
    t.after(async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    });
    return { engine, folder, pictures: await makePictures(folder) };
  };
  const start = (bench: Bench, order: Order) => startWork(bench.engine, describeWork(order, bench.pictures));

  /** A worker in a process of its own, killed as soon as it reports that it has come that far. */
  const startAndDie = async (bench: Bench, order: Order, until: 'started' | 'rendering' | 'rendered') => {
    const orderFile = join(bench.folder, 'order.json');
    await writeFile(orderFile, JSON.stringify(order));
    const work = [name, join(bench.folder, 'engine'), bench.folder, orderFile, until];
    const worker: ChildProcess = spawn(process.execPath, [processProgram, ...work], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(worker.stdout!.setEncoding('utf8'), 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    return JSON.parse(String(line)) as Handle;
  };

  describe(`the ${name} engine`, { concurrency: false }, () => {
    test('says whether it can work', async (t) => {
      const { engine } = await openBench(t);
      const { ok, detail } = await engine.check(never);
      assert.equal(ok, true);
      assert.notEqual(detail, '');
    });

    test('makes all that it takes, each of its exact size and length', { timeout: 180_000 }, async (t) => {
      const bench = await openBench(t);
      for (const task of makes) {
        const output = await outputOf(
          bench.engine,
          await start(bench, { task, ...(task === 't2v' && { sound: 'generated' }) }),
        );
        const image = isImage(task);
        const { type, width, height, milliseconds } = output;
        const expected = { type: image ? 'image/jpeg' : 'video/mp4', width: 160, height: 90 };
        assert.deepEqual({ type, width, height }, expected, task);
        assert.equal(milliseconds, image ? null : 500, task);
        const file = join(bench.folder, task);
        await output.copyTo(file);
        assert.equal((await stat(file)).size, output.bytes, task);
        if (task === 't2v') await output.copyTo(bench.pictures.motion);
      }
    });

    test('carries on in a new process when the old one was killed right after the start', async (t) => {
      const bench = await openBench(t);
      const task = noPicture === false ? 'i2v' : quick;
      const handle = await startAndDie(bench, { task }, 'started');
      assert.equal((await outputOf(bench.engine, handle)).type, isImage(task) ? 'image/jpeg' : 'video/mp4');
    });

    const inTheMiddle = { timeout: 180_000, skip: noVideo };
    test('carries on in a new process when the old one was killed in the middle', inTheMiddle, async (t) => {
      const bench = await openBench(t);
      const handle = await startAndDie(bench, { task: 't2v', seconds: 2, width: 640, height: 360 }, 'rendering');
      const output = await outputOf(bench.engine, handle);
      assert.deepEqual([output.width, output.milliseconds], [640, 2000]);
    });

    test('hands over what a killed process had finished', async (t) => {
      const bench = await openBench(t);
      const handle = await startAndDie(bench, { task: quick }, 'rendered');
      const output = await outputOf(bench.engine, handle);
      await output.copyTo(join(bench.folder, 'finished'));
      assert.equal((await stat(join(bench.folder, 'finished'))).size, output.bytes);
    });

    test('finds what was started by its token, as far as it says it can', async (t) => {
      const bench = await openBench(t);
      const token = randomUUID();
      const handle = await start(bench, { task: quick, token });
      const found = await bench.engine.find(token, never);
      const missing = await bench.engine.find(randomUUID(), never);
      const exact = bench.engine.traits.find === 'exact';
      assert.deepEqual([found, missing], exact ? [handle, 'absent'] : ['cannot_tell', 'cannot_tell']);
    });

    test('takes a second start with the same token for the first', async (t) => {
      const bench = await openBench(t);
      const token = randomUUID();
      const orders = [start(bench, { task: quick, token }), start(bench, { task: quick, token })];
      const handles = [...(await Promise.all(orders)), await start(bench, { task: quick, token })];
      const outputs = await Promise.all(handles.map((handle) => outputOf(bench.engine, handle)));
      assert.equal(new Set(outputs.map((output) => output.bytes)).size, 1);
      await bench.engine.forget!(handles[0]!);
      for (const handle of handles) assert.equal(await stateNow(bench.engine, handle), 'lost');
    });

    test('stops what is cancelled and forgets it', { skip: noVideo }, async (t) => {
      const bench = await openBench(t);
      const handle = await start(bench, { task: 't2v', seconds: 10, width: 1280, height: 720 });
      const pending = bench.engine.poll(handle, {
        seen: { state: 'queued', position: null },
        waitSeconds: 5,
        signal: never,
      });
      await pending;
      await bench.engine.cancel(handle, never);
      assert.equal(await stateNow(bench.engine, handle), 'lost');
      await bench.engine.cancel(handle, never);
    });

    test('says of forgotten work that it is lost, in a new process too', async (t) => {
      const bench = await openBench(t);
      const handle = await start(bench, { task: quick });
      await outputOf(bench.engine, handle);
      await bench.engine.forget!(handle);
      await bench.engine.forget!(handle);
      assert.equal(await stateNow(bench.engine, handle), 'lost');
      assert.equal(await stateNow(openEngine(name, join(bench.folder, 'engine')), handle), 'lost');
    });

    test('ends with a timeout at the deadline', { skip: noVideo }, async (t) => {
      const bench = await openBench(t);
      const long = { task: 't2v', seconds: 10, width: 1280, height: 720 } as const;
      const handle = await start(bench, { ...long, deadlineMilliseconds: 300 });
      const error = await failureOf(bench.engine, handle);
      assert.equal(error.class, 'timeout');
    });

    test('blames the picture when a picture cannot be decoded', { skip: noPicture }, async (t) => {
      const bench = await openBench(t);
      await writeFile(bench.pictures.first, 'no picture at all');
      const error = await failureOf(bench.engine, await start(bench, { task: 'i2v' }));
      assert.equal(error.class, 'invalid_image');
      assert.doesNotMatch(error.sentence!, /[/\\]/, 'no path reaches the caller');
    });

    test('tells of progress as it happens, and waits when there is nothing new', { skip: noVideo }, async (t) => {
      const bench = await openBench(t);
      const handle = await start(bench, { task: 't2v', seconds: 1 });
      const polls = await waitForEnd(bench.engine, handle);
      const seen = polls.flatMap((poll) => (poll.state === 'running' ? [poll.progress ?? -1] : []));
      assert.ok(seen.length >= 2, `progress was ${seen.join()}`);
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      const waiting = performance.now();
      const last = polls.at(-1)!;
      const again = await bench.engine.poll(handle, { seen: last, waitSeconds: 0.12, signal: never });
      assert.equal(again.state, last.state);
      assert.ok(performance.now() - waiting >= 100, 'a poll with nothing new waits its time');
    });

    test('lets go of a poll that is aborted', async (t) => {
      const bench = await openBench(t);
      const handle = await start(bench, { task: quick });
      await outputOf(bench.engine, handle);
      const seen = await bench.engine.poll(handle, { seen: null, waitSeconds: 0, signal: never });
      const stop = new AbortController();
      const poll = bench.engine.poll(handle, { seen, waitSeconds: 60, signal: stop.signal });
      setImmediate(() => stop.abort(new Error('enough')));
      await assert.rejects(poll, /enough|abort/);
    });
  });
}

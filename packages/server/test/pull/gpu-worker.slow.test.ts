/** The example worker does real work, and whoever is killed in the middle, the job gets done. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import type { Engine, Handle } from '../../src/engines/engine.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { createEngineKey } from '../../src/pull/keys.ts';
import { choosePort, startServiceProcess } from '../faults/support/service-process.ts';
import { vendorOutput } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { testSettings } from '../support/service.ts';
import { startGpuWorker, withoutPython } from './support/gpu-worker.ts';
import { leaveOrder, look, never, openFarm, openPullBench, picture } from './support/pull-bench.ts';

const skip = { skip: withoutPython };

async function endOf(engine: Engine, handle: Handle) {
  return eventually(async () => {
    const poll = await look(engine, handle);
    return poll.state !== 'queued' && poll.state !== 'running' && poll;
  });
}

async function outputOf(engine: Engine, handle: Handle): Promise<Buffer> {
  const end = await endOf(engine, handle);
  assert.ok(end.state === 'succeeded', JSON.stringify(end));
  return Buffer.from(await new Response(await vendorOutput(end.outputs).open(never)).arrayBuffer());
}

const isRunning = (engine: Engine, handle: Handle) =>
  eventually(async () => {
    const poll = await look(engine, handle);
    return poll.state === 'running' && (poll.progress ?? 0) > 0;
  });

test('the example worker makes pictures and videos of the size asked for', skip, async (t) => {
  const { engine, worker, service } = await openPullBench(t);
  const { key } = await worker();
  const { child, ended, said } = startGpuWorker(t, { url: `${service.url}/`, key });
  const still = await leaveOrder(engine);
  const { width, height, format } = await sharp(await outputOf(engine, still)).metadata();
  assert.deepEqual([width, height, format], [1024, 576, 'png']);

  const input = await picture();
  const work = describeVendorWork({ task: 'i2v', links: 'none' });
  const sha256 = createHash('sha256').update(input).digest('hex');
  const media = work.media.map((medium) => ({
    ...medium,
    sha256: async () => sha256,
    bytes: input.length,
    copyTo: (file: string) => writeFile(file, input),
  }));
  const start = await engine.start({ ...work, accountId: work.token, media }, never);
  assert.ok(start.outcome === 'accepted');
  const file = join(service.settings.dataFolder, 'made.mp4');
  await writeFile(file, await outputOf(engine, start.handle));
  const inspector = createInspector({ waitMilliseconds: 60_000 });
  t.after(() => inspector.close());
  const seen = await inspector.video(file, 'test');
  assert.ok(seen.ok, JSON.stringify(seen));
  const { facts } = seen;
  assert.deepEqual([facts.width, facts.height, facts.milliseconds, facts.frames], [1280, 720, 5_000, 120]);

  const refused = await endOf(engine, await leaveOrder(engine, { task: 'motion', roles: [] }));
  assert.ok(refused.state === 'failed', JSON.stringify(refused));
  assert.deepEqual(refused.fault, { class: 'unsupported', message: 'the stand-in does not transfer motion' });

  child.kill('SIGTERM');
  assert.equal(await ended, 0, said());
});

test('a worker whose key is refused says so and ends', skip, async (t) => {
  const { worker, service } = await openPullBench(t);
  const hand = await worker();
  await hand.revoke();
  const { ended, said } = startGpuWorker(t, { url: service.url, key: hand.key });
  assert.equal(await ended, 1);
  assert.match(said(), /the key is refused/);
});

test('a worker that is told to end finishes what it has', skip, async (t) => {
  const { engine, worker, service } = await openPullBench(t, { timings: { pullLeaseSeconds: 5 } });
  const { child, ended, said } = startGpuWorker(t, { url: service.url, key: (await worker()).key, seconds: 4 });
  const handle = await leaveOrder(engine);
  await isRunning(engine, handle);
  child.kill('SIGTERM');
  assert.equal(await ended, 0, said());
  assert.equal((await look(engine, handle)).state, 'succeeded');
});

test('a worker that is told that nobody wants its job drops it and takes the next', skip, async (t) => {
  const { engine, worker, service } = await openPullBench(t, { timings: { pullLeaseSeconds: 5 } });
  startGpuWorker(t, { url: service.url, key: (await worker()).key, seconds: 8 });
  const unwanted = await leaveOrder(engine);
  await isRunning(engine, unwanted);
  await engine.cancel(unwanted, never);
  const next = await leaveOrder(engine);
  await eventually(async () => (await look(engine, next)).state === 'running');
  assert.equal((await look(engine, unwanted)).state, 'canceled');
});

test('kill -9 of a worker in the middle: another finishes its job', skip, async (t) => {
  const { engine, worker, service } = await openPullBench(t, { timings: { pullLeaseSeconds: 5 } });
  const first = startGpuWorker(t, { url: service.url, key: (await worker()).key, seconds: 30 });
  const handle = await leaveOrder(engine);
  await isRunning(engine, handle);
  first.child.kill('SIGKILL');
  await first.ended;
  startGpuWorker(t, { url: service.url, key: (await worker()).key });
  assert.ok((await outputOf(engine, handle)).length > 0);
  const rows = await service.db.query<{ claims: number }>({ text: 'select claims from pull_jobs' });
  assert.deepEqual(rows, [{ claims: 2 }]);
});

test('kill -9 of the service between claim and output: the worker delivers to the next one', skip, async (t) => {
  const { engine, url, key, start } = await openKillable(t);
  const before = start('before');
  await before.ready();
  const worker = startGpuWorker(t, { url, key, seconds: 4 });
  const handle = await leaveOrder(engine);
  await eventually(async () => (await look(engine, handle)).state === 'running');
  before.signal('SIGKILL');
  await before.ended;
  assert.equal((await look(engine, handle)).state, 'running');
  await start('after').ready();
  assert.ok((await outputOf(engine, handle)).length > 0, worker.said());
});

/** A service in a process of its own that can be started again on the same port, and the engine's side of it here. */
async function openKillable(t: TestContext) {
  const { db, url: databaseUrl } = await testDatabase(t);
  const port = await choosePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: databaseUrl, PORT: String(port) };
  const settings = await testSettings(t, { env });
  const engineNamed = await openFarm(t, { db, settings, url });
  const { key } = await db.transaction((tx) => createEngineKey(tx, 'farm'));
  const start = (name: string) => {
    const logFile = join(settings.dataFolder, `${name}.log`);
    const service = startServiceProcess({ dataFolder: settings.dataFolder, logFile, env });
    t.after(async () => {
      service.signal('SIGKILL');
      await service.ended;
    });
    return service;
  };
  return { engine: await engineNamed('farm'), url, key, start };
}

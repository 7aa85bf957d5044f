/** From a caller's submit to the media, made by workers that fetched the work: what callers see, pay and get back. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { usd } from '@afterimage/contract';
import sharp from 'sharp';
import { createAccount } from '../../src/accounts/accounts.ts';
import { createKey } from '../../src/accounts/api-keys.ts';
import { markFirstStart } from '../../src/accounts/store.ts';
import { audit } from '../../src/ledger/audit.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { createEngineKey } from '../../src/pull/keys.ts';
import { openRunner, type RunnerBench } from '../engines/support/runner-bench.ts';
import { choosePort, startServiceProcess } from '../faults/support/service-process.ts';
import { send } from '../support/ask.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type ServiceOptions, type TestService, testSettings } from '../support/service.ts';
import { quickTimings } from '../support/timings.ts';
import { startGpuWorker, withoutPython } from './support/gpu-worker.ts';
import { type Hand, handOf, picture } from './support/pull-bench.ts';

const farm = {
  engines: { farm: { kind: 'pull', slots: 8 } },
  routes: [{ match: {}, use: [{ engine: 'farm', model: 'flux', set: { steps: 4 } }] }],
};

async function openFarmed(t: TestContext, options: ServiceOptions = {}): Promise<RunnerBench & { hand: Hand }> {
  const bench = await openRunner(t, farm, options);
  const key = await bench.service.db.transaction((tx) => createEngineKey(tx, 'farm'));
  return { ...bench, hand: handOf(bench.service, key) };
}

const statusOf = async ({ account }: RunnerBench, path: string) => (await account.live.get(path)).body;

test('the example worker makes what callers ask for', { skip: withoutPython }, async (t) => {
  const bench = await openFarmed(t);
  const { service, account } = bench;
  startGpuWorker(t, { url: service.url, key: bench.hand.key });
  const id = await bench.submit({ aspect_ratio: '16:9' });
  const submitted = await account.live.submit('/v1/alpha/generate', { prompt: 'A red fox', duration: '5' });
  const videoId = String(submitted.body['generation_id']);
  const balance = await account.live.balance();

  assert.equal(await service.ended(id), 'completed');
  const record = await statusOf(bench, `/v1/delta/generations/${id}`);
  const still = await sharp((await service.ask('GET', String(record['result_image_url']))).bytes).metadata();
  assert.deepEqual([still.width, still.height], [1024, 576]);
  const [attempt, ...more] = await bench.attemptsOf(id);
  assert.deepEqual([attempt!.engine, attempt!.state, more.length], ['farm', 'succeeded', 0]);

  assert.equal(await service.ended(videoId), 'completed');
  const { video_url: url } = await statusOf(bench, `/v1/alpha/generations/${videoId}`);
  const file = join(service.settings.dataFolder, 'got.mp4');
  await writeFile(file, (await service.ask('GET', String(url))).bytes);
  const inspector = createInspector({ waitMilliseconds: 60_000 });
  t.after(() => inspector.close());
  const seen = await inspector.video(file, 'test');
  assert.ok(seen.ok, JSON.stringify(seen));
  assert.deepEqual([seen.facts.width, seen.facts.height, seen.facts.milliseconds], [1280, 720, 5_000]);
  assert.equal(await account.live.balance(), balance, 'what is made is paid for');
});

test('a generation is pending with its position until a worker has it, and its progress is passed on', async (t) => {
  const bench = await openFarmed(t);
  const { account, hand } = bench;
  const paths: string[] = [];
  for (const prompt of ['one', 'two']) {
    const { body } = await account.live.submit('/v1/beta/generate', { prompt, duration: 10 });
    paths.push(`/v1/beta/generations/${body['generation_id']}/`);
    await eventually(async () => {
      const rows = await bench.service.db.query({ text: `select from pull_jobs where state = 'waiting'` });
      return rows.length === paths.length;
    });
  }
  const waiting = await statusOf(bench, paths[1]!);
  assert.deepEqual([waiting['status'], Number(waiting['progress_pos_in_queue']) >= 1], ['pending', true]);
  const order = await hand.claimed();
  assert.deepEqual([order['prompt'], order['model'], order['options']], ['one', 'flux', { steps: 4 }]);
  await hand.progress(order.id, { progress: 0.42 });
  await eventually(async () => (await statusOf(bench, paths[0]!))['progress_pct'] === 42);
  assert.equal((await statusOf(bench, paths[0]!))['status'], 'processing');
  assert.equal((await statusOf(bench, paths[1]!))['status'], 'pending');
});

test('what a worker fails with becomes the family’s own code, with its refund', async (t) => {
  const bench = await openFarmed(t);
  const { account, hand, service } = bench;
  const before = await account.live.balance();
  const refused = await bench.submit();
  await hand.fail((await hand.claimed()).id, { code: 'content_policy', message: 'secret reason of a worker' });
  assert.equal(await service.ended(refused), 'failed');
  const record = await statusOf(bench, `/v1/delta/generations/${refused}`);
  assert.equal((await bench.record(refused)).failure_code, 'MODERATION_FAILED');
  assert.doesNotMatch(JSON.stringify(record), /secret reason/);
  const paid = await account.live.balance();
  assert.ok(paid < before, 'a refusal of the content is paid for');

  const broken = await bench.submit();
  // A free engine is asked again before its breakdown counts.
  const breaking = eventually(async () => {
    const answer = await hand.claim(1);
    if (answer.status === 200) await hand.fail(String(answer.body['id']), { code: 'internal', message: 'CUDA' });
    return (await bench.record(broken)).status === 'failed';
  });
  assert.equal(await service.ended(broken), 'failed');
  await breaking;
  assert.equal((await bench.record(broken)).failure_code, 'API_ERROR');
  assert.equal(await account.live.balance(), paid, 'a breakdown is not');
  assert.deepEqual((await service.audit()).ok, true);
});

test('past the time limit the caller has its money back, the worker is told, and what comes late changes nothing', async (t) => {
  const bench = await openFarmed(t, { file: { time_limits: { delta: 4 } } });
  const { account, hand, service } = bench;
  const before = await account.live.balance();
  const id = await bench.submit();
  const order = await hand.claimed();
  assert.equal(await service.ended(id), 'failed');
  assert.equal((await bench.record(id)).failure_code, 'TIMEOUT');
  assert.equal(await account.live.balance(), before);
  await eventually(async () => {
    const told = await hand.progress(order.id);
    return told.status === 409 || told.body['cancel'] === true;
  });
  assert.equal((await hand.output(order.id, await picture(1024, 1024))).status, 409);
  assert.deepEqual(await bench.record(id), { status: 'failed', failure_code: 'TIMEOUT', engine: 'farm' });
});

test('a worker is told of a cancelled job when it next tells how far it is, long before a lease is renewed', async (t) => {
  const worker = { ...quickTimings.worker, renewSeconds: 600, leaseSeconds: 1_200 };
  const bench = await openFarmed(t, { timings: { worker } });
  const { account, hand } = bench;
  const id = await bench.submit();
  const order = await hand.claimed();
  assert.equal((await hand.progress(order.id)).body['cancel'], false);
  await eventually(async () => (await bench.attemptsOf(id))[0]?.state === 'accepted');
  assert.equal((await account.live.ask('DELETE', `/v1/delta/generations/${id}`)).status, 200);
  await eventually(async () => {
    const told = await hand.progress(order.id);
    return told.status === 409 || told.body['cancel'] === true;
  });
});

test('no more than its slots are with an engine, and the rest waits in our own queue', async (t) => {
  const bench = await openFarmed(t);
  for (let count = 0; count < 12; count += 1) await bench.submit();
  const jobs = async () =>
    (await bench.service.db.query({ text: 'select from pull_jobs where ended_at is null' })).length;
  await eventually(async () => (await jobs()) === 8);
  const made = await picture(1024, 1024);
  for (let count = 0; count < 12; count += 1) {
    const { id } = await bench.hand.claimed();
    assert.ok((await jobs()) <= 8);
    assert.equal((await bench.hand.output(id, made)).status, 200);
  }
  await eventually(async () => {
    const rows = await bench.service.db.query({ text: `select from generations where status = 'completed'` });
    return rows.length === 12;
  });
});

test('kill -9 of the service while a worker has the job: the next one takes up where it was, and nobody pays twice', async (t) => {
  const { db, start, ask, hand, key } = await openKillable(t);
  const service = start('before');
  await service.ready();
  const authorization = `Bearer ${key}`;
  const balance = async () => (await ask('GET', '/v1/data/balance', { headers: { authorization } })).body['balance'];
  const before = await balance();
  const submit = { body: { prompt: 'A red rose at night' }, headers: { authorization } };
  const { task_uuid: id } = (await ask('POST', '/v1/delta/generate', submit)).body;
  const order = await hand.claimed();
  service.signal('SIGKILL');
  await service.ended;
  await start('after').ready();
  assert.equal((await hand.progress(order.id, { progress: 0.9 })).status, 200);
  assert.equal((await hand.output(order.id, await picture(1024, 1024))).status, 200);
  await eventually(async () => {
    const { body } = await ask('GET', `/v1/delta/generations/${id}`, { headers: { authorization } });
    return body['status'] === 'completed';
  });
  const jobs = await db.query<{ claims: number; state: string }>({ text: 'select claims, state from pull_jobs' });
  assert.deepEqual(jobs, [{ claims: 1, state: 'succeeded' }]);
  assert.equal(Math.round((Number(before) - Number(await balance())) * 10_000), 200);
  assert.equal((await audit(db)).ok, true);
});

/** A service in a process of its own, with a farm, that can be started again on the same port. */
async function openKillable(t: TestContext) {
  const { db, url: databaseUrl } = await testDatabase(t);
  const port = await choosePort();
  const env = { DATABASE_URL: databaseUrl, PORT: String(port) };
  const { dataFolder } = await testSettings(t, { env });
  await writeFile(join(dataFolder, 'engines.yaml'), JSON.stringify(farm));
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  t.after(() => agent.destroy());
  const ask: TestService['ask'] = (method, path, given = {}) => send(agent, method, { url, path, ...given });
  const made = await db.transaction(async (tx) => {
    await markFirstStart(tx);
    const creation = await createAccount(tx, { email: 'ada@example.com', credit: usd('100') });
    assert.ok(creation.outcome === 'created');
    const caller = { accountId: creation.account.id, mode: 'live', name: 'test', expiresAt: null } as const;
    return { caller: await createKey(tx, caller), worker: await createEngineKey(tx, 'farm') };
  });
  const start = (name: string) => {
    const service = startServiceProcess({ dataFolder, logFile: join(dataFolder, `${name}.log`), env });
    t.after(async () => {
      service.signal('SIGKILL');
      await service.ended;
    });
    return service;
  };
  return { db, start, ask, hand: handOf({ ask, db }, made.worker), key: made.caller.key };
}

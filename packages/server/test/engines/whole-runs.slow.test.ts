/** A video from the caller's request to the caller's link, made by each way an engine may have: asked, asking, or a vendor. */
import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { readManifest } from '../../../studio/test/support/manifest.ts';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { createEngineKey } from '../../src/pull/keys.ts';
import { choosePort } from '../faults/support/service-process.ts';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { handOf } from '../pull/support/pull-bench.ts';
import { eventually } from '../support/eventually.ts';
import { boxEntry, openBox, openRunner, quickPoll, type RunnerBench, reachedState } from './support/runner-bench.ts';
import { falKey, falSigner, openFal } from './vendors/fal.ts';
import { klingKey, openKling } from './vendors/kling.ts';

const videos = await makeSampleVideos('sound.mp4', 'large.mp4');
/** Five seconds, small: it is brought to the size that was asked for. */
const small = readFileSync(videos.path('sound.mp4'));
/** As it was asked for, so that nothing has to be encoded: that takes seconds, and is the same for all. */
const clip = readFileSync(videos.path('large.mp4'));
await videos.remove();
const inspector = createInspector({ waitMilliseconds: 60_000 });
after(() => inspector.close());

async function submitVideo({ account }: RunnerBench): Promise<string> {
  const { status, body } = await account.live.submit('/v1/alpha/generate', { prompt: 'A red fox', duration: '5' });
  assert.equal(status, 200, JSON.stringify(body));
  return String(body['generation_id']);
}

/** All that an output of ours is: of its size and length, with its checksum, a poster, and a manifest that holds. */
async function looksRight(t: TestContext, { service, account }: RunnerBench, id: string): Promise<void> {
  assert.equal(await service.ended(id), 'completed');
  const { body } = await account.live.get(`/v1/alpha/generations/${id}`);
  const { bytes } = await service.ask('GET', String(body['video_url']));
  const file = join(service.settings.dataFolder, `${id}.mp4`);
  writeFileSync(file, bytes);
  const seen = await eventually(
    async () => {
      const look = await inspector.video(file, 'test');
      return !look.ok && look.fault === 'busy' ? undefined : look;
    },
    { seconds: 240 },
  );
  assert.ok(seen.ok, JSON.stringify(seen));
  assert.deepEqual([seen.facts.width, seen.facts.height, seen.facts.milliseconds], [1280, 720, 5_000]);
  const [kept] = await service.db.query<{ sha256: string; thumbhash: string; poster: string }>(
    {
      text: `select o.sha256, o.thumbhash, p.content_type as poster from generations g
        join media_objects o on o.id = g.output_media_id join media_objects p on p.id = o.poster_media_id
        where g.id = $1`,
    },
    [id],
  );
  assert.equal(kept!.sha256, createHash('sha256').update(bytes).digest('hex'));
  assert.equal(kept!.poster, 'image/webp');
  assert.ok(Buffer.from(kept!.thumbhash, 'base64').length > 4);
  const manifest = await readManifest('video/mp4', bytes);
  assert.equal(manifest.state, 'Valid');
  assert.deepEqual(
    manifest.actions.map(([, source]) => source.split('/').at(-1)),
    ['trainedAlgorithmicMedia'],
  );
  t.diagnostic(`${bytes.length} bytes`);
}

test('by an engine that speaks mge/1', async (t) => {
  const box = await openBox(t);
  box.outputOf = () => small;
  const routes = [{ match: { family: 'alpha' }, use: [{ engine: 'box', model: 'everything' }] }];
  const bench = await openRunner(t, { engines: { box: boxEntry(box) }, routes });
  await looksRight(t, bench, await submitVideo(bench));
  assert.equal(box.paid.length, 1);
});

test('by a worker that fetched the work, and a PNG of its where a family gives JPEG', async (t) => {
  const routes = [{ match: {}, use: [{ engine: 'farm', model: 'wan' }] }];
  const bench = await openRunner(t, { engines: { farm: { kind: 'pull', slots: 4 } }, routes });
  const { service, account } = bench;
  const hand = handOf(service, await service.db.transaction((tx) => createEngineKey(tx, 'farm')));
  const id = await submitVideo(bench);
  const order = await hand.claimed();
  assert.equal((await hand.output(order.id, clip, { 'content-type': 'video/mp4' })).status, 200);
  await looksRight(t, bench, id);

  const still = await bench.submit();
  const png = await sharp({ create: { width: 1024, height: 1024, channels: 4, background: '#4060a0' } })
    .png()
    .toBuffer();
  const second = await hand.claimed();
  assert.equal((await hand.output(second.id, png, { 'content-type': 'image/png' })).status, 200);
  assert.equal(await service.ended(still), 'completed');
  const { body } = await account.live.get(`/v1/delta/generations/${still}`);
  const answer = await service.ask('GET', String(body['result_image_url']));
  assert.equal(answer.headers['content-type'], 'image/jpeg');
  assert.deepEqual([...answer.bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
});

test('by a vendor, with one question for all that is there', async (t) => {
  const kling = await openKling();
  t.after(() => kling.close());
  kling.outputOf = () => clip;
  kling.script = [{ at: 'running' }];
  const engines = { kling: { kind: 'kling', url: kling.url, key: { file: 'kling-key' }, slots: 4, poll: quickPoll } };
  const routes = [{ match: { family: 'alpha' }, use: [{ engine: 'kling', cost_usd: 0.28 }] }];
  const bench = await openRunner(t, { engines, routes }, { files: { 'kling-key': klingKey } });
  const ids = await Promise.all(Array.from({ length: 4 }, () => submitVideo(bench)));
  const looks = () =>
    kling.calls.filter(({ path }) => path === '/tasks').map(({ query }) => query.get('task_ids') ?? '');
  await eventually(() => looks().some((ids) => ids.split(',').length === 4));
  const single = kling.calls.filter(({ method, path }) => method === 'GET' && /^\/(text|image)-to-video/.test(path));
  assert.deepEqual(single, [], 'nobody is asked about alone');
  for (const job of kling.jobs.values()) job.steps = [{ at: 'succeeded' }];
  for (const id of ids) assert.equal(await bench.service.ended(id), 'completed');
  await looksRight(t, bench, ids[0]!);
  assert.equal(kling.paid.length, 4);
  const [attempt] = await bench.attemptsOf(ids[0]!);
  assert.deepEqual([attempt!.state, attempt!.cost_usd], ['succeeded', 0.28]);
});

/** An order to fal whose answer was lost, and fal's call about it, signed. */
async function loseOrder(t: TestContext, policy: Record<string, string>) {
  const fal = await openFal();
  t.after(() => fal.close());
  fal.outputOf = () => clip;
  fal.mishaps.push('drop');
  const engines = { fal: { kind: 'fal', url: fal.url, key: { file: 'fal-key' }, poll: quickPoll } };
  const routes = [{ match: { family: 'alpha' }, use: [{ engine: 'fal', cost_usd: 0.07 }] }];
  const port = String(await choosePort());
  const env = { PORT: port, AFTERIMAGE_PUBLIC_URL: `http://127.0.0.1:${port}` };
  const bench = await openRunner(t, { engines, routes, policy }, { files: { 'fal-key': falKey }, env });
  const { body } = await bench.account.live.submit('/v1/alpha/generate', {
    prompt: 'A red fox',
    model: 'alpha_3',
    duration: 5,
  });
  const id = String(body['generation_id']);
  const [order] = await eventually(() => fal.paid.length > 0 && fal.paid);
  // fal's calls name the request alone: the endpoint, without which nobody can look, stands in the address they go to.
  const hook = new URL(order!.query.get('fal_webhook')!);
  assert.equal(hook.origin, env.AFTERIMAGE_PUBLIC_URL);
  assert.equal(`/${hook.searchParams.get('endpoint')}`, order!.path);
  const [requestId = ''] = await eventually(() => fal.jobs.size > 0 && [...fal.jobs.keys()]);
  const raw = JSON.stringify({ request_id: requestId, status: 'OK' });
  const call = (search = hook.search) => {
    const at = String(Math.floor(Date.now() / 1000));
    const digest = createHash('sha256').update(raw).digest('hex');
    const signature = sign(null, Buffer.from(`${requestId}\nme\n${at}\n${digest}`), falSigner.privateKey);
    const headers = {
      'content-type': 'application/json',
      'x-fal-webhook-request-id': requestId,
      'x-fal-webhook-user-id': 'me',
      'x-fal-webhook-timestamp': at,
      'x-fal-webhook-signature': signature.toString('hex'),
    };
    return bench.service.ask('POST', `${hook.pathname}${search}`, { body: raw, headers });
  };
  return { fal, bench, id, call };
}

test('by a vendor that never answered the order: its call names the work, and nobody pays twice', async (t) => {
  const { fal, bench, id, call } = await loseOrder(t, { unknown_grace: '600s' });
  await reachedState(bench, id, 'unknown');
  assert.equal((await call('')).status, 200);
  assert.equal((await bench.attemptsOf(id))[0]!.state, 'unknown', 'without the endpoint it tells nothing');
  assert.equal((await call()).status, 200);
  assert.equal(await bench.service.ended(id), 'completed');
  assert.equal(fal.paid.length, 1);
});

test('a vendor whose call comes when the order was given up: it is noted with its cost, and changes nothing', async (t) => {
  const { fal, bench, id, call } = await loseOrder(t, { unknown_grace: '0.2s' });
  assert.equal(await bench.service.ended(id), 'failed');
  const [given] = await bench.attemptsOf(id);
  assert.deepEqual([given!.state, given!.error_class], ['failed', 'unknown_submit']);
  assert.equal((await call()).status, 200);
  const late = await reachedState(bench, id, 'late');
  assert.deepEqual([late.cost_usd, (await bench.record(id)).status, fal.paid.length], [0.07, 'failed', 1]);
});

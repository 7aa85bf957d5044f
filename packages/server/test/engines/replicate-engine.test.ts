/** Kind `replicate`: the stand-in judged by Replicate's client, the client's habits, then what every engine must hold. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import Replicate, { validateWebhook } from 'replicate';
import { Webhook } from 'standardwebhooks';
import type { VendorOutput } from '../../src/engines/engine.ts';
import { Secret } from '../../src/engines/engine-entry.ts';
import { createReplicateEngine } from '../../src/engines/replicate/replicate-engine.ts';
import { replicateStatuses } from '../../src/engines/replicate/replicate-errors.ts';
import type { EngineNet } from '../../src/net/engine-net.ts';
import { accepted, describeVendorEngine, entryFor, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { anyUse, describeVendorWork } from '../suites/vendor-work.ts';
import { openReplicate, replicateKey, replicateRefusal } from './vendors/replicate.ts';
import type { StandIn } from './vendors/stand-in.ts';

const never = new AbortController().signal;

async function bare(t: TestContext) {
  const standIn = await openReplicate();
  t.after(() => standIn.close());
  return {
    standIn,
    replicate: new Replicate({ auth: replicateKey, baseUrl: `${standIn.url}/v1`, useFileOutput: false }),
  };
}

test("Replicate's client drives the stand-in through a prediction", async (t) => {
  const { replicate } = await bare(t);
  const model = await replicate.models.get('kwaivgi', 'video');
  assert.ok(model.latest_version?.openapi_schema);
  const { id, status } = await replicate.predictions.create({ model: 'kwaivgi/video', input: { prompt: 'a rose' } });
  assert.equal(status, 'starting');
  const seen = [];
  for (let look = 0; look < 3; look += 1) seen.push(await replicate.predictions.get(id));
  assert.deepEqual(
    seen.map((one) => one.status),
    ['starting', 'processing', 'succeeded'],
  );
  assert.match(String(seen[2]!.output[0]), /\/files\/.*\.mp4$/);
  assert.equal((await replicate.predictions.cancel(id)).status, 'canceled');
  const { results } = await replicate.predictions.list();
  assert.deepEqual(
    results.map((one) => one.id),
    [id],
  );
});

test("Replicate's client sends a dropped submit six times", { timeout: 300_000 }, async (t) => {
  const { standIn, replicate } = await bare(t);
  standIn.mishaps = Array.from({ length: 9 }, () => 'drop' as const);
  await assert.rejects(replicate.predictions.create({ model: 'kwaivgi/video', input: { prompt: 'a rose' } }));
  assert.equal(standIn.paid.length, 6);
});

const video = { model: 'kwaivgi/video' };
const vendor: VendorCase = {
  name: 'replicate',
  kind: 'replicate',
  open: openReplicate,
  key: replicateKey,
  path: '/v1',
  orders: [
    ...(['t2v', 'i2v', 'frames', 'refs2v', 'motion'] as const).map((task) => ({ task, use: video })),
    { task: 't2i', use: { model: 'google/picture' } },
    { task: 'i2i', use: { model: 'google/picture' } },
    { task: 't2v', use: { model: 'kwaivgi/video:0123abc' } },
  ],
  find: 'none',
  refusals: Object.entries(replicateStatuses).map(([status, expected]) => ({
    what: `a ${status}`,
    reply: replicateRefusal(Number(status), 'said so'),
    class: expected,
  })),
  failures: [
    { step: { at: 'failed', code: 'The input or output was flagged as sensitive. (E005)' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'NSFW content detected' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'prediction timed out' }, class: 'timeout' },
    { step: { at: 'failed', code: 'aborted' }, class: 'timeout' },
    { step: { at: 'failed', code: 'failed to download the input' }, class: 'image_inaccessible' },
    { step: { at: 'failed', code: 'could not fetch the image' }, class: 'image_inaccessible' },
    { step: { at: 'failed', code: 'HTTP Error 403: Forbidden' }, class: 'image_inaccessible' },
    { step: { at: 'failed', code: 'cannot identify image file' }, class: 'invalid_image' },
    { step: { at: 'failed', code: 'CUDA error' }, class: 'internal' },
    { step: { at: 'empty' }, class: 'declined' },
  ],
};
describeVendorEngine(vendor);

test('a model is sent its own names and spellings', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  await accepted(engine, {
    task: 'frames',
    use: video,
    work: { negativePrompt: 'rain', cfgScale: 0.5 },
    hook: 'https://ours.example/hook',
  });
  const { json, headers } = standIn.paid[0]!;
  assert.deepEqual(json['input'], {
    prompt: 'a red rose at night',
    negative_prompt: 'rain',
    cfg_scale: 0.5,
    duration: 5,
    aspect_ratio: '16:9',
    start_image: 'https://ours.example/media/first-0.png',
    end_image: 'https://ours.example/media/last-1.png',
  });
  assert.deepEqual(json['webhook_events_filter'], ['completed']);
  assert.match(String(headers['cancel-after']), /^5\d\ds$/);
});

test('the schema that a model publishes decides what fits, once it has been read', async (t) => {
  const { engine } = await openVendor(t, vendor);
  const use = { ...anyUse, model: 'somebody/from-image' };
  assert.equal(engine.fit(describeVendorWork({ task: 't2v', use })).fits, true, 'nothing is known yet');
  assert.deepEqual(await engine.prepare!([use], never), []);
  const text = engine.fit(describeVendorWork({ task: 't2v', use }));
  assert.ok(!text.fits && text.what === 'task', inspect(text));
  const long = engine.fit(describeVendorWork({ task: 'i2v', use, work: { seconds: 10 } }));
  assert.ok(!long.fits && long.what === 'seconds');
  const refused = await engine.start(describeVendorWork({ task: 't2v', use }), never);
  assert.ok(refused.outcome === 'refused' && refused.fault.class === 'unsupported');
});

test('routes that name what a model does not have are told at the start', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const uses = [
    { ...anyUse, model: 'kwaivgi/video', set: { aspect_ratio: '4:3' } },
    { ...anyUse, model: 'kwaivgi/video', input: { words: 'prompt' } },
    { ...anyUse, model: 'nobody/nothing' },
  ];
  const wrong = await engine.prepare!(uses, never);
  assert.deepEqual(
    wrong.map(({ why }) => why),
    [
      'aspect_ratio of kwaivgi/video must be one of 16:9, 9:16, 1:1',
      'kwaivgi/video has no input called words',
      'The requested resource could not be found.',
    ],
  );
  assert.equal(standIn.paid.length, 0);
});

test('what a model puts into its reply is its output, beside what it links to', async () => {
  const inline = (head: string) => `data:${head};base64,${Buffer.from('a rose').toString('base64')}`;
  const output = { first: inline('image/webp'), more: ['no link', inline('video/mp4;codecs=avc1'), inline('')] };
  const net = { send: async () => Response.json({ id: 'abc', status: 'succeeded', output }) } as Partial<EngineNet>;
  const standIn = { url: 'http://replicate.invalid' } as StandIn;
  const engine = createReplicateEngine({ entry: entryFor(vendor, standIn), net: net as EngineNet });
  const poll = await engine.poll({ id: 'abc' }, { waitSeconds: 0, signal: never });
  assert.ok(poll.state === 'succeeded', inspect(poll));
  const outputs = poll.outputs as VendorOutput[];
  assert.deepEqual(
    outputs.map(({ type }) => type),
    ['image/webp', 'video/mp4', 'image/png'],
  );
  for (const { open } of outputs) assert.equal(await new Response(await open(never)).text(), 'a rose');
});

test('a submit that was never answered is found by the address that it will call', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const token = randomUUID();
  standIn.mishaps.push('drop');
  await engine.start(
    describeVendorWork({ task: 't2v', use: video, token, hook: `https://ours.example/hook/${token}` }),
    never,
  );
  assert.deepEqual(await engine.find(token, never), { id: [...standIn.jobs.keys()][0] });
  assert.equal(await engine.find(randomUUID(), never), 'cannot_tell', 'not listed is not absent');
});

test("a call counts when its signature holds, as Replicate's client judges it", async (t) => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const { engine } = await openVendor(t, vendor, { hookSecret: new Secret(secret) });
  const body = JSON.stringify({ id: 'abc', status: 'succeeded' });
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  const url = new URL('https://ours.example/hook');
  const signed = {
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    body,
    secret,
  };
  assert.equal(await validateWebhook(signed), true);
  const raw = Buffer.from(body);
  assert.deepEqual(await engine.hook!({ url, headers: new Headers(headers), raw }), {
    news: 'look',
    handle: { id: 'abc' },
  });
  assert.equal((await engine.hook!({ url, headers: new Headers(headers), raw: Buffer.from('{}') })).news, 'refused');
  assert.equal((await engine.hook!({ url, headers: new Headers(), raw })).news, 'refused');
});

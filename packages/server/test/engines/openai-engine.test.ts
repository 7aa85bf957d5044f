/** Kind `openai`: the stand-in judged by OpenAI's client, the client's habits, then what every engine must hold. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { OpenAI, toFile } from 'openai';
import { Webhook } from 'standardwebhooks';
import { Secret } from '../../src/engines/engine-entry.ts';
import { openaiCodes, openaiStatuses } from '../../src/engines/openai/openai-errors.ts';
import { accepted, describeVendorEngine, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { describeVendorWork } from '../suites/vendor-work.ts';
import { openaiKey, openaiRefusal, openOpenai } from './vendors/openai.ts';
import { readForm } from './vendors/stand-in.ts';

const never = new AbortController().signal;

async function bare(t: TestContext, options: { maxRetries?: number } = {}) {
  const standIn = await openOpenai();
  t.after(() => standIn.close());
  return { standIn, client: new OpenAI({ apiKey: openaiKey, baseURL: `${standIn.url}/v1`, ...options }) };
}

test("OpenAI's client drives the stand-in through a video and pictures", async (t) => {
  const { standIn, client } = await bare(t);
  const image = await toFile(Buffer.from('a picture'), 'first.png', { type: 'image/png' });
  const { id } = await client.videos.create({
    prompt: 'a rose',
    model: 'sora-2',
    seconds: '8',
    input_reference: image,
  });
  const form = await readForm(standIn.paid[0]!);
  assert.deepEqual([form.get('seconds'), (form.get('input_reference') as File).name], ['8', 'first.png']);
  const seen = [];
  for (let look = 0; look < 3; look += 1) seen.push((await client.videos.retrieve(id)).status);
  assert.deepEqual(seen, ['queued', 'in_progress', 'completed']);
  assert.equal(await (await client.videos.downloadContent(id)).text(), `what ${id} came to`);
  assert.equal((await client.videos.delete(id)).deleted, true);
  await assert.rejects(client.videos.retrieve(id), { status: 404, code: 'not_found' });
  const made = await client.images.generate({ model: 'gpt-image-2', prompt: 'a rose' });
  assert.ok(made.data?.[0]?.b64_json);
  const edited = await client.images.edit({ model: 'gpt-image-2', prompt: 'a rose', image: [image] });
  assert.ok(edited.data?.[0]?.b64_json);
});

test("OpenAI's client sends a dropped submit three times, unless it is told to send once", {
  timeout: 300_000,
}, async (t) => {
  for (const [options, times] of [
    [{}, 3],
    [{ maxRetries: 0 }, 1],
  ] as const) {
    for (const mishap of ['drop', 500] as const) {
      const { standIn, client } = await bare(t, options);
      standIn.mishaps = Array.from({ length: 9 }, () => mishap);
      await assert.rejects(client.videos.create({ prompt: 'a rose' }));
      assert.equal(standIn.paid.length, times);
    }
  }
});

const use = { model: 'Wan2.2' };
const refusals: VendorCase['refusals'] = [
  ...Object.entries(openaiCodes).map(([code, expected]) => ({
    what: code,
    reply: openaiRefusal(expected === 'unavailable' ? 503 : expected === 'quota' ? 429 : 400, code),
    class: expected,
  })),
  ...Object.entries(openaiStatuses).map(([status, expected]) => ({
    what: `a ${status}`,
    reply: openaiRefusal(Number(status), null),
    class: expected,
  })),
  { what: 'a quota by type', reply: openaiRefusal(429, null, 'insufficient_quota'), class: 'quota' },
  { what: 'invalid_image_format', reply: openaiRefusal(400, 'invalid_image_format'), class: 'invalid_image' },
  { what: 'a 400', reply: openaiRefusal(400, 'unknown_parameter'), class: 'unsupported' },
];

const videos: VendorCase = {
  name: 'openai videos',
  kind: 'openai',
  open: openOpenai,
  key: openaiKey,
  path: '/v1',
  orders: [
    { task: 't2v', use },
    { task: 'i2v', use },
    { task: 't2v', use: { model: 'sora-2-gateway' } },
  ],
  find: 'none',
  refusals,
  failures: [
    ...Object.entries(openaiCodes).map(([code, expected]) => ({
      step: { at: 'failed', code } as const,
      class: expected,
    })),
    { step: { at: 'failed', code: 'weather' }, class: 'internal' },
  ],
};
describeVendorEngine(videos);

const images: VendorCase = {
  ...videos,
  name: 'openai images',
  starts: 'finished',
  orders: [
    { task: 't2i', use: { model: 'gpt-image-2' } },
    { task: 'i2i', use: { model: 'gpt-image-2' } },
    { task: 't2i', use: { model: 'Qwen-Image' } },
  ],
};
describeVendorEngine(images);

test('a server of the dialect is sent what it knows and what the route adds', async (t) => {
  const { engine, standIn } = await openVendor(t, videos);
  const work = { cfgScale: 0.5, negativePrompt: 'rain' };
  await accepted(engine, { task: 'i2v', use: { ...use, set: { fps: 16 } }, work });
  const form = await readForm(standIn.paid[0]!);
  const text = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  assert.deepEqual(text, {
    model: 'Wan2.2',
    prompt: 'a red rose at night',
    seconds: '5',
    size: '1280x720',
    seed: '7',
    negative_prompt: 'rain',
    guidance_scale: '5.5',
    fps: '16',
  });
  assert.equal(await (form.get('input_reference') as File).text(), 'the bytes of first 0');
});

test('what a gateway with fixed lengths cannot reach is refused, and what it can is trimmed', async (t) => {
  const { engine } = await openVendor(t, videos);
  const fit = (seconds: number) =>
    engine.fit(describeVendorWork({ task: 't2v', use: { model: 'sora-2' }, work: { seconds } }));
  const [ten, fifteen] = [fit(10), fit(15)];
  assert.ok(ten.fits && ten.notes.includes('seconds:12->10 trimmed'));
  assert.ok(!fifteen.fits && fifteen.what === 'seconds');
  const image = engine.fit(describeVendorWork({ task: 'i2v', use }));
  assert.ok(image.fits && image.inputs.imageSize === 'output', 'the reference has the size of the output');
  assert.equal(engine.fit(describeVendorWork({ task: 't2v' })).fits, false, 'no model, no way to ask');
});

test('a picture beyond what the dialect makes is made as large as it may be', async (t) => {
  const { engine, standIn } = await openVendor(t, images);
  const work = { shape: { from: 'ratio', ratio: '16:9', edge: { long: 4096 } } } as const;
  const order = { task: 't2i', use: { model: 'gpt-image-2' }, work } as const;
  const fit = engine.fit(describeVendorWork(order));
  assert.ok(fit.fits && fit.notes.includes('size:3840x2160->4096x2304 scaled'), inspect(fit));
  await engine.start(describeVendorWork(order), never);
  assert.equal(standIn.paid[0]!.json['size'], '3840x2160');
});

test('a call of the server counts when it is signed', async (t) => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const { engine } = await openVendor(t, videos, { hookSecret: new Secret(secret) });
  const raw = JSON.stringify({ type: 'video.completed', data: { id: 'video_1' } });
  const at = new Date();
  const call = (signature: string, when = at) =>
    engine.hook!({
      url: new URL('https://ours.example/hook'),
      headers: new Headers({
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
        'webhook-signature': signature,
      }),
      raw: Buffer.from(raw),
    });
  const signature = new Webhook(secret).sign('msg_1', at, raw);
  assert.deepEqual(await call(signature), { news: 'look', handle: { id: 'video_1' } });
  const old = new Date(Date.now() - 3_600_000);
  assert.equal((await call(new Webhook(secret).sign('msg_1', old, raw), old)).news, 'refused');
  assert.equal((await call('v1,bm90IGl0')).news, 'refused');
});

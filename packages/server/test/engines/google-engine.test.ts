/** Kind `google`: the stand-in judged by Google's client, the client's habits, then what every engine must hold. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { GenerateVideosOperation, GoogleGenAI } from '@google/genai';
import { Webhook } from 'standardwebhooks';
import { Secret } from '../../src/engines/engine-entry.ts';
import { finishReasons, googleStatuses, grpcCodes } from '../../src/engines/google/google-errors.ts';
import { accepted, describeVendorEngine, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { describeVendorWork, type VendorOrder } from '../suites/vendor-work.ts';
import { googleKey, googleRefusal, openGoogle } from './vendors/google.ts';

const never = new AbortController().signal;
const veo = { model: 'veo-3.1-fast-generate-001' };
const omni = { model: 'gemini-omni-1.1-flash' };
const banana = { model: 'gemini-3.1-flash-image' };

async function bare(t: TestContext) {
  const standIn = await openGoogle();
  t.after(() => standIn.close());
  return { standIn, ai: new GoogleGenAI({ apiKey: googleKey, httpOptions: { baseUrl: standIn.url } }) };
}

test("Google's client drives the stand-in through all three dialects", async (t) => {
  const { standIn, ai } = await bare(t);
  const image = { imageBytes: Buffer.from('a picture').toString('base64'), mimeType: 'image/png' };
  const config = { durationSeconds: 8, aspectRatio: '16:9', lastFrame: image };
  const { name } = await ai.models.generateVideos({ ...veo, prompt: 'a rose', image, config });
  const [instance] = standIn.paid[0]!.json['instances'] as Record<string, unknown>[];
  assert.deepEqual(instance!['image'], { bytesBase64Encoded: image.imageBytes, mimeType: 'image/png' });
  const operation = new GenerateVideosOperation();
  operation.name = name!;
  const looks = [];
  for (let look = 0; look < 3; look += 1) looks.push(await ai.operations.getVideosOperation({ operation }));
  assert.deepEqual(
    looks.map(({ done }) => done === true),
    [false, false, true],
  );
  assert.match(looks[2]!.response!.generatedVideos![0]!.video!.uri!, /:download/);

  const input = [{ type: 'text' as const, text: 'a rose' }];
  const { id } = await ai.interactions.create({ ...omni, input, background: true, response_format: { type: 'video' } });
  assert.equal((await ai.interactions.get(id)).status, 'queued');
  assert.equal((await ai.interactions.cancel(id)).status, 'cancelled');
  const { candidates } = await ai.models.generateContent({ ...banana, contents: 'a rose' });
  assert.ok(candidates![0]!.content!.parts![0]!.inlineData!.data);
  await assert.rejects(
    ai.operations.getVideosOperation({
      operation: Object.assign(new GenerateVideosOperation(), { name: 'models/a/operations/b' }),
    }),
    { status: 404 },
  );
});

test("Google's client sends a dropped interaction five times and the others once", { timeout: 120_000 }, async (t) => {
  const calls: [string, number, (ai: GoogleGenAI) => Promise<unknown>][] = [
    ['videos', 1, (ai) => ai.models.generateVideos({ ...veo, prompt: 'a rose' })],
    ['content', 1, (ai) => ai.models.generateContent({ ...banana, contents: 'a rose' })],
    ['interactions', 5, (ai) => ai.interactions.create({ ...omni, input: 'a rose', background: true })],
    [
      'interactions told not to',
      1,
      (ai) => ai.interactions.create({ ...omni, input: 'a rose', background: true }, { retries: { strategy: 'none' } }),
    ],
  ];
  for (const [name, times, call] of calls) {
    const { standIn, ai } = await bare(t);
    standIn.mishaps = Array.from({ length: 9 }, () => 'drop' as const);
    await assert.rejects(call(ai));
    assert.equal(standIn.paid.length, times, name);
  }
});

const refusals: VendorCase['refusals'] = [
  ...Object.entries(googleStatuses)
    .filter(([status]) => status !== '500' && status !== '504')
    .map(([status, expected]) => ({
      what: `a ${status}`,
      reply: googleRefusal(Number(status), 'WORD', 'said so'),
      class: expected,
    })),
  {
    what: 'unsafe words',
    reply: googleRefusal(400, 'INVALID_ARGUMENT', 'violates our usage guidelines'),
    class: 'content_policy',
  },
  {
    what: 'an unsafe reason',
    reply: googleRefusal(400, 'INVALID_ARGUMENT', 'no', 'UNSAFE_PROMPT'),
    class: 'content_policy',
  },
  {
    what: 'a bad image',
    reply: googleRefusal(400, 'INVALID_ARGUMENT', 'Unable to process input image'),
    class: 'invalid_image',
  },
  {
    what: 'a wrong field',
    reply: googleRefusal(400, 'INVALID_ARGUMENT', 'durationSeconds is out of bound'),
    class: 'unsupported',
  },
  { what: 'a place that is not served', reply: googleRefusal(400, 'FAILED_PRECONDITION', 'location'), class: 'auth' },
  {
    what: 'a spent quota',
    reply: googleRefusal(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'),
    class: 'quota',
  },
];

const vendor: VendorCase = {
  name: 'google veo',
  kind: 'google',
  open: openGoogle,
  key: googleKey,
  orders: (['t2v', 'i2v', 'frames'] as const).map((task) => ({ task, use: veo, work: { seconds: 8 } })),
  find: 'none',
  refusals,
  failures: [
    ...Object.entries(grpcCodes).map(([code, expected]) => ({
      step: { at: 'failed', code } as const,
      class: expected,
    })),
    { step: { at: 'failed', code: '3', message: 'safety filters' }, class: 'content_policy' },
    { step: { at: 'failed', code: '8', message: 'quota' }, class: 'quota' },
    { step: { at: 'failed', code: '2' }, class: 'internal' },
    { step: { at: 'empty' }, class: 'content_policy' },
  ],
};

describeVendorEngine({
  ...vendor,
  cancels: 'no',
  orders: [...vendor.orders, { task: 'refs2v', use: veo, work: { seconds: 8 } }],
});

describeVendorEngine({
  ...vendor,
  name: 'google omni',
  orders: (['t2v', 'i2v', 'frames', 'refs2v'] as const).map((task) => ({ task, use: omni })),
  failures: [
    { step: { at: 'failed', code: 'safety' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'invalid_request', message: 'the image is not readable' }, class: 'invalid_image' },
    { step: { at: 'failed', code: 'weather' }, class: 'internal' },
    { step: { at: 'failed', code: 'budget_exceeded' }, class: 'quota' },
    { step: { at: 'failed', code: 'incomplete' }, class: 'declined' },
    { step: { at: 'empty' }, class: 'content_policy' },
  ],
});

const candidate = (finishReason: string) => ({ json: { candidates: [{ content: { parts: [] }, finishReason }] } });

describeVendorEngine({
  ...vendor,
  name: 'google images',
  starts: 'finished',
  orders: (['t2i', 'i2i'] as const).map((task) => ({ task, use: banana })),
  refusals: [
    ...refusals,
    ...Object.entries(finishReasons).map(([reason, expected]) => ({
      what: reason,
      reply: candidate(reason),
      class: expected,
    })),
    {
      what: 'a blocked prompt',
      reply: { json: { promptFeedback: { blockReason: 'OTHER' } } },
      class: 'content_policy',
    },
  ],
});

test('google is sent what its dialects call things', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const last = () => standIn.paid.at(-1)!;
  await accepted(engine, {
    task: 'frames',
    use: veo,
    work: { seconds: 8, negativePrompt: 'rain' },
    hook: 'https://ours.example/hook',
  });
  assert.equal(last().path, '/v1beta/models/veo-3.1-fast-generate-001:predictLongRunning');
  const { parameters, instances } = last().json as { parameters: object; instances: Record<string, unknown>[] };
  assert.deepEqual(parameters, {
    sampleCount: 1,
    durationSeconds: 8,
    aspectRatio: '16:9',
    resolution: '720p',
    negativePrompt: 'rain',
  });
  assert.ok(instances[0]!['lastFrame']);
  assert.match(inspect(last().json['webhookConfig']), /ours\.example/);
  await accepted(engine, { task: 'refs2v', use: omni });
  const { response_format, generation_config, input } = last().json as Record<string, unknown> & {
    input: { type: string }[];
  };
  assert.deepEqual(response_format, {
    type: 'video',
    aspect_ratio: '16:9',
    duration: '5s',
    resolution: '720p',
    delivery: 'uri',
  });
  assert.deepEqual(generation_config, { video_config: { task: 'reference_to_video' } });
  assert.deepEqual(
    input.map(({ type }) => type),
    ['text', 'image', 'image'],
  );
  await engine.start(describeVendorWork({ task: 'i2i', use: banana, ratio: '21:9' }), never);
  assert.deepEqual((last().json['generationConfig'] as Record<string, unknown>)['imageConfig'], {
    aspectRatio: '21:9',
    imageSize: '1K',
  });
});

test('google rounds what it can and refuses what would be something else', async (t) => {
  const { engine } = await openVendor(t, vendor);
  const fit = (order: VendorOrder) => {
    const one = engine.fit(describeVendorWork(order));
    return one.fits ? one.notes : one.what;
  };
  const pro = { shape: { from: 'ratio', ratio: '16:9', edge: { short: 1080 } } } as const;
  assert.deepEqual(fit({ task: 't2v', use: veo }), ['seconds:6->5 trimmed', 'seed:not_applied']);
  assert.deepEqual(fit({ task: 't2v', use: veo, work: pro }), ['seconds:8->5 trimmed', 'seed:not_applied']);
  assert.equal(fit({ task: 't2v', use: veo, work: { seconds: 10 } }), 'seconds');
  assert.equal(fit({ task: 't2v', use: veo, ratio: '1:1' }), 'aspect_ratio');
  assert.equal(fit({ task: 't2v', use: omni, work: { seconds: 15 } }), 'seconds');
  assert.equal(fit({ task: 'motion', use: omni }), 'task');
  assert.equal(
    fit({ task: 'refs2v', use: omni, roles: ['reference', 'reference', 'reference', 'reference'] }),
    'media',
  );
  assert.equal(fit({ task: 't2v' }), 'model');
});

test('a video of Veo cannot be stopped, one of an interaction can', async (t) => {
  const { engine } = await openVendor(t, vendor);
  assert.equal(await engine.cancel({ dialect: 'veo', id: 'models/a/operations/b' }, never), 'cannot');
  const handle = await accepted(engine, { task: 't2v', use: omni });
  assert.equal(await engine.cancel(handle, never), 'requested');
});

test('an interaction that may not wait in the background is asked for at once, now and from then on', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const refused = googleRefusal(400, 'INVALID_ARGUMENT', 'background is not supported for this model');
  standIn.replies.push(refused);
  const order = describeVendorWork({ task: 't2v', use: omni, hook: 'https://ours.example/hook' });
  const first = await engine.start(order, never);
  assert.ok(first.outcome === 'finished' && first.end.outputs.length === 1);
  const [asked, again] = standIn.paid.map(({ json }) => json);
  assert.deepEqual([asked!['background'], again!['background']], [true, undefined]);
  assert.equal(again!['webhook_config'], undefined);

  assert.equal((await engine.start(order, never)).outcome, 'finished');
  assert.equal(standIn.paid.length, 3);
  standIn.script = [{ at: 'failed', code: 'safety' }];
  const unsafe = await engine.start(order, never);
  assert.ok(unsafe.outcome === 'refused' && unsafe.fault.class === 'content_policy');

  standIn.mishaps.push('drop');
  assert.equal((await engine.start(order, never)).outcome, 'unknown');
  assert.equal(standIn.paid.length, 5);
});

test("Google's calls make us look, and must be signed where there is a secret", async (t) => {
  const raw = Buffer.from('{"type":"video.generated"}');
  const url = new URL('https://ours.example/hook');
  const { engine: open } = await openVendor(t, vendor);
  assert.deepEqual(await open.hook!({ url, headers: new Headers(), raw }), { news: 'look', handle: null });

  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`;
  const { engine } = await openVendor(t, vendor, { hookSecret: new Secret(secret) });
  const call = (at: Date, signedBody = raw) => {
    const headers = new Headers({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, signedBody.toString()),
    });
    return engine.hook!({ url, headers, raw });
  };
  assert.equal((await call(new Date())).news, 'look');
  assert.equal((await call(new Date(), Buffer.from('{}'))).news, 'refused');
  assert.equal((await call(new Date(Date.now() - 600_000))).news, 'refused');
  assert.equal((await engine.hook!({ url, headers: new Headers(), raw })).news, 'refused');
});

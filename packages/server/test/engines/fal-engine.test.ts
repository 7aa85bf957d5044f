/** Kind `fal`: the stand-in judged by fal's own client, the client's habits, then what every engine must hold. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFalClient } from '@fal-ai/client';
import type { HookRequest } from '../../src/engines/engine.ts';
import { falTypes } from '../../src/engines/fal/fal-errors.ts';
import { createHookCheck } from '../../src/engines/fal/fal-hook.ts';
import { allPresets } from '../../src/engines/presets.ts';
import { accepted, describeVendorEngine, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { describeVendorWork, type VendorOrder } from '../suites/vendor-work.ts';
import { falKey, falRefusal, falSigner, infrastructureRefusal, openFal } from './vendors/fal.ts';

const pro = { shape: { from: 'ratio', ratio: '16:9', edge: { short: 1080 } } } as const;

async function bare(t: TestContext) {
  const standIn = await openFal();
  t.after(() => standIn.close());
  const rebased: typeof fetch = (url, init) => fetch(String(url).replace('https://queue.fal.run', standIn.url), init);
  return { standIn, fal: createFalClient({ credentials: falKey, fetch: rebased, retry: { maxRetries: 0 } }) };
}

test("fal's own client drives the stand-in through a whole job", async (t) => {
  const { standIn, fal } = await bare(t);
  const endpoint = 'fal-ai/kling-video/v3/pro/text-to-video';
  const webhookUrl = 'https://ours.example/hook';
  const { request_id: requestId, status } = await fal.queue.submit(endpoint, {
    input: { prompt: 'a rose' },
    webhookUrl,
  });
  assert.equal(status, 'IN_QUEUE');
  assert.equal(standIn.paid[0]!.query.get('fal_webhook'), webhookUrl);
  const queued = await fal.queue.status(endpoint, { requestId });
  assert.ok(queued.status === 'IN_QUEUE' && queued.queue_position === 2);
  assert.equal(standIn.calls.at(-1)!.path, `/fal-ai/kling-video/requests/${requestId}/status`);
  assert.equal((await fal.queue.status(endpoint, { requestId })).status, 'IN_PROGRESS');
  assert.equal((await fal.queue.status(endpoint, { requestId })).status, 'COMPLETED');
  const { data } = await fal.queue.result(endpoint, { requestId });
  assert.equal((data as { video: { url: string } }).video.url, `${standIn.url}/files/${requestId}`);
  await fal.queue.cancel(endpoint, { requestId });
  await assert.rejects(fal.queue.result(endpoint, { requestId }), { name: 'ApiError', status: 499 });
});

test("fal's own client sends a dropped submit four times, whatever it is told", { timeout: 300_000 }, async (t) => {
  const { standIn, fal } = await bare(t);
  standIn.mishaps = Array.from({ length: 9 }, () => 'drop' as const);
  await assert.rejects(fal.queue.submit('fal-ai/veo3.1', { input: { prompt: 'a rose' } }));
  assert.equal(standIn.paid.length, 4);
});

const orders: VendorOrder[] = [
  { task: 't2v', model: 'alpha_3' },
  { task: 'i2v', model: 'alpha_3_pro', work: pro },
  { task: 'motion', model: 'alpha_3_motion' },
  { task: 'refs2v', model: 'alpha-o3-video-5s' },
  { task: 't2i', family: 'epsilon-images', model: 'epsilon-images' },
  { task: 'i2i', family: 'epsilon-images', model: 'epsilon-images' },
  { task: 'frames', family: 'gamma', model: 'gamma-3-fast', work: { seconds: 8 } },
  { task: 't2v', family: 'beta', model: 'beta', use: { model: 'somebody/new-model' } },
];

const vendor: VendorCase = {
  name: 'fal',
  kind: 'fal',
  open: openFal,
  key: falKey,
  orders,
  find: 'none',
  refusals: [
    { what: 'a 401', reply: { status: 401, json: { detail: 'Invalid key' } }, class: 'auth' },
    { what: 'a 403', reply: { status: 403, json: { detail: 'Forbidden' } }, class: 'auth' },
    {
      what: 'an exhausted balance',
      reply: { status: 403, json: { detail: 'User is locked. Exhausted balance.' } },
      class: 'quota',
    },
    { what: 'a 429', reply: { status: 429, json: { detail: 'Too many requests' } }, class: 'capacity' },
    { what: 'a field that is not taken', reply: falRefusal(422, 'one_of'), class: 'unsupported' },
    {
      what: 'an endpoint that is gone',
      reply: { status: 404, json: { detail: 'Application not found' } },
      class: 'unsupported',
    },
    { what: 'a 503 of its own', reply: infrastructureRefusal(503, 'runner_scheduling_failure'), class: 'unavailable' },
  ],
  failures: [
    ...Object.entries(falTypes).map(([type, expected]) => ({
      step: { at: 'failed', code: type.endsWith('_') ? `${type}small` : type } as const,
      class: expected,
    })),
    { step: { at: 'failed', code: 'runner_disconnected', message: '503' }, class: 'unavailable' },
    { step: { at: 'failed', code: 'less_than_equal' }, class: 'unsupported' },
    { step: { at: 'empty' }, class: 'declined' },
  ],
};

describeVendorEngine(vendor);

test('fal is sent what each endpoint calls things', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const use = { set: { safety_tolerance: '2' } };
  await accepted(engine, { ...orders[6]!, use, hook: 'https://ours.example/hook/token' });
  const [{ path, json, query, headers } = assert.fail()] = standIn.paid;
  assert.equal(path, '/fal-ai/veo3.1/fast/first-last-frame-to-video');
  assert.deepEqual(json, {
    prompt: 'a red rose at night',
    first_frame_url: 'https://ours.example/media/first-0.png',
    last_frame_url: 'https://ours.example/media/last-1.png',
    seed: 7,
    duration: '8s',
    aspect_ratio: '16:9',
    resolution: '720p',
    generate_audio: false,
    safety_tolerance: '2',
  });
  const hook = new URL(query.get('fal_webhook')!);
  assert.equal(hook.searchParams.get('endpoint'), 'fal-ai/veo3.1/fast/first-last-frame-to-video');
  assert.ok(Number(headers['x-fal-request-timeout']) > 500);
  await accepted(engine, { task: 'i2v', model: 'alpha_3', links: 'none' });
  assert.match(String(standIn.paid[1]!.json['start_image_url']), /^data:image\/png;base64,/);
});

test('every endpoint and field of the presets is in the types of the client', () => {
  const require = createRequire(import.meta.url);
  const types = readFileSync(join(require.resolve('@fal-ai/client'), '../types/endpoints.d.ts'), 'utf8');
  const rows = allPresets()
    .find(({ vendor: name }) => name === 'fal')!
    .models.filter(({ model }) => model !== '*');
  assert.ok(rows.length > 30);
  const bodyOf = (name: string | undefined): string | undefined => {
    const alias = new RegExp(`export type ${name} = (\\w+);`).exec(types)?.[1];
    if (alias !== undefined) return bodyOf(alias);
    return new RegExp(`export type ${name} = \\{([\\s\\S]*?)\\n\\}`).exec(types)?.[1];
  };
  const wrong = rows.flatMap(({ model, input, set }) => {
    const name = new RegExp(`"${RegExp.escape(model)}": \\{\\s*input: (\\w+);`).exec(types)?.[1];
    const body = bodyOf(name);
    if (body === undefined) return [model];
    const fields = Object.keys({ ...input, ...set });
    return fields
      .filter((field) => !new RegExp(`^ {4}${field}\\??:`, 'm').test(body))
      .map((field) => `${model} ${field}`);
  });
  assert.deepEqual(wrong, []);
});

interface CallChanges {
  at?: number;
  body?: string;
  signature?: string;
  by?: KeyObject;
}

function callOfFal(changes: CallChanges = {}): HookRequest {
  const signedBody = JSON.stringify({ request_id: 'abc', status: 'OK' });
  const at = String(changes.at ?? Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(signedBody).digest('hex');
  const key = changes.by ?? falSigner.privateKey;
  const signature = sign(null, Buffer.from(`abc\nme\n${at}\n${digest}`), key).toString('hex');
  const headers = new Headers({
    'x-fal-webhook-request-id': 'abc',
    'x-fal-webhook-user-id': 'me',
    'x-fal-webhook-timestamp': at,
    'x-fal-webhook-signature': changes.signature ?? signature,
  });
  const url = new URL('https://ours.example/hook/token?endpoint=fal-ai%2Fveo3.1');
  return { url, headers, raw: Buffer.from(changes.body ?? signedBody) };
}

test('a call of fal counts when it is signed, new and unchanged', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const call = (changes: CallChanges = {}) => engine.hook!(callOfFal(changes));
  standIn.freeMishaps.push('drop');
  assert.equal((await call()).news, 'refused', 'no keys, no proof');
  for (const status of [429, 500, 503] as const) {
    standIn.freeMishaps.push(status);
    assert.equal((await call()).news, 'refused', 'an error has no keys');
  }
  assert.deepEqual(await call(), { news: 'look', handle: { endpoint: 'fal-ai/veo3.1', request_id: 'abc' } });
  for (const forged of [
    { at: 1_700_000_000 },
    { body: '{}' },
    { signature: '00'.repeat(64) },
    { signature: 'no hex' },
  ]) {
    assert.equal((await call(forged)).news, 'refused');
  }
});

test("fal's keys are asked for once a day, and anew when none fits, at most once a minute", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const jwk = (key: KeyObject) => key.export({ format: 'jwk' });
  const next = generateKeyPairSync('ed25519');
  let reply: { status?: number; keys: unknown[] } = { keys: [jwk(falSigner.publicKey)] };
  let asked = 0;
  const check = createHookCheck(async () => {
    asked += 1;
    return Response.json({ keys: reply.keys }, { status: reply.status ?? 200 });
  });
  const news = async (changes: CallChanges = {}) => (await check(callOfFal(changes))).news;
  assert.deepEqual([await news(), await news(), asked], ['look', 'look', 1]);
  reply = { keys: [{ kty: 'EC', crv: 'P-1' }, jwk(next.publicKey)] };
  const rotated = { by: next.privateKey };
  assert.deepEqual([await news(rotated), asked], ['refused', 1]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(await Promise.all([news(rotated), news(rotated)]), ['look', 'look']);
  assert.equal(asked, 2);
  t.mock.timers.tick(60_000);
  for (const none of [{ status: 502, keys: [jwk(falSigner.publicKey)] }, { keys: [] }]) {
    reply = none;
    assert.deepEqual([await news(), await news(rotated)], ['refused', 'look'], 'those that are known stay');
  }
  assert.equal(asked, 4);
  t.mock.timers.tick(86_400_000);
  assert.equal(await news(rotated), 'refused');
});

test('fal cannot make what its catalogue does not have', async (t) => {
  const { engine } = await openVendor(t, vendor);
  const fit = engine.fit(describeVendorWork({ task: 't2v', model: 'alpha_o1_video', work: pro }));
  assert.deepEqual(fit, { fits: false, what: 'task', why: 't2v; it makes i2v' });
  const scaled = engine.fit(describeVendorWork({ task: 't2v', model: 'alpha_2.5_turbo' }));
  assert.ok(scaled.fits && scaled.notes.includes('resolution:1080p->720p scaled'));
});

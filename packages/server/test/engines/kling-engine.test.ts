/** Kind `kling` holds what every engine must, in both dialects, and what only Kling has. */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from '../../src/engines/engine-entry.ts';
import { klingCodes } from '../../src/engines/kling/kling-errors.ts';
import { accepted, describeVendorEngine, openVendor, type VendorCase } from '../suites/vendor-engine.ts';
import { describeVendorWork, type VendorOrder } from '../suites/vendor-work.ts';
import { klingKey, klingRefusal, openKling } from './vendors/kling.ts';

const never = new AbortController().signal;
const pro = { shape: { from: 'ratio', ratio: '16:9', edge: { short: 1080 } } } as const;
const photo = { shape: { from: 'ratio', ratio: '1:1', edge: { long: 2048 } } } as const;

const orders: VendorOrder[] = [
  { task: 't2v', model: 'alpha_3' },
  { task: 't2v', model: 'alpha_1.6' },
  { task: 'i2v', model: 'alpha_1.6_pro', work: pro },
  { task: 'i2v', model: 'alpha_2.1' },
  { task: 't2v', model: 'alpha_2.1_master', work: pro },
  { task: 't2v', model: 'alpha_2.5_turbo' },
  { task: 'i2v', model: 'alpha_2.5_turbo_pro', work: pro },
  { task: 't2v', model: 'alpha_2.6', work: { ...pro, sound: 'generated' } },
  { task: 'motion', model: 'alpha_2.6_motion' },
  { task: 'motion', model: 'alpha_3_motion_pro', work: { ...pro, sound: 'original' } },
  { task: 't2v', family: 'alpha-o1-video', model: 'alpha_o1_video', work: pro },
  { task: 'i2v', family: 'alpha-o1-video', model: 'alpha_o1_video', work: pro },
  { task: 'refs2v', family: 'alpha-o3-video', model: 'alpha-o3-video-15s-pro', work: { ...pro, seconds: 15 } },
  { task: 't2i', family: 'alpha-o1-photo', model: 'alpha_o1_photo', work: photo, ratio: '1:1' },
  { task: 'i2i', family: 'alpha-o3-photo', model: 'alpha_o3_photo', work: photo, ratio: '1:1' },
  { task: 't2v', family: 'beta', model: 'beta', use: { model: 'kling-3.0' }, work: { seconds: 15 } },
  { task: 'frames', family: 'gamma', model: 'gamma-3-fast', use: { model: 'kling-v3', dialect: 'v1' } },
];

/** The status that comes with each code, as documented. */
const statusOf = (code: string) =>
  ({ 10: 401, 11: code === '1103' ? 403 : 429, 12: code === '1203' ? 404 : 400, 13: code < '1302' ? 400 : 429 })[
    code.slice(0, 2)
  ] ?? 503;

const vendor: VendorCase = {
  name: 'kling',
  kind: 'kling',
  cancels: 'no',
  open: openKling,
  key: klingKey,
  orders,
  find: 'exact',
  refusals: [
    // 5000 and 5002 come with statuses that prove nothing about a submit.
    ...Object.entries(klingCodes)
      .filter(([code]) => code !== '5000' && code !== '5002')
      .map(([code, expected]) => ({
        what: `code ${code}`,
        reply: klingRefusal(statusOf(code), Number(code), 'said so'),
        class: expected,
      })),
    { what: 'a 200 with code 1301', reply: klingRefusal(200, 1301, 'risk'), class: 'content_policy' },
    {
      what: '1201 about the image',
      reply: klingRefusal(400, 1201, 'Image resolution is too small'),
      class: 'invalid_image',
    },
    {
      what: '1201 about a link',
      reply: klingRefusal(400, 1201, 'failed to download file'),
      class: 'image_inaccessible',
    },
    { what: 'a code of tomorrow', reply: klingRefusal(400, 1999, 'new'), class: 'unsupported' },
    { what: 'a 504 with 5002', reply: klingRefusal(504, 5002, 'timeout'), class: 'unknown_submit' },
  ],
  failures: [
    { step: { at: 'failed', code: 'Failure to pass the risk control system' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'sensitive words' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'resolution or aspect ratio of the input image' }, class: 'invalid_image' },
    { step: { at: 'failed', code: 'cosmic rays' }, class: 'internal' },
    { step: { at: 'empty' }, class: 'declined' },
  ],
};

describeVendorEngine(vendor);
describeVendorEngine({
  ...vendor,
  name: 'kling, older dialect,',
  orders: [{ task: 't2v', model: 'alpha_1.6' }],
  refusals: [],
});

test('kling is asked about all its newer jobs in one request', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  standIn.script = [{ at: 'running' }];
  const handles = await Promise.all(Array.from({ length: 30 }, () => accepted(engine, { task: 't2v' })));
  const before = standIn.calls.length;
  const polls = await engine.pollMany!([...handles, { dialect: 'v2', path: '', id: 'never was' }], never);
  assert.equal(standIn.calls.length - before, 1);
  assert.deepEqual(
    polls.map(({ state }) => state),
    [...handles.map(() => 'running'), 'lost'],
  );
});

test('kling is sent what its dialects call things', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const body = async (order: VendorOrder) => {
    await accepted(engine, order);
    return standIn.paid.at(-1)!;
  };
  const older = await body({
    task: 'i2v',
    model: 'alpha_1.6_pro',
    work: { ...pro, cfgScale: 0.7, negativePrompt: 'rain' },
  });
  assert.equal(older.path, '/v1/videos/image2video');
  const { model_name, mode, duration, cfg_scale, negative_prompt, image, aspect_ratio } = older.json;
  assert.deepEqual(
    { model_name, mode, duration, cfg_scale, negative_prompt, image, aspect_ratio },
    {
      model_name: 'kling-v1-6',
      mode: 'pro',
      duration: '5',
      cfg_scale: 0.7,
      negative_prompt: 'rain',
      image: Buffer.from('the bytes of first 0').toString('base64'),
      aspect_ratio: undefined,
    },
  );
  const newer = await body({
    task: 'refs2v',
    model: 'alpha-o3-video-10s',
    use: { set: { multi_shot: true } },
    work: { seconds: 10, sound: 'generated', negativePrompt: 'rain' },
    hook: 'https://ours.example/hook/1',
  });
  assert.equal(newer.path, '/omni-video/kling-3.0-omni');
  assert.deepEqual(newer.json['contents'], [
    { type: 'prompt', text: 'a red rose at night\nAvoid: rain <<<image_1>>> <<<image_2>>>' },
    { type: 'refer_image', id: 'image_1', url: 'https://ours.example/media/reference-0.png' },
    { type: 'refer_image', id: 'image_2', url: 'https://ours.example/media/reference-1.png' },
  ]);
  const settings = { resolution: '720p', duration: 10, aspect_ratio: '16:9', audio: 'native', multi_shot: true };
  assert.deepEqual(newer.json['settings'], settings);
  assert.equal((newer.json['options'] as Record<string, unknown>)['callback_url'], 'https://ours.example/hook/1');
});

test('kling cannot make what its models do not, and says what is lost', async (t) => {
  const { engine } = await openVendor(t, vendor);
  const whatOf = (order: VendorOrder) => {
    const fit = engine.fit(describeVendorWork(order));
    return fit.fits ? fit.notes : fit.what;
  };
  assert.equal(whatOf({ task: 'motion', model: 'alpha_3_motion', links: 'none' }), 'link');
  assert.equal(whatOf({ task: 't2v', model: 'alpha_3', work: { seconds: 16 } }), 'seconds');
  assert.equal(whatOf({ task: 't2v', model: 'alpha_2.1' }), 'task');
  assert.equal(whatOf({ task: 't2v', model: 'alpha_3', ratio: '21:9' }), 'aspect_ratio');
  assert.equal(whatOf({ task: 't2v', family: 'beta', model: 'beta' }), 'model');
  assert.equal(whatOf({ task: 't2v', model: 'alpha_3', work: { prompt: 'x'.repeat(2501) } }), 'prompt');
  assert.deepEqual(whatOf({ task: 't2v', model: 'alpha_2.5_turbo', work: { seconds: 7, sound: 'generated' } }), [
    'seconds:10->7 trimmed',
    'seed:not_applied',
    'sound:not_made',
  ]);
  const cropped = engine.fit(
    describeVendorWork({ task: 'i2v', family: 'beta', model: 'beta', use: { model: 'kling-3.0' } }),
  );
  assert.ok(cropped.fits && cropped.inputs.imageSize === 'output');
});

test('a token that was used again is refused, and found', async (t) => {
  const { engine, standIn } = await openVendor(t, vendor);
  const work = describeVendorWork({ task: 't2v', token: randomUUID() });
  await engine.start(work, never);
  assert.equal((await engine.start(work, never)).outcome, 'refused');
  assert.equal(standIn.jobs.size, 1);
});

test("kling's older pair of keys signs a token for half an hour", async (t) => {
  const pair = { key: null, accessKey: new Secret('AK'), secretKey: new Secret('the other half') };
  const { engine, standIn } = await openVendor(t, vendor, pair);
  await accepted(engine, { task: 't2v' });
  const token = standIn.paid[0]!.headers.authorization!.slice('Bearer '.length);
  const [head, body, proof] = token.split('.');
  const expected = createHmac('sha256', 'the other half').update(`${head}.${body}`).digest('base64url');
  assert.equal(proof, expected);
  const { iss, exp, nbf } = JSON.parse(Buffer.from(body!, 'base64url').toString()) as Record<string, number>;
  assert.deepEqual([iss, exp! - nbf!], ['AK', 1805]);
});

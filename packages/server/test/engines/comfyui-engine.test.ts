/** Kind `comfyui` holds what every engine must, and what its graphs and its socket add. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { refusalTypes } from '../../src/engines/comfyui/comfyui-errors.ts';
import type { Poll } from '../../src/engines/engine.ts';
import { Secret } from '../../src/engines/engine-entry.ts';
import { accepted, describeVendorEngine, openVendor, pollsToEnd, type VendorCase } from '../suites/vendor-engine.ts';
import { anyUse, describeVendorWork } from '../suites/vendor-work.ts';
import { eventually } from '../support/eventually.ts';
import { type ComfyStandIn, comfyRefusal, openComfyui } from './vendors/comfyui.ts';

const never = new AbortController().signal;

const workflow = {
  3: { class_type: 'KSampler', inputs: { seed: 1, sampler_name: 'euler', positive: ['6', 0] } },
  6: { class_type: 'CLIPTextEncode', inputs: { text: 'placeholder' } },
  9: { class_type: 'SaveVideo', inputs: { filename_prefix: 'ComfyUI' } },
};
const bind = {
  '/6/inputs/text': 'prompt',
  '/3/inputs/seed': 'seed',
  '/3/inputs/width': 'width',
  '/3/inputs/height': 'height',
  '/3/inputs/length': 'frames',
};
const withImages = {
  workflow: {
    ...workflow,
    10: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
    11: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
    12: { class_type: 'LoadVideo', inputs: { file: 'example.mp4' } },
  },
};
const first = { '/10/inputs/image': 'image[0]' };
const text = { use: { workflow, bind } };
const errors = { SafetyException: 'content_policy' } as const;

const vendor: VendorCase = {
  name: 'comfyui',
  kind: 'comfyui',
  open: openComfyui,
  key: 'the key of a proxy',
  orders: [
    { task: 't2v', use: { workflow, bind, errors } },
    { task: 't2i', ...text },
    { task: 'i2v', use: { ...withImages, bind: { ...bind, ...first } } },
    { task: 'frames', use: { ...withImages, bind: { ...bind, ...first, '/11/inputs/image': 'image[1]' } } },
    { task: 'motion', use: { ...withImages, bind: { ...bind, ...first, '/12/inputs/file': 'video[0]' } } },
  ],
  find: 'exact',
  refusals: [
    ...Object.entries(refusalTypes).map(([type, expected]) => ({
      what: type,
      reply: comfyRefusal(type, 'x'),
      class: expected,
    })),
    { what: 'a 403', reply: { status: 403, bytes: Buffer.from('') }, class: 'auth' },
  ],
  failures: [
    { step: { at: 'failed', code: 'PIL.UnidentifiedImageError' }, class: 'invalid_image' },
    { step: { at: 'failed', code: 'torch.OutOfMemoryError' }, class: 'capacity' },
    { step: { at: 'failed', code: 'RuntimeError', message: 'CUDA out of memory.' }, class: 'capacity' },
    { step: { at: 'failed', code: 'SafetyException' }, class: 'content_policy' },
    { step: { at: 'failed', code: 'ValueError' }, class: 'internal' },
    { step: { at: 'empty' }, class: 'declined' },
  ],
};
describeVendorEngine(vendor);

const open = async (t: TestContext) => {
  const { engine, standIn } = await openVendor(t, vendor, { headers: { 'x-proxy-key': new Secret(vendor.key) } });
  return { engine, standIn: standIn as ComfyStandIn };
};

describeVendorEngine({
  ...vendor,
  name: 'older comfyui',
  open: async () => Object.assign(await openComfyui(), { age: 'old' as const }),
  orders: vendor.orders.slice(0, 1),
  refusals: [],
});

test('a graph is filled at the places that are bound, after its inputs have been uploaded', async (t) => {
  const { engine, standIn } = await open(t);
  const order = { ...vendor.orders[3]!, work: { seconds: 5 } };
  const { prompt_id: token } = await accepted(engine, order);
  const { prompt, client_id: client } = standIn.paid[0]!.json as {
    prompt: Record<string, { inputs: object }>;
    client_id: string;
  };
  assert.deepEqual(prompt['6']!.inputs, { text: 'a red rose at night' });
  assert.deepEqual(prompt['3']!.inputs, {
    seed: 7,
    sampler_name: 'euler',
    positive: ['6', 0],
    width: 1280,
    height: 720,
    length: 121,
  });
  assert.deepEqual(prompt['10']!.inputs, { image: `afterimage/${token}-0.png` });
  assert.deepEqual(prompt['11']!.inputs, { image: `afterimage/${token}-1.png` });
  assert.deepEqual(prompt['9']!.inputs, { filename_prefix: `afterimage/${token}` });
  assert.deepEqual(standIn.uploads, ['the bytes of first 0', 'the bytes of last 1']);
  assert.match(client, /^afterimage-/);
  assert.equal(standIn.paid[0]!.headers['x-proxy-key'], vendor.key);
  assert.equal(standIn.paid[0]!.headers.origin, undefined, 'a foreign origin is refused on loopback');
  assert.deepEqual(workflow[9].inputs, { filename_prefix: 'ComfyUI' }, "the operator's graph stays as it is");
});

test('what ComfyUI 0.7 calls failed without an error was interrupted', async (t) => {
  const { engine, standIn } = await open(t);
  standIn.age = '0.7';
  standIn.script = [{ at: 'canceled' }];
  assert.deepEqual((await pollsToEnd(engine, await accepted(engine, vendor.orders[0]!))).at(-1), { state: 'canceled' });
});

test('a job that is there already is not given again', async (t) => {
  const { engine, standIn } = await open(t);
  const work = describeVendorWork(vendor.orders[0]!);
  for (let time = 0; time < 3; time += 1) assert.equal((await engine.start(work, never)).outcome, 'accepted');
  assert.equal(standIn.paid.length, 1);
});

test('progress comes over the socket, and so does the end', async (t) => {
  const { engine, standIn } = await open(t);
  standIn.script = [{ at: 'running' }];
  const handle = await accepted(engine, vendor.orders[0]!);
  const [id, client] = [String(handle['prompt_id']), String(handle['client_id'])];
  const told: Poll[] = [];
  const watching = engine.watch!(handle, (poll) => told.push(poll), never);
  await eventually(async () => standIn.listening.has(client) || undefined);
  standIn.say(client, 'execution_cached', { prompt_id: id, nodes: ['6'] });
  standIn.say(client, 'progress_state', { prompt_id: id, nodes: { 3: { value: 10, max: 20, state: 'running' } } });
  standIn.say(client, 'progress_state', { prompt_id: 'of somebody else', nodes: { 3: { value: 20, max: 20 } } });
  await eventually(async () => told.length >= 2 || undefined);
  assert.deepEqual(told, [
    { state: 'running', progress: 4 },
    { state: 'running', progress: 50 },
  ]);
  standIn.jobs.get(id)!.steps = [{ at: 'succeeded' }];
  standIn.say(client, 'execution_success', { prompt_id: id });
  await watching;
  assert.equal(told.at(-1)!.state, 'succeeded');
  // Nobody listens to a socket that nobody needs.
  await eventually(async () => standIn.listening.size === 0 || undefined);
});

test('a job that was found by its token is watched, too, without a figure', async (t) => {
  const { engine, standIn } = await open(t);
  standIn.script = [{ at: 'running' }];
  await accepted(engine, vendor.orders[0]!);
  const [id = ''] = standIn.jobs.keys();
  const handle = await engine.find(id, never);
  assert.ok(typeof handle === 'object');
  const told: Poll[] = [];
  const stop = new AbortController();
  const watching = engine.watch!(handle, (poll) => told.push(poll), stop.signal);
  const client = String(handle['client_id']);
  await eventually(async () => standIn.listening.has(client) || undefined);
  standIn.say(client, 'execution_cached', { prompt_id: id, nodes: ['6'] });
  await eventually(async () => told.length > 0 || undefined);
  assert.deepEqual(told[0], { state: 'running', progress: null });
  stop.abort();
  await watching;
});

test('a watch ends with its signal, and when the socket is gone', async (t) => {
  const { engine, standIn } = await open(t);
  standIn.script = [{ at: 'running' }];
  const handle = await accepted(engine, vendor.orders[0]!);
  const stop = new AbortController();
  const watching = engine.watch!(handle, () => {}, stop.signal);
  await eventually(async () => standIn.listening.size === 1 || undefined);
  stop.abort();
  await watching;
  const again = engine.watch!(handle, () => {}, never);
  await eventually(async () => standIn.listening.size === 1 || undefined);
  await standIn.close();
  await again;
});

test('what waits shows its position, and out of memory puts the models away', async (t) => {
  const { engine, standIn } = await open(t);
  standIn.script = [{ at: 'queued' }];
  const [, second] = [await accepted(engine, vendor.orders[0]!), await accepted(engine, vendor.orders[0]!)];
  assert.deepEqual(await engine.poll(second, { waitSeconds: 0, signal: never }), { state: 'queued', position: 1 });
  standIn.script = [{ at: 'failed', code: 'torch.OutOfMemoryError' }];
  await pollsToEnd(engine, await accepted(engine, vendor.orders[0]!));
  assert.ok(standIn.calls.some(({ path }) => path === '/free'));
});

test('a graph takes as many pictures as it has places for, and says what it decides by itself', async (t) => {
  const { engine } = await open(t);
  const fit = engine.fit(describeVendorWork({ task: 'i2v', ...text }));
  assert.ok(!fit.fits && fit.what === 'media');
  const plain = engine.fit(
    describeVendorWork({ task: 't2v', use: { workflow, bind: { '/6/inputs/text': 'prompt' } } }),
  );
  assert.deepEqual(plain.fits && plain.notes, ['seed:not_applied', 'seconds:not_applied', 'size:not_applied']);
  assert.equal(engine.fit(describeVendorWork({ task: 't2v' })).fits, false);
});

test('nodes and files that are not there are told at the start', async (t) => {
  const { engine } = await open(t);
  const broken = {
    ...workflow,
    3: { class_type: 'KSampler', inputs: { sampler_name: 'magic' } },
    4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'gone.safetensors' } },
    5: { class_type: 'NodeOfTomorrow', inputs: {} },
    10: { class_type: 'LoadImage', inputs: { image: 'not-there.png' } },
  };
  const wrong = await engine.prepare!(
    [
      { ...anyUse, workflow: broken, bind: first },
      { ...anyUse, workflow, bind },
    ],
    never,
  );
  assert.deepEqual(
    wrong.map(({ why }) => why),
    [
      'node 3: sampler_name "magic" is not on this ComfyUI',
      'node 4: ckpt_name "gone.safetensors" is not on this ComfyUI',
      'node 5: this ComfyUI has no NodeOfTomorrow',
    ],
    inspect(wrong),
  );
});

/**
 * Kind `comfyui` against a real one, where COMFY_URL names it. It needs no GPU and no weights:
 * `python main.py --cpu --port 8188`; graphs of plain images and videos are enough to see whether we speak its language.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import sharp from 'sharp';
import type { RouteUse } from '../../src/engines/engine.ts';
import { accepted, openVendor, type pollsToEnd, vendorOutput } from '../suites/vendor-engine.ts';
import { anyUse, describeVendorWork } from '../suites/vendor-work.ts';
import { eventually } from '../support/eventually.ts';
import type { StandIn } from './vendors/stand-in.ts';

const url = process.env['COMFY_URL'];
const never = new AbortController().signal;

const plain = (inputs: object) => ({ class_type: 'EmptyImage', inputs: { color: 0, batch_size: 1, ...inputs } });
const still: Partial<RouteUse> = {
  workflow: {
    1: plain({ width: 64, height: 64 }),
    2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
  },
  bind: { '/1/inputs/width': 'width', '/1/inputs/height': 'height', '/1/inputs/color': 'seed' },
};
const clip: Partial<RouteUse> = {
  workflow: {
    1: plain({ width: 320, height: 180 }),
    2: { class_type: 'CreateVideo', inputs: { images: ['1', 0], fps: 24 } },
    3: {
      class_type: 'SaveVideo',
      inputs: { video: ['2', 0], filename_prefix: 'x', format: 'mp4', codec: 'h264' },
    },
  },
  bind: { '/1/inputs/batch_size': 'frames', '/2/inputs/fps': 'fps' },
};
const fromImage: Partial<RouteUse> = {
  workflow: {
    1: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
    2: {
      class_type: 'ImageScale',
      inputs: { image: ['1', 0], upscale_method: 'bilinear', width: 64, height: 64, crop: 'disabled' },
    },
    3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'x' } },
  },
  bind: { '/1/inputs/image': 'image[0]', '/2/inputs/width': 'width', '/2/inputs/height': 'height' },
};

/** Long enough to be seen waiting and running, and to be stopped. */
const long: Partial<RouteUse> = {
  ...clip,
  workflow: { ...clip.workflow, 1: plain({ width: 1280, height: 720 }) },
  bind: { '/1/inputs/batch_size': 'frames', '/2/inputs/fps': 'fps' },
};

const open = (t: TestContext) =>
  openVendor(t, { kind: 'comfyui', open: async () => ({ url, close: async () => {} }) as StandIn, key: 'none' });

async function bytesOf(poll: Awaited<ReturnType<typeof pollsToEnd>>[number] | undefined): Promise<Buffer> {
  assert.ok(poll?.state === 'succeeded', inspect(poll));
  return Buffer.from(await new Response(await vendorOutput(poll.outputs).open(never)).arrayBuffer());
}

async function endOf(bench: Awaited<ReturnType<typeof open>>, handle: Awaited<ReturnType<typeof accepted>>) {
  const ended = async () => {
    const poll = await bench.engine.poll(handle, { waitSeconds: 0, signal: never });
    return poll.state !== 'queued' && poll.state !== 'running' && poll;
  };
  return eventually(ended, { what: 'its end', seconds: 120, everyMilliseconds: 100 });
}

// Whoever has none cannot run these; the stand-in of the other suite follows what they see.
if (url !== undefined) {
  test('a real ComfyUI says its version, and has what the graphs need', async (t) => {
    const { engine } = await open(t);
    const { ok, detail } = await engine.check(never);
    assert.ok(ok && /^ComfyUI \d/.test(detail), detail);
    const uses = [still, clip, fromImage].map((use) => ({ ...anyUse, ...use }));
    assert.deepEqual(await engine.prepare!(uses, never), []);
    const missing = { ...anyUse, ...still, workflow: { 1: { class_type: 'NodeOfTomorrow', inputs: {} } } };
    assert.match(inspect(await engine.prepare!([missing], never)), /has no NodeOfTomorrow/);
  });

  test('a picture of the size asked for', { timeout: 120_000 }, async (t) => {
    const bench = await open(t);
    const bytes = await bytesOf(await endOf(bench, await accepted(bench.engine, { task: 't2i', use: still })));
    const { width, height, format } = await sharp(bytes).metadata();
    assert.deepEqual([width, height, format], [1024, 576, 'png']);
  });

  test('a video, watched over the socket, whose end is told by it', { timeout: 120_000 }, async (t) => {
    const bench = await open(t);
    const handle = await accepted(bench.engine, { task: 't2v', use: clip });
    const states: string[] = [];
    await bench.engine.watch!(handle, (poll) => states.push(poll.state), AbortSignal.timeout(60_000));
    const bytes = await bytesOf(await endOf(bench, handle));
    assert.equal(bytes.subarray(4, 8).toString(), 'ftyp');
    assert.equal(states.at(-1), 'succeeded', states.join());
  });

  test('an input is uploaded and used; one that is no picture is told as such', { timeout: 120_000 }, async (t) => {
    const bench = await open(t);
    const order = describeVendorWork({ task: 'i2i', use: fromImage });
    const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const media = order.media.map((medium) => ({ ...medium, open: async () => new Blob([new Uint8Array(picture)]) }));
    const good = await bench.engine.start({ ...order, media }, never);
    assert.ok(good.outcome === 'accepted', inspect(good));
    const { width, height } = await sharp(await bytesOf(await endOf(bench, good.handle))).metadata();
    assert.deepEqual([width, height], [1024, 576]);

    const bad = await bench.engine.start(describeVendorWork({ task: 'i2i', use: fromImage }), never);
    const end = bad.outcome === 'accepted' ? await endOf(bench, bad.handle) : bad;
    assert.ok('fault' in end && end.fault.class === 'invalid_image', inspect(end));
  });

  test('what waits has a position, can be taken back, and what runs can be stopped', {
    timeout: 300_000,
  }, async (t) => {
    const bench = await open(t);
    const first = await accepted(bench.engine, { task: 't2v', use: long, work: { seconds: 15 } });
    const second = await accepted(bench.engine, { task: 't2v', use: long, work: { seconds: 14 } });
    const waiting = await bench.engine.poll(second, { waitSeconds: 0, signal: never });
    assert.ok(waiting.state === 'queued' && waiting.position === 0, inspect(waiting));
    assert.deepEqual(await bench.engine.find(String(second['prompt_id']), never), {
      prompt_id: second['prompt_id'],
      client_id: second['client_id'],
    });
    assert.equal(await bench.engine.cancel(second, never), 'requested');
    assert.ok(['lost', 'canceled'].includes((await endOf(bench, second)).state));
    assert.equal(await bench.engine.cancel(first, never), 'requested');
    assert.ok(['lost', 'canceled', 'succeeded'].includes((await endOf(bench, first)).state));
    assert.equal(await bench.engine.find('00000000-0000-4000-8000-000000000000', never), 'absent');
  });

  test('a graph that names a node that is not there is refused, and nothing runs', async (t) => {
    const { engine } = await open(t);
    const use = { workflow: { 1: { class_type: 'NodeOfTomorrow', inputs: {} } }, bind: {} };
    const start = await engine.start(describeVendorWork({ task: 't2i', use }), never);
    assert.ok(start.outcome === 'refused' && start.fault.class === 'unsupported', inspect(start));
  });
} else {
  test('a real ComfyUI', { skip: 'COMFY_URL names none, such as http://127.0.0.1:8188' }, () => {});
}

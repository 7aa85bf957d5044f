/** What an engine elsewhere makes becomes an output of ours, or is found out; it is fetched again, and nothing is paid again. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Work } from '@afterimage/contract';
import { createSigner, finish, makeCredential } from '@afterimage/studio';
import sharp from 'sharp';
import {
  type MadeElsewhere,
  type MakeOursServices,
  makeOurs,
  type OrderedWork,
} from '../../../src/engines/media/make-ours.ts';
import { inlineOutput, linkedOutput } from '../../../src/engines/vendor-output.ts';
import { createInspector } from '../../../src/media/inspect/inspector.ts';
import { createEngineNet } from '../../../src/net/engine-net.ts';
import { createRenderSlots } from '../../../src/queue/render-slots.ts';
import { makeSampleVideos } from '../../media/support/sample-videos.ts';
import { type Answer, startVendorFiles, whole } from './support/vendor-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'make-ours-'));
const scratch = mkdtempSync(join(tmpdir(), 'take-scratch-'));
const vendor = await startVendorFiles();
const net = createEngineNet({ addresses: [vendor.url('')], allow: [] });
const inspector = createInspector({ waitMilliseconds: 30_000 });
const videos = await makeSampleVideos('sound.mp4', 'opus.webm', 'ntsc.mp4', 'one-frame.mp4');
after(async () => {
  await net.close();
  await vendor.close();
  inspector.close();
  await videos.remove();
  for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true });
});

const services: MakeOursServices = {
  scratchFolder: () => scratch,
  inspector,
  finish,
  slots: createRenderSlots(2),
  signer: createSigner(await makeCredential(new Date())),
  fetchMilliseconds: 20_000,
};
const never = new AbortController().signal;

const clip: Work = {
  task: 't2v',
  prompt: 'a red rose',
  negativePrompt: null,
  cfgScale: null,
  output: 'video',
  shape: { from: 'ratio', ratio: '3:2', edge: { short: 64 } },
  seconds: 5,
  framesPerSecond: 24,
  sound: 'generated',
  watermark: null,
  multiShot: false,
};
const picture: Work = { ...clip, task: 't2i', output: 'image', seconds: null, framesPerSecond: null, sound: 'none' };

function ordered(work: Work, changes: Partial<OrderedWork> = {}): OrderedWork {
  return {
    owner: 'a1',
    work,
    facts: [],
    source: 'trained',
    deadline: new Date(Date.now() + 120_000),
    ...changes,
  };
}

/** Behind a link that stays the same however often the engine is asked. */
function madeElsewhere(path: string, answer: Answer): MadeElsewhere {
  vendor.serve(path, answer);
  const output = linkedOutput(net, { url: vendor.url(path), type: 'video/mp4' });
  return { output, again: async () => output };
}

async function ours(theirs: MadeElsewhere, ask: OrderedWork) {
  const outcome = await makeOurs(services, theirs, ask, never);
  assert.ok(outcome.outcome === 'ours', JSON.stringify(outcome));
  const file = join(folder, `${Math.random()}`);
  await outcome.output.copyTo(file);
  assert.equal(statSync(file).size, outcome.output.bytes);
  if (outcome.output.poster) {
    await outcome.output.poster.copyTo(`${file}.poster`);
    assert.equal((await sharp(`${file}.poster`).metadata()).format, 'webp');
  }
  await outcome.release();
  assert.deepEqual(readdirSync(scratch), []);
  return { ...outcome.output, file };
}

async function refused(theirs: MadeElsewhere, ask: OrderedWork, by: MakeOursServices = services) {
  const outcome = await makeOurs(by, theirs, ask, never);
  assert.ok(outcome.outcome === 'failed', JSON.stringify(outcome));
  assert.deepEqual(readdirSync(scratch), []);
  return outcome.fault;
}

const sample = (name: string) => readFileSync(videos.path(name));

test('a clip comes as it was asked for, with a poster, its sound and nothing of the vendor', async () => {
  const made = await ours(madeElsewhere('/clip.mp4', whole(sample('sound.mp4'))), ordered(clip));
  assert.deepEqual([made.type, made.width, made.height, made.milliseconds], ['video/mp4', 96, 64, 5000]);
  assert.ok(made.poster !== undefined && made.notes === undefined);
  const seen = await inspector.video(made.file, 'a1');
  assert.ok(seen.ok && seen.facts.hasSound && seen.facts.frames === 120);
  assert.equal(vendor.timesFetched('/clip.mp4'), 1);
});

test('another rate, size and container are made what was asked for', async () => {
  const work = {
    ...clip,
    seconds: 3,
    sound: 'none',
    shape: { from: 'ratio', ratio: '1:1', edge: { short: 48 } },
  } as const;
  const made = await ours(madeElsewhere('/clip.webm', whole(sample('opus.webm'))), ordered(work));
  const seen = await inspector.video(made.file, 'a1');
  assert.ok(seen.ok);
  const { type, width, height, frames, milliseconds, hasSound } = seen.facts;
  assert.deepEqual([type, width, height, frames, milliseconds, hasSound], ['video/mp4', 48, 48, 72, 3000, false]);
  const slower = await ours(madeElsewhere('/ntsc.mp4', whole(sample('ntsc.mp4'))), ordered({ ...clip, seconds: 3 }));
  const at24 = await inspector.video(slower.file, 'a1');
  assert.ok(at24.ok && Math.abs(at24.facts.framesPerSecond - 24) < 0.01 && at24.facts.frames === 72);
});

test('a size that follows an input follows what is known of it, else what the engine made', async () => {
  const work = { ...clip, shape: { from: 'first-input', edge: { short: 32 } } } as const;
  const theirs = madeElsewhere('/follows.mp4', whole(sample('sound.mp4')));
  const known = await ours(theirs, ordered(work, { facts: [{ width: 500, height: 500 }] }));
  assert.deepEqual([known.width, known.height], [32, 32]);
  const unknown = await ours(theirs, ordered(work, { facts: [undefined] }));
  assert.deepEqual([unknown.width, unknown.height], [48, 32]);
});

test('a picture comes in any format, also in the answer itself, and as a JPEG of the size asked for', async () => {
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#993311' } })
    .png()
    .toBuffer();
  const output = inlineOutput(png.toString('base64'), 'image/png');
  const made = await ours({ output, again: async () => null }, ordered(picture));
  assert.deepEqual([made.type, made.width, made.height, made.milliseconds], ['image/jpeg', 96, 64, null]);
  assert.equal((await sharp(made.file).metadata()).format, 'jpeg');
});

test('a clip that is a little short says so; one that is half missing is not what was paid for', async () => {
  const short = await ours(madeElsewhere('/short.mp4', whole(sample('sound.mp4'))), ordered({ ...clip, seconds: 8 }));
  assert.deepEqual(short.notes, ['The video has 5.0 seconds, fewer than were asked for.']);
  const fault = await refused(
    madeElsewhere('/half.mp4', whole(sample('sound.mp4'))),
    ordered({ ...clip, seconds: 15 }),
  );
  assert.match(fault.message, /5000 ms of the 15 seconds/);
});

const good = sample('sound.mp4');
const html = Buffer.from('<!DOCTYPE html><html><body>Please sign in to vendor-4711</body></html>');
const jpeg = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#335577' } })
  .jpeg()
  .toBuffer();

const nothings: [name: string, answer: Answer, work: Work, why: RegExp][] = [
  ['a page with status 200', whole(html), clip, /It is a web page/],
  ['a page instead of a picture', whole(html), picture, /It is a web page/],
  ['an error as JSON', whole(Buffer.from('{"error": "expired"}')), clip, /It is text/],
  ['a picture instead of a clip', whole(jpeg), clip, /not an MP4, MOV or WEBM/],
  ['a clip instead of a picture', whole(good), picture, /not a JPEG, PNG or WEBP/],
  ['a clip that was cut off', whole(good.subarray(0, good.length * 0.6)), clip, /cut off or damaged/],
  ['a picture that was cut off', whole(jpeg.subarray(0, jpeg.length * 0.6)), picture, /premature end/],
  ['nothing at all', whole(Buffer.alloc(0)), clip, /empty/],
  ['a 404', (response) => response.writeHead(404).end('gone'), clip, /answered 404/],
  [
    'an answer that says it is longer than it is',
    (response) => {
      response.writeHead(200, { 'content-length': good.length + 1000 }).write(good);
      setTimeout(() => response.destroy(), 50);
    },
    clip,
    /terminated|aborted|other side closed/i,
  ],
  [
    'a redirect to a private address of somebody else',
    (response) => response.writeHead(302, { location: 'http://127.0.0.2:1/x' }).end(),
    clip,
    /./,
  ],
  [
    'redirects without end',
    (response) => response.writeHead(302, { location: '/redirects-without-end' }).end(),
    clip,
    /address to address/,
  ],
];

for (const [name, answer, work, why] of nothings) {
  test(`${name} is found out, asked for three times, and never more`, async () => {
    const path = `/${name.replaceAll(' ', '-')}`;
    const theirs = madeElsewhere(path, answer);
    let looks = 0;
    const counted: MadeElsewhere = {
      ...theirs,
      again: (signal) => {
        looks += 1;
        return theirs.again(signal);
      },
    };
    const fault = await refused(counted, ordered(work));
    assert.equal(fault.class, 'internal');
    assert.match(fault.message, why);
    assert.equal(looks, 2, 'the engine was looked at again before each try');
    assert.ok(vendor.timesFetched(path) >= 3);
  });
}

test('trouble that passes is waited out: a dropped connection, then a fresh link', async () => {
  vendor.serve('/flaky.mp4', (response, times) => {
    if (times === 1) response.writeHead(200, { 'content-length': good.length }).write(good.subarray(0, 500));
    if (times === 1) setTimeout(() => response.destroy(), 50);
    else response.writeHead(403).end('expired');
  });
  vendor.serve('/fresh.mp4', whole(good));
  const link = (path: string) => linkedOutput(net, { url: vendor.url(path), type: 'video/mp4' });
  const links = ['/flaky.mp4', '/fresh.mp4'];
  await ours({ output: link('/flaky.mp4'), again: async () => link(links.shift()!) }, ordered(clip));
  assert.deepEqual([vendor.timesFetched('/flaky.mp4'), vendor.timesFetched('/fresh.mp4')], [2, 1]);
});

test('an engine that has nothing any more is not asked for ever', async () => {
  const { output } = madeElsewhere('/once', whole(html));
  const fault = await refused({ output, again: async () => null }, ordered(clip));
  assert.match(fault.message, /web page/);
  assert.equal(vendor.timesFetched('/once'), 1);
});

test('one that trickles is given up, and so is one without end', async () => {
  const slow: Answer = (response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(dripping));
  };
  const hasty = { ...services, fetchMilliseconds: 300 };
  const fault = await refused(madeElsewhere('/trickle', slow), ordered(clip), hasty);
  assert.match(fault.message, /did not come within 300 ms/);

  const endless: Answer = (response) => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    response.on('error', () => {});
    const pour = () => {
      while (!response.destroyed && response.write(megabyte));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  };
  const { output } = madeElsewhere('/endless', endless);
  const large = await refused({ output, again: async () => null }, ordered(picture));
  assert.match(large.message, /more than 67108864 bytes/);
});

test('a stop is obeyed at once, while fetching and while encoding, and leaves nothing', async () => {
  for (const when of ['fetching', 'encoding'] as const) {
    const stop = new AbortController();
    const answer: Answer = when === 'fetching' ? (response) => response.writeHead(200).write('x') : whole(good);
    const watched: MakeOursServices = {
      ...services,
      finish(request, on) {
        stop.abort(new Error('stopped'));
        return finish(request, on);
      },
    };
    if (when === 'fetching') setTimeout(() => stop.abort(new Error('stopped')), 200);
    const theirs = madeElsewhere(`/stop-${when}`, answer);
    await assert.rejects(makeOurs(watched, theirs, ordered({ ...clip, watermark: 'x' }), stop.signal), /stopped/);
    assert.deepEqual(readdirSync(scratch), [], when);
  }
});

test('time that is over ends it as a time limit', async () => {
  const late = ordered({ ...clip, watermark: 'x' }, { deadline: new Date(Date.now() - 1) });
  const fault = await refused(madeElsewhere('/late', whole(good)), late);
  assert.equal(fault.class, 'timeout');
});

test('a full disk is our trouble: it is thrown, not blamed on the vendor', async () => {
  const full: MakeOursServices['inspector'] = {
    ...inspector,
    video: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  };
  await assert.rejects(
    makeOurs({ ...services, inspector: full }, madeElsewhere('/full', whole(good)), ordered(clip), never),
    /no space/,
  );
  assert.deepEqual(readdirSync(scratch), []);
});

test('what a vendor wrote into a file is not in ours', async () => {
  const told = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { ImageDescription: 'https://vendor.example/jobs/vendor-4711' } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(folder, 'told.jpg'), told);
  const made = await ours(madeElsewhere('/told.jpg', whole(told)), ordered(picture));
  const bytes = readFileSync(made.file);
  for (const word of ['vendor.example', 'vendor-4711', vendor.url('')]) assert.ok(!bytes.includes(word), word);
});

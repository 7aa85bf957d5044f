/** What another engine made becomes what was asked for: its length, size, rate, sound, mark, poster and manifest. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp, { type Region } from 'sharp';
import { createSigner, finish, makeCredential } from '../src/index.ts';
import { readEarlier } from '../src/provenance/earlier.ts';
import { seal } from '../src/provenance/seal.ts';
import { finishWith } from '../src/render.ts';
import type { FinishRequest } from '../src/request.ts';
import { startAv, type VideoRecipe } from './support/av.ts';
import { boxesOf, readManifest, readManifests } from './support/manifest.ts';
import {
  createFolder,
  DEADLINE_MILLISECONDS,
  meanDifference,
  measureClip,
  orangeWaves,
  readImage,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const signer = createSigner(await makeCredential(new Date()));
const av = startAv();
after(() => av.stop());
const watch = { deadlineMilliseconds: DEADLINE_MILLISECONDS, signer };
const trained = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

const recipe: VideoRecipe = {
  file: '',
  container: 'mp4',
  width: 160,
  height: 90,
  frames: 48,
  framesPerSecond: 24,
  panX: 1,
  panY: 0,
  sound: 'aac',
};

function clip(name: string, changes: Partial<VideoRecipe> = {}): Promise<string> {
  return av.video({ ...recipe, file: join(folder, name), ...changes });
}

function ask(name: string, changes: Partial<FinishRequest>): FinishRequest {
  return {
    file: '',
    output: 'video',
    width: 160,
    height: 90,
    seconds: 2,
    framesPerSecond: 24,
    sound: 'keep',
    watermark: null,
    source: 'trained',
    outputFile: join(folder, name),
    ...changes,
  };
}

async function finished(request: FinishRequest) {
  const outcome = await finish(request, watch).done;
  assert.ok(outcome.ok, outcome.ok ? '' : `${outcome.reason}: ${outcome.message}`);
  assert.equal(outcome.bytes, statSync(request.outputFile).size);
  return { ...outcome, content: readFileSync(request.outputFile) };
}

test('a clip that is what was asked for keeps its pictures, starts at once and is signed', async () => {
  const file = await clip('same.mp4');
  const made = await finished(ask('same-out.mp4', { file }));
  const { frames, framesPerSecond, sound, codec } = await measureClip(join(folder, 'same-out.mp4'));
  assert.deepEqual([frames, framesPerSecond, sound?.codec], [48, 24, 'aac']);
  assert.equal(codec, (await measureClip(file)).codec, 'its own profile: nothing was encoded');
  const size = { width: 160, height: 90 };
  const [before, now] = [await av.frames(file, size), await av.frames(join(folder, 'same-out.mp4'), size)];
  for (const [index, frame] of now.entries()) assert.deepEqual(frame, before[index]);
  const boxes = boxesOf(made.content);
  assert.ok(boxes.indexOf('moov') < boxes.indexOf('mdat'), boxes.join(' '));
  const manifest = await readManifest('video/mp4', made.content);
  assert.deepEqual([manifest.state, manifest.failures], ['Valid', ['signingCredential.untrusted']]);
  assert.deepEqual(manifest.actions, [['c2pa.created', trained]]);
  assert.deepEqual([made.milliseconds, made.width, made.height, made.notes], [2000, 160, 90, []]);
});

test('a clip that is too long, too large and too fast is cut, scaled and slowed; its poster is of it', async () => {
  const file = await clip('long.mp4', { width: 256, height: 144, frames: 100, framesPerSecond: 30 });
  const made = await finished(ask('long-out.mp4', { file }));
  const facts = await measureClip(join(folder, 'long-out.mp4'));
  assert.deepEqual([facts.width, facts.height, facts.frames, facts.framesPerSecond], [160, 90, 48, 24]);
  assert.ok(facts.sound!.seconds <= 2.001 && facts.sound!.seconds > 1.9, `${facts.sound!.seconds} s of sound`);
  const size = { width: 32, height: 18 };
  const [source, drawn] = [await av.frames(file, size), await av.frames(join(folder, 'long-out.mp4'), size)];
  // The second before its end is the same second of the source: time is cut off, and not stretched.
  assert.ok(meanDifference(drawn[24]!, source[30]!) < 6);
  assert.ok(meanDifference(drawn[24]!, source[50]!) > 6);
  const poster = await readImage(made.poster!.file, size);
  const [near, far] = [19, 45].map((index) => meanDifference(poster, drawn[index]!)) as [number, number];
  assert.ok(near < far / 3, `${near} of its own frame, ${far} of a later one`);
  assert.ok(Buffer.from(made.poster!.thumbhash, 'base64').length > 10);
});

test('another shape is cropped around the middle, never stretched', async () => {
  const file = await clip('wide.mp4', { width: 320, height: 90, sound: 'none' });
  await finished(ask('wide-out.mp4', { file }));
  const [whole] = await av.frames(file, { width: 320, height: 90 });
  const middle = await sharp(whole!, { raw: { width: 320, height: 90, channels: 3 } })
    .extract({ left: 80, top: 0, width: 160, height: 90 })
    .raw()
    .toBuffer();
  const [made] = await av.frames(join(folder, 'wide-out.mp4'), { width: 160, height: 90 });
  assert.ok(meanDifference(made!, middle) < 6, `${meanDifference(made!, middle)}`);
});

test('a WEBM becomes an MP4, and sound that nobody asked for goes', async () => {
  const file = await clip('other.webm', { container: 'webm', sound: 'opus' });
  await finished(ask('kept.mp4', { file }));
  assert.equal((await measureClip(join(folder, 'kept.mp4'))).sound?.codec, 'aac');
  await finished(ask('silent.mp4', { file, sound: 'drop' }));
  assert.equal((await measureClip(join(folder, 'silent.mp4'))).sound, null);
  const copied = await clip('copied.mp4');
  await finished(ask('copied-silent.mp4', { file: copied, sound: 'drop' }));
  assert.equal((await measureClip(join(folder, 'copied-silent.mp4'))).sound, null);
});

test('a watermark stands in every frame, in its corner only', async () => {
  const file = await clip('bare.mp4', { width: 320, height: 180, sound: 'none' });
  const size = { width: 320, height: 180 };
  await finished(ask('plain-out.mp4', { file, ...size }));
  await finished(ask('marked-out.mp4', { file, ...size, watermark: 'Example Studio' }));
  const [plain, marked] = await Promise.all(
    ['plain-out.mp4', 'marked-out.mp4'].map((name) => av.frames(join(folder, name), size)),
  );
  for (const index of [0, 20, 47]) {
    const [corner, rest] = await cornerAndRest(plain![index]!, marked![index]!);
    assert.ok(corner > 10 && rest < 4, `frame ${index}: ${corner} in the corner, ${rest} elsewhere`);
  }
});

/** How much two frames of 320 by 180 differ in the lower right quarter's lower half, and in their upper half. */
async function cornerAndRest(one: Uint8Array, other: Uint8Array): Promise<[number, number]> {
  const cut = (frame: Uint8Array, box: Region) =>
    sharp(frame, { raw: { width: 320, height: 180, channels: 3 } })
      .extract(box)
      .raw()
      .toBuffer();
  const corner = { left: 220, top: 160, width: 96, height: 16 };
  const upper = { left: 0, top: 0, width: 320, height: 90 };
  return [
    meanDifference(await cut(one, corner), await cut(other, corner)),
    meanDifference(await cut(one, upper), await cut(other, upper)),
  ];
}

test('a clip that is shorter than asked stays as long as it is', async () => {
  const file = await clip('short.mp4', { frames: 40 });
  const made = await finished(ask('short-out.mp4', { file }));
  assert.equal(made.milliseconds, Math.round((40 / 24) * 1000));
});

test('one whose length nobody asked for keeps its own rate and length', async () => {
  const file = await clip('own.mp4', { frames: 45, framesPerSecond: 30, sound: 'none' });
  await finished(ask('own-out.mp4', { file, seconds: null, framesPerSecond: null }));
  const { frames, framesPerSecond } = await measureClip(join(folder, 'own-out.mp4'));
  assert.deepEqual([frames, framesPerSecond], [45, 30]);
});

test('a JPEG that is what was asked for keeps its pixels and loses what was written into it', async () => {
  const file = join(folder, 'told.jpg');
  const bare = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#c04030' } })
    .withExif({ IFD0: { ImageDescription: 'vendor job 4711', Software: 'https://vendor.example/x' } })
    .withIccProfile('srgb')
    .jpeg({ progressive: true })
    .toBuffer();
  const comment = Buffer.from('\xff\xfe\x00\x0eprompt: xyz.', 'latin1');
  const tail = Buffer.from('appended by the vendor');
  writeFileSync(file, Buffer.concat([bare.subarray(0, 2), comment, bare.subarray(2), tail]));
  const made = await finished(ask('told-out.jpg', { file, output: 'image', width: 120, height: 80, seconds: null }));
  assert.deepEqual([made.type, made.milliseconds], ['image/jpeg', null]);
  for (const said of ['4711', 'vendor', 'prompt']) assert.ok(!made.content.includes(said), said);
  assert.ok(made.content.includes('ICC_PROFILE'));
  const size = { width: 120, height: 80 };
  assert.deepEqual(await readImage(join(folder, 'told-out.jpg'), size), await readImage(file, size));
  assert.equal((await readManifest('image/jpeg', made.content)).state, 'Valid');
});

test('a PNG with a prompt in it becomes a JPEG of the size asked for, marked where asked', async () => {
  const file = join(folder, 'large.png');
  await writeImage(file, { width: 400, height: 400 }, orangeWaves);
  const size = { width: 320, height: 180 };
  await finished(ask('small.jpg', { file, output: 'image', ...size }));
  const made = await finished(ask('marked.jpg', { file, output: 'image', ...size, watermark: 'Example Studio' }));
  const header = await sharp(made.content).metadata();
  assert.deepEqual([header.format, header.width, header.height], ['jpeg', 320, 180]);
  const [plain, marked] = await Promise.all(['small.jpg', 'marked.jpg'].map((n) => readImage(join(folder, n), size)));
  const [corner, rest] = await cornerAndRest(plain!, marked!);
  assert.ok(corner > 10 && rest < 4, `${corner} in the corner, ${rest} elsewhere`);
});

test('manifests that a file came with stay, as ingredients of ours', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer();
  const theirs = await sealed(jpeg, 'image/jpeg');
  writeFileSync(join(folder, 'theirs.jpg'), theirs.bytes);
  const size = { width: 64, height: 64 };
  const image = await finished(ask('ours.jpg', { file: join(folder, 'theirs.jpg'), output: 'image', ...size }));
  const smaller = { width: 32, height: 32 };
  const scaled = await finished(ask('less.jpg', { file: join(folder, 'theirs.jpg'), output: 'image', ...smaller }));

  const bytes = readFileSync(join(folder, 'same-out.mp4'));
  const video = await finished(ask('ours.mp4', { file: join(folder, 'same-out.mp4') }));
  for (const [made, type, before] of [
    [image, 'image/jpeg', theirs.label],
    [scaled, 'image/jpeg', theirs.label],
    [video, 'video/mp4', (await readManifests('video/mp4', bytes)).active],
  ] as const) {
    const manifest = await readManifest(type, made.content);
    assert.deepEqual([manifest.state, manifest.failures], ['Valid', ['signingCredential.untrusted']]);
    assert.deepEqual(manifest.actions, [['c2pa.opened', trained]]);
    const { labels, ingredients } = await readManifests(type, made.content);
    assert.ok(labels.includes(before), 'it is still there');
    assert.deepEqual(ingredients, [{ relationship: 'parentOf', active_manifest: before }]);
  }
});

async function sealed(bytes: Buffer, type: 'image/jpeg') {
  const signed = Buffer.from(await seal(bytes, type, signer));
  return { bytes: signed, label: (await readManifests(type, signed)).active };
}

test('manifests that take more than a segment of a JPEG are written and found again', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer();
  let bytes: Buffer = Buffer.from(jpeg);
  const generations = 26;
  for (let count = 0; count < generations; count++) {
    const earlier = await readEarlier(bytes, 'image/jpeg');
    assert.equal(earlier?.manifests.length ?? 0, count);
    bytes = Buffer.from(await seal(jpeg, 'image/jpeg', signer, { maker: 'elsewhere', source: 'trained', earlier }));
  }
  assert.ok(bytes.length - jpeg.length > 0xffff, `${bytes.length} bytes`);
  const manifest = await readManifest('image/jpeg', bytes);
  assert.deepEqual([manifest.state, manifest.failures], ['Valid', ['signingCredential.untrusted']]);
});

test('what is no picture, is cut off or is of another kind is refused, and leaves nothing', async () => {
  const good = readFileSync(await clip('good.mp4'));
  const cases: [string, Buffer, 'video' | 'image'][] = [
    ['page.mp4', Buffer.from('<!doctype html><title>Sign in</title>'), 'video'],
    ['cut.mp4', good.subarray(0, Math.floor(good.length * 0.6)), 'video'],
    ['empty.mp4', Buffer.alloc(0), 'video'],
    ['page.jpg', Buffer.from('<html></html>'), 'image'],
    ['clip.jpg', good, 'image'],
    ['picture.mp4', readFileSync(join(folder, 'theirs.jpg')), 'video'],
    ['cut.jpg', readFileSync(join(folder, 'large.png')).subarray(0, 3000), 'image'],
  ];
  for (const [name, bytes, output] of cases) {
    const file = join(folder, `bad-${name}`);
    writeFileSync(file, bytes);
    const request = ask(`out-${name}`, { file, output, watermark: 'x' });
    const outcome = await finish(request, watch).done;
    assert.ok(!outcome.ok && outcome.reason === 'invalid_media', `${name}: ${JSON.stringify(outcome)}`);
    for (const ending of ['', '.part', '.poster']) assert.ok(!existsSync(request.outputFile + ending), name);
  }
});

test('without a decoder a clip is passed on as it is, and says so; a mark that was asked for is not left out', async () => {
  const file = await clip('undecoded.mp4', { width: 200, height: 100 });
  const outcome = await finishWith('wasm', ask('undecoded-out.mp4', { file }), watch).done;
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
  assert.equal(outcome.poster, null);
  assert.match(outcome.notes.join(), /as its engine made it: 200 by 100, 24\.00 frames a second, 2\.00 seconds/);
  const facts = await measureClip(join(folder, 'undecoded-out.mp4'));
  assert.deepEqual([facts.width, facts.frames, facts.sound?.codec], [200, 48, 'aac']);
  assert.equal((await readManifest('video/mp4', readFileSync(join(folder, 'undecoded-out.mp4')))).state, 'Valid');
  const marked = await finishWith('wasm', ask('unmarked.mp4', { file, watermark: 'x' }), watch).done;
  assert.ok(!marked.ok && /node-av/.test(marked.message));
});

test('a picture is finished in its turn, for somebody waits; a clip that is encoded anew lets others go first', async () => {
  const file = join(folder, 'turn.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#408060' } }).toFile(file);
  const size = { output: 'image', width: 64, height: 64, seconds: null, framesPerSecond: null } as const;
  const picture = finish(ask('turn-out.jpg', { file, ...size }), watch);
  assert.ok((await picture.done).ok);
  assert.equal(getPriority(picture.pid), getPriority());

  const long = await clip('turn.mp4', { frames: 96 });
  const encoding = finish(ask('turn-out.mp4', { file: long, width: 128, height: 72, seconds: 4 }), watch);
  let done = false;
  const outcome = encoding.done.finally(() => {
    done = true;
  });
  let last = 0;
  for (; !done; await pause(2)) last = Math.max(last, priorityOf(encoding.pid!));
  assert.ok((await outcome).ok);
  assert.equal(last, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
});

function priorityOf(pid: number): number {
  try {
    return getPriority(pid);
  } catch {
    // It has ended.
    return 0;
  }
}

test('a picture that cannot be used does not cost the process that looked at it: the next is finished there', async () => {
  const [bad, good] = [join(folder, 'no-picture.jpg'), join(folder, 'a-picture.png')];
  writeFileSync(bad, '<html></html>');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#408060' } }).toFile(good);
  const size = { output: 'image', width: 64, height: 64, seconds: null, framesPerSecond: null } as const;
  const first = finish(ask('no-picture-out.jpg', { file: bad, ...size }), watch);
  const outcome = await first.done;
  assert.ok(!outcome.ok && outcome.reason === 'invalid_media', JSON.stringify(outcome));
  // Whoever stops it now stops nothing of the next one.
  first.stop();
  const second = finish(ask('a-picture-out.jpg', { file: good, ...size }), watch);
  first.stop();
  assert.ok((await second.done).ok);
  assert.equal(second.pid, first.pid);
});

test('the process that is kept ready for the next file holds nobody up', async () => {
  const file = await writeImage(join(folder, 'twice.jpg'), { width: 64, height: 64 }, orangeWaves);
  const program = fileURLToPath(new URL('./support/finish-twice.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, folder], { timeout: 30_000 });
  assert.equal(stdout, 'true\ntrue\n');
});

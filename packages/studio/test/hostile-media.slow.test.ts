/** Damaged and disguised media end in a clear `invalid_media`, quickly, and never in a crash. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { loadToFill } from '../src/media/images.ts';
import { InvalidMedia } from '../src/media/invalid-media.ts';
import { createRandom } from '../src/picture/random.ts';
import { renderWith } from '../src/render.ts';
import type { RequestMedia } from '../src/request.ts';
import { startAv } from './support/av.ts';
import {
  createFolder,
  createRequest,
  DEADLINE_MILLISECONDS,
  orangeWaves,
  violetRings,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

const SIZE = { width: 64, height: 64 };
const good = { jpeg: Buffer.alloc(0), png: Buffer.alloc(0), webp: Buffer.alloc(0), mp4: Buffer.alloc(0) };

before(async () => {
  const size = { width: 120, height: 90 };
  good.jpeg = readFileSync(await writeImage(join(folder, 'good.jpg'), size, orangeWaves));
  good.png = readFileSync(await writeImage(join(folder, 'good.png'), size, violetRings));
  good.webp = readFileSync(await writeImage(join(folder, 'good.webp'), size, orangeWaves));
  const recipe = { width: 96, height: 64, frames: 24, framesPerSecond: 24, panX: 1, panY: 0 };
  const file = join(folder, 'good.mp4');
  good.mp4 = readFileSync(await av.video({ ...recipe, file, container: 'mp4', sound: 'aac' }));
});

function put(name: string, bytes: Uint8Array | string): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG of a few kilobytes that would unpack into 900 million pixels. */
function pngBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    good.png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/hostname"/></svg>';

const BAD_IMAGES: [string, () => Uint8Array | string][] = [
  ['nothing', () => ''],
  ['an error page', () => '<html><body>404</body></html>'],
  ['an SVG', () => SVG],
  ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['half a JPEG', () => good.jpeg.subarray(0, good.jpeg.length / 2)],
  ['half a PNG', () => good.png.subarray(0, good.png.length / 2)],
  ['half a WEBP', () => good.webp.subarray(0, good.webp.length / 2)],
  ['a JPEG head before noise', () => Buffer.concat([good.jpeg.subarray(0, 20), Buffer.alloc(5000, 0x5a)])],
  ['a PNG that unpacks into 900 megapixels', pngBomb],
];

for (const [name, make] of BAD_IMAGES) {
  test(`${name} is no image`, async () => {
    await assert.rejects(loadToFill(put('bad.image', make()), SIZE), InvalidMedia);
  });
}

test('60 images with flipped bytes are drawn or refused, each soon', async () => {
  const random = createRandom(11);
  let refused = 0;
  for (let index = 0; index < 60; index++) {
    const bytes = Buffer.from([good.jpeg, good.png, good.webp][index % 3]!);
    for (let flip = 0; flip < 5; flip++) bytes[16 + Math.floor(random() * (bytes.length - 16))] = random() * 256;
    const started = performance.now();
    const verdict = await loadToFill(put('flipped.image', bytes), SIZE).catch((error: unknown) => error);
    assert.ok(performance.now() - started < 20_000);
    if (verdict instanceof Error) {
      assert.ok(verdict instanceof InvalidMedia, String(verdict));
      refused++;
    }
  }
  assert.ok(refused > 10, `${refused} refused`);
});

const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n';

const BAD_VIDEOS: [string, () => Uint8Array | string][] = [
  ['nothing', () => ''],
  ['a playlist that names other files', () => PLAYLIST],
  ['a PNG', () => good.png],
  ['a video cut at 60 percent', () => good.mp4.subarray(0, good.mp4.length * 0.6)],
  ['a video without its table of contents', () => good.mp4.subarray(0, 600)],
  ['an MP4 head before noise', () => Buffer.concat([good.mp4.subarray(0, 32), Buffer.alloc(20_000, 0x33)])],
];

for (const [name, make] of BAD_VIDEOS) {
  test(`${name} is no video`, async () => {
    const verdict = await av.reference(put('bad.video', make()));
    assert.ok('refused' in verdict, JSON.stringify(verdict));
  });
}

test('60 videos with flipped bytes are read or refused, each soon, in one process that survives', async () => {
  const random = createRandom(5);
  for (let index = 0; index < 60; index++) {
    const bytes = Buffer.from(good.mp4);
    for (let flip = 0; flip < 6; flip++) bytes[Math.floor(random() * bytes.length)] = random() * 256;
    const started = performance.now();
    await av.reference(put('flipped.video', bytes));
    assert.ok(performance.now() - started < 20_000, `file ${index}`);
  }
  assert.deepEqual(await av.reference(join(folder, 'good.mp4')), { frames: 24 });
});

test('a render with a damaged medium says so and leaves no file', async () => {
  const broken: RequestMedia = {
    role: 'first',
    file: put('broken.jpg', good.jpeg.subarray(0, 400)),
    type: 'image/jpeg',
  };
  const cut: RequestMedia = { role: 'motion', file: put('cut.mp4', good.mp4.subarray(0, 2000)), type: 'video/mp4' };
  const whole: RequestMedia = { role: 'reference', file: join(folder, 'good.jpg'), type: 'image/jpeg' };
  const file = join(folder, 'never.mp4');
  const watch = { progress: () => {}, deadlineMilliseconds: DEADLINE_MILLISECONDS };
  for (const [task, media] of [
    ['i2v', [broken]],
    ['motion', [whole, cut]],
    ['frames', [whole]],
  ] as const) {
    const outcome = await renderWith('best', createRequest(file, { task, media: [...media] }), watch).done;
    assert.ok(!outcome.ok && outcome.reason === 'invalid_media', JSON.stringify(outcome));
    assert.ok(outcome.message.length > 10 && !outcome.message.includes('\n'), outcome.message);
    assert.ok(!existsSync(file) && !existsSync(`${file}.part`));
  }
});

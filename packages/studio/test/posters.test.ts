/** Every output comes with a small picture of itself and a placeholder for it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import type { Poster } from '../src/index.ts';
import { startAv } from './support/av.ts';
import { createFolder, createRequest, meanColour, meanDifference, readImage, renderOrFail } from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());
const LOOK = { width: 48, height: 48 };

async function checkPoster(poster: Poster, size: { width: number; height: number }): Promise<Uint8Array> {
  const { format, width, height } = await sharp(poster.file).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', ...size });
  assert.deepEqual({ width: poster.width, height: poster.height }, size);
  const pixels = await readImage(poster.file, LOOK);
  const hashed = thumbHashToAverageRGBA(Buffer.from(poster.thumbhash, 'base64'));
  const mean = meanColour(pixels);
  for (const [seen, expected] of [
    [hashed.r, mean.red],
    [hashed.g, mean.green],
    [hashed.b, mean.blue],
  ] as const) {
    assert.ok(Math.abs(seen * 255 - expected) < 25, `${seen * 255} for ${expected}`);
  }
  return pixels;
}

test('a picture has a poster 480 pixels wide that shows it', async () => {
  const request = createRequest(join(folder, 'wide.jpg'), { task: 't2i', seconds: null, width: 640, height: 360 });
  const { poster } = await renderOrFail(request);
  const seen = await checkPoster(poster, { width: 480, height: 270 });
  assert.ok(meanDifference(seen, await readImage(request.outputFile, LOOK)) < 5);
});

test('the poster of a clip is its frame at two fifths, and small clips are not blown up', async () => {
  const request = createRequest(join(folder, 'clip.mp4'), { width: 90, height: 160, seconds: 1, prompt: 'a pan left' });
  const { poster } = await renderOrFail(request);
  const seen = await checkPoster(poster, { width: 90, height: 160 });
  const frames = await av.frames(request.outputFile, LOOK);
  const away = frames.map((frame) => meanDifference(frame, seen));
  assert.ok(away[9]! < 6, `${away[9]} from frame 9`);
  assert.ok(away[9]! < away[0]! && away[9]! < away.at(-1)!, 'and not of the first or last');
});

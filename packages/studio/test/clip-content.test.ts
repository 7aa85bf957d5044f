/** Clips are made of the media that were sent: first and last frames, references, the camera of the prompt. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { RequestMedia } from '../src/request.ts';
import { startAv } from './support/av.ts';
import {
  createFolder,
  createRequest,
  greenStripes,
  meanDifference,
  orangeWaves,
  readImage,
  renderOrFail,
  violetRings,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

const files = { waves: '', rings: '', stripes: '' };

before(async () => {
  const size = { width: 320, height: 240 };
  files.waves = await writeImage(join(folder, 'waves.jpg'), size, orangeWaves);
  files.rings = await writeImage(join(folder, 'rings.png'), { width: 200, height: 300 }, violetRings);
  files.stripes = await writeImage(join(folder, 'stripes.webp'), size, greenStripes);
});

function sent(role: RequestMedia['role'], file: string): RequestMedia {
  return { role, file, type: 'image/jpeg' };
}

test('frame to frame starts with the first image and ends with the last, cropped to the output', async () => {
  const file = join(folder, 'between.mp4');
  const size = { width: 200, height: 200 };
  await renderOrFail(
    createRequest(file, {
      task: 'frames',
      ...size,
      seconds: 1,
      media: [sent('first', files.waves), sent('last', files.rings)],
    }),
  );
  const frames = await av.frames(file, size);
  for (const [frame, image] of [
    [frames[0]!, files.waves],
    [frames.at(-1)!, files.rings],
  ] as const) {
    const cropped = await sharp(image).resize(200, 200, { fit: 'cover' }).removeAlpha().raw().toBuffer();
    assert.ok(structuralSimilarity(frame, cropped) > 0.97, `${structuralSimilarity(frame, cropped)}`);
  }
  assert.ok(structuralSimilarity(frames[12]!, frames[0]!) < 0.9, 'the middle is neither end');
});

/** SSIM of the brightness of two square pictures over 8 by 8 windows. */
function structuralSimilarity(one: Uint8Array, other: Uint8Array): number {
  const width = Math.sqrt(one.length / 3);
  const scores: number[] = [];
  for (let top = 0; top + 8 <= width; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      const pixels = Array.from({ length: 64 }, (_, at) => ((top + (at >> 3)) * width + left + (at & 7)) * 3);
      scores.push(
        windowSimilarity(
          pixels.map((at) => brightnessAt(one, at)),
          pixels.map((at) => brightnessAt(other, at)),
        ),
      );
    }
  }
  return mean(scores);
}

function brightnessAt(rgb: Uint8Array, at: number): number {
  return 0.2126 * rgb[at]! + 0.7152 * rgb[at + 1]! + 0.0722 * rgb[at + 2]!;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function windowSimilarity(one: number[], other: number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const variance = mean(one.map((value) => (value - a) ** 2));
  const otherVariance = mean(other.map((value) => (value - b) ** 2));
  const shared = mean(one.map((value, at) => (value - a) * (other[at]! - b)));
  const light = (2 * a * b + 6.5) / (a * a + b * b + 6.5);
  return (light * (2 * shared + 58.5)) / (variance + otherVariance + 58.5);
}

test('an image to video starts from the image', async () => {
  const file = join(folder, 'from-image.mp4');
  await renderOrFail(
    createRequest(file, { task: 'i2v', width: 160, height: 120, media: [sent('first', files.waves)] }),
  );
  const [frame] = await av.frames(file, { width: 32, height: 24 });
  assert.ok(meanDifference(frame!, await readImage(files.waves, { width: 32, height: 24 })) < 30);
});

test('a camera named in the prompt moves the picture its way', async () => {
  const shift = async (prompt: string) => {
    const file = join(folder, 'camera.mp4');
    const media = [sent('first', files.stripes)];
    await renderOrFail(createRequest(file, { task: 'i2v', prompt, width: 160, height: 120, seconds: 1, media }));
    const frames = await av.frames(file, { width: 160, height: 120 });
    return bestShift(frames[0]!, frames.at(-1)!);
  };
  assert.ok((await shift('pan left')) > 3, 'looking left moves the picture right');
  assert.ok((await shift('pan right')) < -3, 'looking right moves the picture left');
});

/** By how many pixels the middle row of one picture lies further right in the other. */
function bestShift(from: Uint8Array, to: Uint8Array): number {
  const row = (picture: Uint8Array) =>
    Array.from({ length: 160 }, (_, column) => picture[(60 * 160 + column) * 3 + 1]!);
  const [here, there] = [row(from), row(to)];
  let best = { shift: 0, difference: Number.POSITIVE_INFINITY };
  for (let shift = -10; shift <= 10; shift++) {
    let difference = 0;
    for (let column = 12; column < 148; column++) difference += Math.abs(here[column]! - there[column + shift]!);
    if (difference < best.difference) best = { shift, difference };
  }
  return best.shift;
}

test('every reference is seen in the clip', async () => {
  const file = join(folder, 'panels.mp4');
  const media = Object.values(files).map((image) => sent('reference', image));
  await renderOrFail(createRequest(file, { task: 'refs2v', prompt: 'a grey wall', width: 240, height: 160, media }));
  const [frame] = await av.frames(file, { width: 240, height: 160 });
  const count = (like: (red: number, green: number, blue: number) => boolean) => {
    let found = 0;
    for (let at = 0; at < frame!.length; at += 3) if (like(frame![at]!, frame![at + 1]!, frame![at + 2]!)) found++;
    return found / (240 * 160);
  };
  assert.ok(count((red, _, blue) => red > 180 && blue < 100) > 0.03, 'the orange one');
  assert.ok(count((red, green, blue) => blue > 140 && green < 90 && red > 60) > 0.03, 'the violet one');
  assert.ok(count((red, green) => green > 140 && red < 90) > 0.03, 'the green one');
});

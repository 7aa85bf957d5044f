/** Clips are made of the media that were sent: first and last frames, references, the camera of the prompt. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
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

/** A clip between two images begins with the one and ends with the other, also after encoding, also with grain. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { RequestMedia } from '../src/request.ts';
import { startAv } from './support/av.ts';
import { structuralSimilarity } from './support/similarity.ts';
import {
  createFolder,
  createRequest,
  orangeWaves,
  renderOrFail,
  type Shade,
  violetRings,
  writeImage,
} from './support/studio.ts';

const SIZE = { width: 480, height: 320 };
const SIMILARITY_MIN = 0.97;

const folder = createFolder();
const av = startAv();
after(() => av.stop());

let media: RequestMedia[] = [];

/** As photographs have it; a codec that saves bits drops it first. */
function grained(shade: Shade): Shade {
  let state = 7;
  return (x, y) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const grain = ((state >>> 16) % 33) - 16;
    const [red, green, blue] = shade(x, y);
    return [red + grain, green + grain, blue + grain];
  };
}

before(async () => {
  const wide = await writeImage(join(folder, 'waves.png'), SIZE, grained(orangeWaves));
  const tall = await writeImage(join(folder, 'rings.png'), { width: 480, height: 640 }, grained(violetRings));
  media = [
    { role: 'first', file: wide, type: 'image/png' },
    { role: 'last', file: tall, type: 'image/png' },
  ];
});

for (const encoder of ['node-av', 'wasm'] as const) {
  test(`the ends of a ${encoder} clip are its images, cropped to the output`, async () => {
    const file = join(folder, `${encoder}.mp4`);
    await renderOrFail(createRequest(file, { task: 'frames', ...SIZE, seconds: 1, media }), encoder);
    const frames = await av.frames(file, SIZE);
    for (const [frame, image] of [
      [frames[0]!, media[0]!.file],
      [frames.at(-1)!, media[1]!.file],
    ] as const) {
      const cropped = await sharp(image)
        .resize(SIZE.width, SIZE.height, { fit: 'cover' })
        .removeAlpha()
        .raw()
        .toBuffer();
      const similarity = structuralSimilarity(frame, cropped, SIZE.width);
      assert.ok(similarity >= SIMILARITY_MIN, `${similarity}`);
    }
    assert.ok(structuralSimilarity(frames[12]!, frames[0]!, SIZE.width) < 0.9, 'the middle is neither end');
  });
}

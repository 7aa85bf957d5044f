/** Every place is drawn, fills its frame, and is told from every other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Moment, type Painting, STILL_MOMENT } from '../src/paint/painting.ts';
import { paintPrompt } from '../src/paint/prompt-picture.ts';
import { createPicture, writeRgb } from '../src/picture/picture.ts';
import type { Camera } from '../src/scene/camera.ts';
import { PLACES, type Place } from '../src/scene/cast.ts';
import { kinOf } from '../src/scene/place-kin.ts';
import { readScene, type Scene } from '../src/scene/scene.ts';

const SIZE = { width: 160, height: 90 };

const STILL: Camera = { zoom: 1, across: 0, down: 0, parallax: 1, shake: 0 };

/** Closer, further, to either side, up and down (a tilt begins above and ends below): layers overlap everywhere. */
const CAMERAS: Camera[] = [
  { ...STILL, zoom: 1.16, across: 0.09, parallax: 1.5 },
  { ...STILL, zoom: 0.86, across: -0.1 },
  { ...STILL, down: 0.09 },
];

async function sceneOf(place: Place): Promise<Scene> {
  const words = { prompt: `a ${kinOf(place)}, static shot`, negativePrompt: null, cfgScale: null, seed: 5 };
  return { ...readScene(words), place, setting: kinOf(place), subjects: [], title: null };
}

function paintOn(painting: Painting, moment: Moment): Uint8Array {
  const picture = createPicture(SIZE.width, SIZE.height);
  // What a painter leaves out would stay this green.
  picture.y.fill(60);
  picture.u.fill(40);
  picture.v.fill(40);
  painting.paint(picture, moment);
  return Uint8Array.from(writeRgb(picture));
}

function leftOut(rgb: Uint8Array): number {
  let left = 0;
  for (let at = 0; at < rgb.length; at += 3) if (rgb[at]! < 20 && rgb[at + 1]! > 90 && rgb[at + 2]! < 20) left++;
  return left;
}

const pictures = new Map<Place, Uint8Array>();
for (const place of PLACES)
  pictures.set(place, paintOn(await paintPrompt(await sceneOf(place), SIZE, 'one'), STILL_MOMENT));

test('there are at least forty places, and each fills the frame', () => {
  assert.ok(PLACES.length >= 40, `${PLACES.length}`);
  assert.deepEqual(
    [...pictures].filter(([, rgb]) => leftOut(rgb) > 0).map(([place]) => place),
    [],
  );
});

test('no move of the camera shows what is not painted', async () => {
  const shown: string[] = [];
  for (const place of PLACES) {
    const scene = await sceneOf(place);
    for (const camera of CAMERAS) {
      const painting = await paintPrompt({ ...scene, camera }, SIZE, 'many');
      for (const share of [0, 1]) {
        const left = leftOut(paintOn(painting, { index: 0, share, seconds: 5 * share }));
        if (left > 0) shown.push(`${place}: ${left} at ${share}, ${JSON.stringify(camera)}`);
      }
    }
  }
  assert.deepEqual(shown, []);
});

test('no two places look alike', () => {
  const all = [...pictures];
  for (const [at, [place, rgb]] of all.entries())
    for (const [other, otherRgb] of all.slice(at + 1)) {
      let sum = 0;
      for (let byte = 0; byte < rgb.length; byte++) sum += Math.abs(rgb[byte]! - otherRgb[byte]!);
      assert.ok(sum / rgb.length > 4, `${place} and ${other}: ${sum / rgb.length}`);
    }
});

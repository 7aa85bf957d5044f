/** Form, shadows and dunes follow the light of their scene. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintDunes } from '../src/paint/dunes.ts';
import { type Light, lightOn } from '../src/paint/light.ts';
import { modelForm } from '../src/paint/relief.ts';
import { castShadow } from '../src/paint/shadow.ts';
import { createSite } from '../src/paint/site.ts';
import { type Canvas, createCanvas, drawShapes } from '../src/picture/canvas.ts';
import { readScene } from '../src/scene/scene.ts';
import { taper } from '../src/subjects/parts/limbs.ts';

const EDGE = 100;
const FROM_LEFT: Light = { x: -0.7, y: -0.7, colour: [255, 255, 255], strength: 1, shadowReach: 0.3 };

function greyPost(): Canvas {
  const canvas = createCanvas({ left: 0, top: 0, width: 120, height: 140 });
  for (let y = 20; y < 120; y++)
    for (let x = 40; x < 80; x++) canvas.rgba.set([128, 128, 128, 255], (y * canvas.width + x) * 4);
  return canvas;
}

function meanOf({ rgba, width, height }: Canvas, channel: number, isIn: (x: number, y: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isIn(x, y)) continue;
      sum += rgba[(y * width + x) * 4 + channel]!;
      count++;
    }
  return sum / count;
}

test('the side of a form that faces the light is brighter, the other darker, and its outline stays', () => {
  const post = greyPost();
  modelForm(post, FROM_LEFT, EDGE);
  const side = (from: number, to: number) => meanOf(post, 0, (x, y) => x >= from && x < to && y > 50 && y < 90);
  assert.ok(side(40, 46) > 140, `${side(40, 46)}`);
  assert.ok(side(74, 80) < 115, `${side(74, 80)}`);
  assert.equal(
    meanOf(post, 3, () => true),
    meanOf(greyPost(), 3, () => true),
  );
});

test('a shadow falls away from the light and is darkest where its owner stands', () => {
  const shadow = castShadow(greyPost(), { x: 60, feet: 120, edge: EDGE, light: FROM_LEFT, ground: [90, 90, 90] });
  const at = (x: number, y: number) => [x - shadow.left, y - shadow.top] as const;
  const cover = (fromX: number, fromY: number) => {
    const [left, top] = at(fromX, fromY);
    return meanOf(shadow, 3, (x, y) => x >= left && x < left + 12 && y >= top && y < top + 6);
  };
  assert.ok(cover(95, 134) > cover(20, 134) + 40, `${cover(95, 134)} right, ${cover(20, 134)} left`);
  assert.ok(cover(54, 117) > cover(95, 134), `${cover(54, 117)} at its foot`);
});

test('dunes have a lit and a dark side, and turn round with the sun', () => {
  const size = { width: 320, height: 180 };
  const scene = readScene({ prompt: 'dunes at noon', negativePrompt: null, cfgScale: null, seed: 1 });
  const site = createSite(scene, size, { area: { left: 0, top: 0, ...size }, horizon: 100 });
  const band = { seed: 3, from: 0.1, to: 0.5, scale: 1, rise: 0.2, haze: 0 };
  const tones = (sunSide: number) => {
    const { rgba } = paintDunes(site, { ...band, sunSide, dark: [0, 0, 0], lit: [200, 200, 200] });
    return rgba.filter((_, at) => at % 4 === 0 && rgba[at + 3] === 255);
  };
  const left = tones(-1);
  const share = (isIt: (tone: number) => boolean) => left.filter(isIt).length / left.length;
  assert.ok(share((tone) => tone < 60) > 0.03, `${share((tone) => tone < 60)} dark`);
  assert.ok(share((tone) => tone > 120) > 0.3, `${share((tone) => tone > 120)} lit`);
  assert.notDeepEqual(left, tones(1));
});

test('a subject left of the sun is lit from the right', () => {
  const scene = readScene({ prompt: 'a horse in a meadow at noon', negativePrompt: null, cfgScale: null, seed: 1 });
  const size = { width: 320, height: 180 };
  const site = createSite(scene, size, { area: { left: 0, top: 0, ...size }, horizon: 100 });
  assert.ok(lightOn(site, { x: 0, y: 140 }).x > 0);
  assert.ok(lightOn(site, { x: size.width, y: 140 }).x < 0);
});

test('a limb is as thick at each joint as it was asked to be', async () => {
  const path = taper([
    [50, 10, 40],
    [50, 50, 20],
    [50, 90, 8],
  ]);
  const { rgba } = await drawShapes(`<path d="${path}" fill="#fff"/>`, { left: 0, top: 0, width: 100, height: 100 });
  const thickness = (y: number) =>
    Array.from({ length: 100 }, (_, x) => rgba[(y * 100 + x) * 4 + 3]! / 255).reduce((sum, cover) => sum + cover, 0);
  for (const [y, wanted] of [
    [10, 40],
    [50, 20],
    [90, 8],
  ] as const)
    assert.ok(Math.abs(thickness(y) - wanted) < 3, `${thickness(y)} at ${y}`);
});

/** A figure cut out of a picture bends by its verb: an arm waves, legs step, a turn shows it from both sides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findArm } from '../src/motion/arm.ts';
import { poseCutout } from '../src/paint/posed-cutout.ts';
import { createLayer, type Layer, settleAlpha } from '../src/picture/picture.ts';
import type { Verb } from '../src/scene/cast.ts';

type Solid = (x: number, y: number) => boolean;

const SIZE = { width: 120, height: 160 };

function figure(solid: Solid): Layer {
  const layer = createLayer(SIZE.width, SIZE.height);
  layer.y.fill(90);
  layer.u.fill(128);
  layer.v.fill(128);
  for (let at = 0; at < layer.alpha.length; at++)
    layer.alpha[at] = solid(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0;
  return settleAlpha(layer);
}

const box = (left: number, top: number, right: number, bottom: number): Solid => {
  return (x, y) => x >= left && x < right && y >= top && y < bottom;
};
const body = box(48, 30, 72, 152);
const head = box(50, 8, 70, 30);
const raised = box(72, 20, 92, 64);
const greeter: Solid = (x, y) => body(x, y) || head(x, y) || raised(x, y);
const post: Solid = (x, y) => body(x, y) || head(x, y);

/** Where a part of a pose is solid, on the average, in the coordinates of the figure. */
function middleX(verb: Verb, solid: Solid, seconds: number, rows: [number, number]): number {
  const pose = poseCutout({ layer: figure(solid), left: 0, top: 0 }, verb, 1)(seconds);
  let [sum, count] = [0, 0];
  for (let row = rows[0]; row < rows[1]; row++)
    for (let column = 0; column < pose.layer.width; column++) {
      if (pose.layer.alpha[(row - pose.top) * pose.layer.width + column]! < 128) continue;
      sum += column + pose.left;
      count++;
    }
  return sum / count;
}

test('the arm is what is held away from the body, and a post has none', () => {
  const arm = findArm(figure(greeter));
  assert.equal(arm?.side, 1);
  assert.ok(Math.abs(arm!.shoulder.y - 0.6) < 0.08, `${arm!.shoulder.y}`);
  assert.equal(findArm(figure(post)), null);
});

test('a figure waves with its arm and keeps its body still', () => {
  const [up, down] = [1 / 6, 3 / 6];
  const hand = (seconds: number) => middleX('wave', greeter, seconds, [12, 30]);
  const trunk = (seconds: number) => middleX('wave', greeter, seconds, [100, 140]);
  assert.ok(Math.abs(hand(up) - hand(down)) > 3, `${hand(up)} and ${hand(down)}`);
  assert.ok(Math.abs(trunk(up) - trunk(down)) < 1, `${trunk(up)} and ${trunk(down)}`);
});

test('what has no arm waves like cloth: its top goes further than its foot', () => {
  const reach = (rows: [number, number]) => {
    const places = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((seconds) => middleX('wave', post, seconds, rows));
    return Math.max(...places) - Math.min(...places);
  };
  assert.ok(
    reach([10, 30]) > 10 && reach([10, 30]) > 3 * reach([130, 150]),
    `${reach([10, 30])}, ${reach([130, 150])}`,
  );
});

test('who turns round is seen from the other side half a turn later', () => {
  const left = middleX('spin', greeter, 0, [20, 60]);
  const right = middleX('spin', greeter, 0.5 / 0.7, [20, 60]);
  assert.ok(Math.abs(left + right - SIZE.width) < 4 && left > right + 6, `${left} and ${right}`);
});

test('a movement comes back to the same pose, pixel by pixel', () => {
  const posed = poseCutout({ layer: figure(greeter), left: 0, top: 0 }, 'dance', 1);
  assert.equal(posed(0.26), posed(1.26));
  assert.notDeepEqual(posed(0.26).layer.alpha, posed(0.76).layer.alpha);
});

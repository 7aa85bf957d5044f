/** Clips move as their words say: what falls, what rises, what walks, and which way the camera looks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawAt, findShift, light, SIZE, upper } from './support/drawn.ts';
import { meanDifference } from './support/studio.ts';

const at = (seconds: number, share = 0.5) => ({ index: 0, share, seconds });

for (const [what, prompt, later, direction] of [
  ['rain falls', 'a meadow in the rain, static shot', 1 / 60, 1],
  ['snow falls', 'snow in a meadow, static shot', 1 / 6, 1],
  ['bubbles rise', 'underwater, static shot', 1 / 6, -1],
] as const) {
  test(what, async () => {
    const [before, after] = await drawAt(prompt, [at(1), at(1 + later)]);
    assert.equal(Math.sign(fallOf(before!, after!)), direction);
  });
}

/** Which way what changes in the upper half between two moments has gone. */
function fallOf(before: Uint8Array, after: Uint8Array): number {
  const green = (rgb: Uint8Array) => Float32Array.from({ length: rgb.length / 3 }, (_, pixel) => rgb[pixel * 3 + 1]!);
  const [one, other] = [green(before), green(after)];
  const gone = one.map((tone, pixel) => Math.max(0, tone - other[pixel]!));
  const come = other.map((tone, pixel) => Math.max(0, tone - one[pixel]!));
  let best = { shift: 0, match: 0 };
  for (let shift = -8; shift <= 8; shift++) {
    let match = 0;
    for (let pixel = 8 * SIZE.width; pixel < gone.length / 2 - 8 * SIZE.width; pixel++) {
      const there = pixel + shift * SIZE.width;
      // Wind carries drops a little to the side while they fall.
      match += gone[pixel]! * Math.max(come[there - 1]!, come[there]!, come[there + 1]!);
    }
    if (match > best.match) best = { shift, match };
  }
  return best.shift;
}

test('lightning strikes: a bright bolt that was not there a moment before', async () => {
  const [before, during] = await drawAt('lightning over the ocean, static shot', [at(1.9), at(2)]);
  const sky = (rgb: Uint8Array) => Math.max(...upper(rgb));
  assert.ok(light(upper(during!)) > light(upper(before!)) + 5);
  assert.ok(sky(during!) > sky(before!) + 20, `${sky(during!)} against ${sky(before!)}`);
});

for (const [move, expected] of [
  ['pan left', { x: 1, y: 0 }],
  ['pan right', { x: -1, y: 0 }],
  ['tilt up', { x: 0, y: 1 }],
  ['tilt down', { x: 0, y: -1 }],
] as const) {
  test(`the camera's "${move}" moves the picture the other way`, async () => {
    const [one, other] = await drawAt(`mountains at noon, ${move}`, [at(1, 0.35), at(1, 0.65)]);
    const moved = findShift(one!, other!);
    assert.deepEqual({ x: Math.sign(moved.x), y: Math.sign(moved.y) }, expected, JSON.stringify(moved));
  });
}

test('coming closer, going back, circling, a trembling hand and a tripod are five different moves', async () => {
  const moves = ['zoom in', 'zoom out', 'orbiting', 'handheld', 'static shot'];
  const ends: Uint8Array[] = [];
  for (const move of moves)
    ends.push((await drawAt(`a lighthouse on a coast at noon, ${move}`, [at(1, 0), at(1, 1)], { seed: 5 }))[1]!);
  for (const [index, one] of ends.entries()) {
    for (const other of ends.slice(index + 1)) assert.ok(meanDifference(one, other) > 0.8, `${moves[index]}`);
  }
});

for (const prompt of [
  'a horse running in a meadow',
  'a woman walking on a road',
  'a dog running on a beach',
  'a flock of birds over the desert',
  'a butterfly in a room',
  'a whale underwater',
  'a windmill in the desert',
  'a cat in a room',
]) {
  test(`limbs move: ${prompt}`, async () => {
    const [one, same, other] = await drawAt(`${prompt}, static shot`, [at(1), at(1), at(1.17)]);
    assert.equal(meanDifference(one!, same!), 0);
    assert.ok(meanDifference(one!, other!) > 0.04, `${meanDifference(one!, other!)}`);
  });
}

test('who runs gets on, who stands stays', async () => {
  const middle = async (prompt: string) => {
    const places = (await drawAt(prompt, [at(0.5), at(3.5)])).map((rgb) => brownMiddle(rgb));
    return Math.abs(places[1]! - places[0]!);
  };
  assert.ok((await middle('a brown horse running in a snowy meadow, static shot')) > 12);
  assert.ok((await middle('a brown horse in a snowy meadow, static shot')) < 4);
});

/** The mean column of brown pixels. */
function brownMiddle(rgb: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let pixel = 0; pixel < rgb.length / 3; pixel++) {
    const [red, green, blue] = [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];
    if (red < 60 || red > 170 || red < 1.35 * green || green < blue) continue;
    sum += pixel % SIZE.width;
    count++;
  }
  return sum / Math.max(1, count);
}

test('every setting moves', async () => {
  for (const prompt of ['ocean', 'mountains', 'city', 'forest', 'desert', 'meadow', 'space', 'a teapot', 'a room']) {
    const [start, end] = await drawAt(prompt, [at(0, 0.2), at(1, 0.4)]);
    assert.ok(meanDifference(start!, end!) > 0.3, prompt);
  }
});

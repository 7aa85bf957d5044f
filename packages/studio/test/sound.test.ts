/** The sound of a scene is heard, never clips, belongs to its seed, and ends within the picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScene } from '../src/scene/scene.ts';
import { composeAmbience } from '../src/sound/ambience.ts';

function compose(prompt: string, seed = 1) {
  return composeAmbience(readScene({ prompt, negativePrompt: null, cfgScale: null, seed }), 2);
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

test('every scene is heard and none is overdriven', () => {
  for (const prompt of ['ocean', 'a storm', 'forest at dawn', 'city at night', 'a teapot']) {
    const { left, right } = compose(prompt);
    assert.ok(left.length === right.length && left.length <= 96_000 && left.length > 94_000);
    assert.ok(loudness(left) > 0.01 && loudness(right) > 0.01, prompt);
    assert.ok(
      left.every((value) => Math.abs(value) < 0.9),
      prompt,
    );
  }
});

test('sound fades in and out', () => {
  const { left } = compose('ocean');
  assert.ok(loudness(left.subarray(0, 480)) < 0.002);
  assert.ok(loudness(left.subarray(-480)) < 0.002);
});

test('the same scene sounds the same, another seed or hour does not', () => {
  assert.deepEqual(compose('ocean'), compose('ocean'));
  assert.notDeepEqual(compose('ocean'), compose('ocean', 2));
  assert.notDeepEqual(compose('ocean at night'), compose('ocean at noon'));
});

/** How much of the sound lies near a pitch, measured over short pieces so that a call of half a second counts. */
function strongest(samples: Float32Array, [low, high]: [number, number]): number {
  const piece = 4800;
  let most = 0;
  for (let start = 0; start + piece <= samples.length; start += piece / 2) {
    for (let hertz = low; hertz <= high; hertz += 20) {
      let [real, imaginary] = [0, 0];
      for (let at = 0; at < piece; at += 2) {
        const turn = (2 * Math.PI * hertz * (start + at)) / 48_000;
        real += samples[start + at]! * Math.cos(turn);
        imaginary += samples[start + at]! * Math.sin(turn);
      }
      most = Math.max(most, Math.hypot(real, imaginary) / (piece / 4));
    }
  }
  return most;
}

for (const [place, silent, band, what] of [
  ['forest at noon', 'mountains at noon', [2400, 3600], 'birds sing in a forest'],
  ['meadow at night', 'desert at night', [3800, 4400], 'crickets chirp in a meadow at night'],
  ['city at noon', 'desert at noon', [60, 120], 'a city hums'],
  ['underwater', 'mountains at noon', [600, 1200], 'bubbles rise under water'],
] as const) {
  test(`${what}, and not elsewhere`, () => {
    const here = strongest(compose(place).left, [...band]);
    const there = strongest(compose(silent).left, [...band]);
    assert.ok(here > 2 * there && here > 0.004, `${here} against ${there}`);
  });
}

test('every setting has a sound of its own', () => {
  const places = ['ocean', 'mountains', 'forest', 'city', 'meadow', 'space', 'underwater', 'interior'];
  const heard = places.map((place) => compose(place).left);
  for (const [index, one] of heard.entries()) {
    for (const other of heard.slice(index + 1)) {
      const apart = loudness(one.map((value, at) => value - other[at]!));
      assert.ok(apart > 0.02, `${places[index]}: ${apart}`);
    }
  }
});

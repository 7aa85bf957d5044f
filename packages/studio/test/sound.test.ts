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

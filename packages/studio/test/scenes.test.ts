/** Prompts become scenes: colours follow the words, the seed varies them, and no words are without a picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { paintPrompt } from '../src/paint/prompt-picture.ts';
import { createPicture, writeRgb } from '../src/picture/picture.ts';
import { readScene } from '../src/scene/scene.ts';
import { meanColour, meanDifference } from './support/studio.ts';

const SIZE = { width: 160, height: 90 };

interface Words {
  prompt: string;
  negativePrompt?: string;
  cfgScale?: number;
  seed?: number;
}

function draw(words: Words, seconds = 1, size = SIZE): Uint8Array {
  const scene = readScene({ negativePrompt: null, cfgScale: null, seed: 3, ...words });
  const picture = createPicture(size.width, size.height);
  paintPrompt(scene, size).paint(picture, { index: 0, share: 0.5, seconds });
  return writeRgb(picture);
}

function brightnessOf(prompt: string): number {
  const { red, green, blue } = meanColour(draw({ prompt }));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const REDDISH = ['a red rose', 'roses', 'a scarlet dress', 'a crimson forest', 'ruby gemstone at noon'];
const GREENISH = ['a green forest', 'emerald hills', 'a frog', 'jade meadow in summer'];
const BLUISH = ['blue ocean', 'a blue whale', 'the sea under a cobalt sky', 'sapphire', 'a navy mountain at noon'];

for (const prompt of REDDISH) {
  test(`"${prompt}" is clearly red`, () => {
    const { red, green, blue } = meanColour(draw({ prompt }));
    assert.ok(red > green + 20 && red > blue + 20, JSON.stringify({ red, green, blue }));
  });
}

for (const prompt of GREENISH) {
  test(`"${prompt}" is more green than red, in its lower half more than blue`, () => {
    const picture = draw({ prompt });
    const { red, green } = meanColour(picture);
    const lower = meanColour(picture.subarray(Math.floor(picture.length / 6) * 3));
    assert.ok(green > red + 5, JSON.stringify({ red, green }));
    assert.ok(lower.green > lower.blue + 5, JSON.stringify(lower));
  });
}

for (const prompt of BLUISH) {
  test(`"${prompt}" is clearly blue`, () => {
    const { red, green, blue } = meanColour(draw({ prompt }));
    assert.ok(blue > red + 25 && blue > green + 10, JSON.stringify({ red, green, blue }));
  });
}

for (const place of ['ocean', 'mountains', 'city', 'forest', 'desert', 'meadow', 'snow', 'a teapot']) {
  test(`night is darker than noon: ${place}`, () => {
    const [night, noon] = [brightnessOf(`${place} at night`), brightnessOf(`${place} at noon`)];
    assert.ok(night < noon * 0.75, `${night} against ${noon}`);
  });
}

test('a negative prompt takes its words out of the picture', () => {
  const plain = meanColour(draw({ prompt: 'a red meadow' }));
  const without = meanColour(draw({ prompt: 'a red meadow', negativePrompt: 'red' }));
  assert.ok(plain.red - plain.green > without.red - without.green + 15, JSON.stringify({ plain, without }));
});

test('a strict cfg_scale brings a named colour closer than a free one', () => {
  const redness = (cfgScale: number) => {
    const { red, green } = meanColour(draw({ prompt: 'red mountains', cfgScale }));
    return red - green;
  };
  assert.ok(redness(1) > redness(0) + 5, `${redness(1)} against ${redness(0)}`);
});

test('another seed is another picture, the same seed the same one', () => {
  for (const prompt of ['mountains at dawn', 'a teapot']) {
    assert.equal(meanDifference(draw({ prompt, seed: 1 }), draw({ prompt, seed: 1 })), 0);
    assert.ok(meanDifference(draw({ prompt, seed: 1 }), draw({ prompt, seed: 2 })) > 4, prompt);
  }
});

test('words the studio does not know still leave a trace', () => {
  const pictures = ['ein Brief an Oma', '日本語のプロンプト', 'qwertz', '!!!'].map((prompt) => draw({ prompt }));
  for (const [index, one] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) assert.ok(meanDifference(one, other) > 8);
  }
});

test('every scene moves', () => {
  const places = ['ocean', 'mountains', 'city', 'forest', 'desert', 'meadow', 'snow', 'space', 'a teapot'];
  for (const prompt of places) assert.ok(meanDifference(draw({ prompt }, 0), draw({ prompt }, 1)) > 0.3, prompt);
});

test('any prompt, seed and shape gives a picture that is neither empty nor flat', () => {
  const edge = fc.integer({ min: 8, max: 80 }).map((half) => half * 2);
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.lorem({ maxCount: 6 }));
  fc.assert(
    fc.property(text, fc.nat(), edge, edge, (prompt, seed, width, height) => {
      const picture = draw({ prompt, seed }, 0.3, { width, height });
      assert.equal(picture.length, width * height * 3);
      assert.ok(new Set(picture).size > 4);
    }),
    { numRuns: 40 },
  );
});

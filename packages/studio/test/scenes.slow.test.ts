/** Prompts become scenes: colours follow the words, the seed varies them, and no words are without a picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../contract/test/support/code-point.ts';
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

async function draw(words: Words, seconds = 1, size = SIZE): Promise<Uint8Array> {
  const scene = readScene({ negativePrompt: null, cfgScale: null, seed: 3, ...words });
  const picture = createPicture(size.width, size.height);
  (await paintPrompt(scene, size, 'many')).paint(picture, { index: 0, share: 0.5, seconds });
  return writeRgb(picture);
}

async function brightnessOf(prompt: string): Promise<number> {
  const { red, green, blue } = meanColour(await draw({ prompt }));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const REDDISH = ['a red rose', 'roses', 'a scarlet dress', 'a crimson forest', 'ruby gemstone at noon'];
const GREENISH = ['a green forest', 'emerald hills', 'a frog', 'jade meadow in summer'];
const BLUISH = ['blue ocean', 'a blue whale', 'the sea under a cobalt sky', 'sapphire', 'a navy mountain at noon'];

for (const prompt of REDDISH) {
  test(`"${prompt}" is clearly red`, async () => {
    // A colour named for a place is the colour of its ground; the sky above keeps most of its own.
    const picture = await draw({ prompt });
    const { red, green, blue } = meanColour(picture.subarray(Math.floor(picture.length / 6) * 3));
    assert.ok(red > green + 20 && red > blue + 20, JSON.stringify({ red, green, blue }));
  });
}

for (const prompt of GREENISH) {
  test(`"${prompt}" is more green than red, in its lower half more than blue`, async () => {
    const picture = await draw({ prompt });
    const { red, green } = meanColour(picture);
    const lower = meanColour(picture.subarray(Math.floor(picture.length / 6) * 3));
    assert.ok(green > red + 5, JSON.stringify({ red, green }));
    assert.ok(lower.green > lower.blue + 5, JSON.stringify(lower));
  });
}

for (const prompt of BLUISH) {
  test(`"${prompt}" is clearly blue`, async () => {
    const { red, green, blue } = meanColour(await draw({ prompt }));
    assert.ok(blue > red + 25 && blue > green + 10, JSON.stringify({ red, green, blue }));
  });
}

for (const place of ['ocean', 'mountains', 'city', 'forest', 'desert', 'meadow', 'snow', 'a teapot']) {
  test(`night is darker than noon: ${place}`, async () => {
    const [night, noon] = [await brightnessOf(`${place} at night`), await brightnessOf(`${place} at noon`)];
    assert.ok(night < noon * 0.75, `${night} against ${noon}`);
  });
}

test('a negative prompt takes its words out of the picture', async () => {
  const plain = meanColour(await draw({ prompt: 'a red meadow' }));
  const without = meanColour(await draw({ prompt: 'a red meadow', negativePrompt: 'red' }));
  assert.ok(plain.red - plain.green > without.red - without.green + 15, JSON.stringify({ plain, without }));
});

test('a strict cfg_scale brings a named colour closer than a free one', async () => {
  const redness = async (cfgScale: number) => {
    const { red, green } = meanColour(await draw({ prompt: 'red mountains', cfgScale }));
    return red - green;
  };
  const [strict, free] = [await redness(1), await redness(0)];
  assert.ok(strict > free + 5, `${strict} against ${free}`);
});

test('another seed is another picture, the same seed the same one', async () => {
  for (const prompt of ['mountains at dawn', 'a teapot']) {
    const one = await draw({ prompt, seed: 1 });
    assert.equal(meanDifference(one, await draw({ prompt, seed: 1 })), 0);
    assert.ok(meanDifference(one, await draw({ prompt, seed: 2 })) > 4, prompt);
  }
});

test('words the studio does not know still leave a trace', async () => {
  const prompts = ['ein Brief an Oma', '日本語のプロンプト', 'qwertz', '!!!'];
  const pictures = await Promise.all(prompts.map((prompt) => draw({ prompt })));
  for (const [index, one] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) assert.ok(meanDifference(one, other) > 8);
  }
});

test('every scene moves', async () => {
  const places = ['ocean', 'mountains', 'city', 'forest', 'desert', 'meadow', 'snow', 'space', 'a samovar'];
  for (const prompt of places) {
    assert.ok(meanDifference(await draw({ prompt }, 0), await draw({ prompt }, 1)) > 0.3, prompt);
  }
});

test('any prompt, seed and shape gives a picture that is neither empty nor flat', async () => {
  const edge = fc.integer({ min: 8, max: 80 }).map((half) => half * 2);
  const text = fc.oneof(fc.string({ unit: codePoint, maxLength: 60 }), fc.lorem({ maxCount: 6 }));
  await fc.assert(
    fc.asyncProperty(text, fc.nat(), edge, edge, async (prompt, seed, width, height) => {
      const picture = await draw({ prompt, seed }, 0.3, { width, height });
      assert.equal(picture.length, width * height * 3);
      assert.ok(new Set(picture).size > 4);
    }),
    { numRuns: 40 },
  );
});

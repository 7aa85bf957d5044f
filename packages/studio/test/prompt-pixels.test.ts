/** What a prompt names can be found in the pixels: subjects, places, styles, weather, hours and camera moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintPrompt } from '../src/paint/prompt-picture.ts';
import { createPicture, writeRgb } from '../src/picture/picture.ts';
import { SETTING_WORDS, STYLE_WORDS } from '../src/scene/place-words.ts';
import { readScene } from '../src/scene/scene.ts';
import { SUBJECTS, type SubjectKind } from '../src/scene/subject-words.ts';
import { meanColour, meanDifference } from './support/studio.ts';

const SIZE = { width: 192, height: 108 };

interface Shown {
  negativePrompt?: string;
  seconds?: number;
  share?: number;
  seed?: number;
}

async function draw(prompt: string, shown: Shown = {}): Promise<Uint8Array> {
  const { negativePrompt = null, seconds = 1, share = 0.5, seed = 3 } = shown;
  const scene = readScene({ prompt, negativePrompt, cfgScale: null, seed });
  const picture = createPicture(SIZE.width, SIZE.height);
  (await paintPrompt(scene, SIZE, 'one')).paint(picture, { index: 0, share, seconds });
  return writeRgb(picture);
}

function brightness(rgb: Uint8Array): number {
  const { red, green, blue } = meanColour(rgb);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The share of pixels for which a question about red, green and blue is answered with yes. */
function shareOf(rgb: Uint8Array, like: (red: number, green: number, blue: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < rgb.length; at += 3) if (like(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)) found++;
  return found / (rgb.length / 3);
}

async function assertAllDiffer(prompts: string[], least: number): Promise<void> {
  const pictures: Uint8Array[] = [];
  for (const prompt of prompts) pictures.push(await draw(prompt));
  for (const [index, one] of pictures.entries()) {
    for (const [after, other] of pictures.slice(index + 1).entries()) {
      const difference = meanDifference(one, other);
      assert.ok(difference > least, `${prompts[index]} and ${prompts[index + 1 + after]}: ${difference}`);
    }
  }
}

test('every setting is another picture', async () => {
  await assertAllDiffer([...new Set(SETTING_WORDS.values())], 5);
});

test('every style changes the picture, each in its own way', async () => {
  const styles = [...new Set(STYLE_WORDS.values())].map((style) => `a horse in a meadow at noon, ${style}`);
  await assertAllDiffer(['a horse in a meadow at noon', ...styles], 3);
});

test('a noir picture has no colour left', async () => {
  const colourful = shareOf(await draw('a rainbow over a meadow, noir'), (red, green, blue) => {
    return Math.max(red, green, blue) - Math.min(red, green, blue) > 6;
  });
  assert.equal(colourful, 0);
});

test('every subject the studio knows is seen where it is named', async () => {
  for (const kind of Object.keys(SUBJECTS) as SubjectKind[]) {
    const word = SUBJECTS[kind].words.split(' ')[0]!;
    const prompt = `a ${word} in a room`;
    const scene = readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 3 });
    const picture = createPicture(SIZE.width, SIZE.height);
    (await paintPrompt(scene, SIZE, 'one')).paint(picture, { index: 0, share: 0.5, seconds: 1 });
    const empty = createPicture(SIZE.width, SIZE.height);
    (await paintPrompt({ ...scene, subjects: [] }, SIZE, 'one')).paint(empty, { index: 0, share: 0.5, seconds: 1 });
    const changed = picture.y.filter((tone, at) => Math.abs(tone - empty.y[at]!) > 6).length / picture.y.length;
    assert.ok(changed > 0.005, `${kind}: ${changed}`);
  }
});

test('a negative prompt takes a subject away', async () => {
  const isRed = (red: number, green: number, blue: number) => red > 120 && red > 2 * green && red > 2 * blue;
  assert.ok(shareOf(await draw('a red car on a road'), isRed) > 0.004);
  assert.ok(shareOf(await draw('a red car on a road', { negativePrompt: 'car' }), isRed) < 0.001);
});

test('a colour belongs to the subject it stands before', async () => {
  const red = shareOf(await draw('a red car on a road'), (r, g, b) => r > 120 && r > 2 * g && r > 2 * b);
  const blue = shareOf(await draw('a blue car on a road'), (r, g, b) => r > 120 && r > 2 * g && r > 2 * b);
  assert.ok(red > blue + 0.004, `${red} against ${blue}`);
  const grass = meanColour((await draw('a red car on a road')).subarray(SIZE.width * 3 * 70));
  assert.ok(grass.green > grass.red - 10, 'the country stays green');
});

test('two moons are two bright discs', async () => {
  const discs = async (prompt: string) => countBlobs(await draw(prompt), (light) => light > 215);
  assert.equal(await discs('two moons over the desert'), 2);
  assert.equal(await discs('a moon over the desert'), 1);
});

/** Connected regions of at least six pixels whose brightness passes. */
function countBlobs(rgb: Uint8Array, passes: (light: number) => boolean): number {
  const open = new Set<number>();
  for (let at = 0; at < SIZE.width * SIZE.height; at++) if (passes(rgb[at * 3 + 1]!)) open.add(at);
  let blobs = 0;
  for (const start of open) {
    const reached = [start];
    open.delete(start);
    for (const at of reached) {
      for (const next of [at - 1, at + 1, at - SIZE.width, at + SIZE.width]) if (open.delete(next)) reached.push(next);
    }
    if (reached.length >= 6) blobs++;
  }
  return blobs;
}

test('winter is whiter than summer, autumn redder', async () => {
  const lower = async (prompt: string) => (await draw(prompt)).subarray(SIZE.width * 3 * 75);
  const [winter, summer] = [await lower('a meadow in winter'), await lower('a meadow in summer')];
  const autumn = meanColour(await lower('a meadow in autumn'));
  assert.ok(brightness(winter) > brightness(summer) + 30);
  assert.ok(autumn.red - autumn.green > meanColour(summer).red - meanColour(summer).green + 20);
});

test('rain falls and bubbles rise', async () => {
  assert.ok((await verticalMotion('a meadow in the rain, static shot', 1 / 24)) > 0, 'rain moves down');
  assert.ok((await verticalMotion('snow in a meadow, static shot', 1 / 6)) > 0, 'snow moves down');
  assert.ok((await verticalMotion('underwater, static shot', 1 / 6)) < 0, 'bubbles move up');
});

/** Which way what changes in the upper half between two moments has gone. */
async function verticalMotion(prompt: string, later: number): Promise<number> {
  const scene = readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 3 });
  const painting = await paintPrompt(scene, SIZE, 'many');
  const at = (seconds: number) => {
    const picture = createPicture(SIZE.width, SIZE.height);
    painting.paint(picture, { index: 0, share: 0.5, seconds });
    return picture.y;
  };
  const [before, after] = [at(1), at(1 + later)];
  const gone = before.map((tone, index) => Math.max(0, tone - after[index]!));
  const come = after.map((tone, index) => Math.max(0, tone - before[index]!));
  let best = { shift: 0, match: 0 };
  for (let shift = -8; shift <= 8; shift++) {
    let match = 0;
    for (let index = 8 * SIZE.width; index < gone.length / 2 - 8 * SIZE.width; index++) {
      const there = index + shift * SIZE.width;
      // Wind carries drops a little to the side while they fall.
      match += gone[index]! * Math.max(come[there - 1]!, come[there]!, come[there + 1]!);
    }
    if (match > best.match) best = { shift, match };
  }
  return best.shift;
}

for (const [move, expected] of [
  ['pan left', { x: 1, y: 0 }],
  ['pan right', { x: -1, y: 0 }],
  ['tilt up', { x: 0, y: 1 }],
  ['tilt down', { x: 0, y: -1 }],
] as const) {
  test(`the camera's "${move}" moves the picture the other way`, async () => {
    const prompt = `mountains at noon, ${move}`;
    const moved = findShift(await draw(prompt, { share: 0.35 }), await draw(prompt, { share: 0.65 }));
    assert.deepEqual({ x: Math.sign(moved.x), y: Math.sign(moved.y) }, expected, JSON.stringify(moved));
  });
}

function findShift(one: Uint8Array, other: Uint8Array): { x: number; y: number } {
  let best = { x: 0, y: 0, difference: Number.POSITIVE_INFINITY };
  for (let y = -8; y <= 8; y++) {
    for (let x = -8; x <= 8; x++) {
      let difference = 0;
      for (let row = 24; row < 84; row += 2) {
        for (let column = 10; column < SIZE.width - 10; column += 2) {
          const from = (row * SIZE.width + column) * 3 + 1;
          difference += Math.abs(one[from]! - other[from + (y * SIZE.width + x) * 3]!);
        }
      }
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  return { x: best.x, y: best.y };
}

test('coming closer, going back, circling, a trembling hand and a tripod are five different moves', async () => {
  const moves = ['zoom in', 'zoom out', 'orbiting', 'handheld', 'static shot'];
  const ends: Uint8Array[] = [];
  for (const move of moves) ends.push(await draw(`a lighthouse on a coast at noon, ${move}`, { share: 1, seed: 5 }));
  for (const [index, one] of ends.entries()) {
    for (const other of ends.slice(index + 1)) assert.ok(meanDifference(one, other) > 0.8, `${moves[index]}`);
  }
});

test('words without a drawing are written into the picture', async () => {
  assert.equal(
    readScene({ prompt: 'a dragon over the mountains', negativePrompt: null, cfgScale: null, seed: 1 }).title,
    'dragon',
  );
  const [dragon, wizard] = [await draw('a dragon over the mountains'), await draw('a wizard over the mountains')];
  assert.ok(
    shareOf(dragon.subarray(SIZE.width * 3 * 65), (r, g, b) => Math.min(r, g, b) > 200) > 0.01,
    'light letters',
  );
  assert.ok(meanDifference(dragon, wizard) > 3);
});

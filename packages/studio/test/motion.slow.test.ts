/** Motion transfer: rate, count and sound of the reference video, and its camera on the caller's picture. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { EncoderChoice } from '../src/encoders/choose.ts';
import { estimateMove } from '../src/motion/estimate.ts';
import { follow, REST } from '../src/motion/pose.ts';
import { findRhythm } from '../src/motion/reference.ts';
import { startAv, type VideoRecipe } from './support/av.ts';
import {
  createFolder,
  createRequest,
  greenStripes,
  meanDifference,
  measureClip,
  renderOrFail,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

let image = '';
before(async () => {
  image = await writeImage(join(folder, 'stripes.png'), { width: 240, height: 180 }, greenStripes);
});

const RECIPE = {
  container: 'mp4',
  width: 160,
  height: 120,
  frames: 30,
  framesPerSecond: 30,
  panX: 2,
  panY: 0,
  sound: 'aac',
} as const;

async function transfer(recipe: Partial<VideoRecipe> & { name: string }, encoder: EncoderChoice = 'best') {
  const reference = join(folder, `${recipe.name}.${recipe.container ?? 'mp4'}`);
  await av.video({ ...RECIPE, ...recipe, file: reference });
  const file = join(folder, `${recipe.name}-out.mp4`);
  const request = createRequest(file, {
    task: 'motion',
    width: 200,
    height: 150,
    seconds: null,
    framesPerSecond: null,
    sound: 'original',
  });
  const media = [
    { role: 'reference' as const, file: image, type: 'image/png' },
    { role: 'motion' as const, file: reference, type: 'video/mp4' },
  ];
  const outcome = await renderOrFail({ ...request, media }, encoder);
  return { file, outcome, facts: await measureClip(file) };
}

for (const framesPerSecond of [30, 23.976, 12.5]) {
  test(`a reference of ${framesPerSecond} frames a second gives its rate, count and sound`, async () => {
    const { facts, outcome } = await transfer({ name: `rate-${framesPerSecond}`, framesPerSecond });
    assert.equal(facts.frames, 30);
    assert.ok(Math.abs(facts.framesPerSecond - framesPerSecond) < 0.01, `${facts.framesPerSecond}`);
    assert.deepEqual([facts.width, facts.height], [200, 150]);
    assert.equal(outcome.milliseconds, Math.round((30 / framesPerSecond) * 1000));
    assert.equal(facts.sound?.codec, 'aac');
    assert.ok(facts.sound!.seconds > facts.seconds - 0.06 && facts.sound!.seconds <= facts.seconds + 0.022);
  });
}

test('sound that is not AAC becomes AAC', async () => {
  const { facts } = await transfer({ name: 'opus', container: 'webm', sound: 'opus', framesPerSecond: 25 });
  assert.equal(facts.frames, 30);
  assert.ok(Math.abs(facts.framesPerSecond - 25) < 0.02, `${facts.framesPerSecond}`);
  assert.equal(facts.sound?.codec, 'aac');
  assert.ok(Math.abs(facts.container - 1.2) < 0.002, `${facts.container}`);
});

test('sound longer than the picture is cut', async () => {
  const { facts } = await transfer({ name: 'long', soundSeconds: 3 });
  assert.ok(facts.container <= 1.022, `${facts.container}`);
});

test('a variable rate is resampled to its mean', async () => {
  const times = Array.from({ length: 30 }, (_, index) => index / 20 + (index % 3 === 1 ? 0.02 : 0));
  const { facts } = await transfer({ name: 'variable', times, framesPerSecond: 20, sound: 'none' });
  assert.equal(facts.frames, 30);
  const mean = 29 / (times[29]! - times[0]!);
  assert.ok(Math.abs(facts.framesPerSecond - mean) < 0.05, `${facts.framesPerSecond} against ${mean}`);
});

test('more than 60 frames a second become 60, over the same time', () => {
  const { rate, picks } = findRhythm(Array.from({ length: 240 }, (_, index) => index / 120));
  assert.deepEqual(rate, { numerator: 60, denominator: 1 });
  assert.equal(picks.length, 120);
  assert.deepEqual(picks.slice(0, 3), [1, 3, 5]);
});

test('the picture moves as the reference did, stands when it stood, and is silent when it was', async () => {
  const right = await transfer({ name: 'right', panX: 3, sound: 'none' });
  assert.equal(right.facts.sound, null);
  const size = { width: 200, height: 150 };
  const frames = await av.frames(right.file, size);
  assert.ok(brightestShift(frames[0]!, frames[5]!) >= 4, 'content moved right');
  const still = await transfer({ name: 'still', panX: 0, sound: 'none' });
  const quiet = await av.frames(still.file, size);
  assert.ok(meanDifference(quiet[0]!, quiet.at(-1)!) < 2, 'nothing moved');
});

/** By how many pixels the stripes of one frame lie further right in the other. */
function brightestShift(from: Uint8Array, to: Uint8Array): number {
  const row = (rgb: Uint8Array) => Array.from({ length: 200 }, (_, column) => rgb[(75 * 200 + column) * 3 + 1]!);
  const [here, there] = [row(from), row(to)];
  const difference = (shift: number) =>
    here.slice(30, 170).reduce((sum, value, at) => sum + Math.abs(value - there[at + 30 + shift]!), 0);
  const shifts = Array.from({ length: 25 }, (_, index) => index - 8);
  return shifts.reduce((best, shift) => (difference(shift) < difference(best) ? shift : best));
}

test('without a decoder the reference still gives rate, count and sound, and the picture moves', async () => {
  const { facts, file } = await transfer({ name: 'undecoded' }, 'wasm');
  assert.equal(facts.frames, 30);
  assert.ok(Math.abs(facts.framesPerSecond - 30) < 0.01);
  assert.equal(facts.sound?.codec, 'aac');
  const frames = await av.frames(file, { width: 100, height: 75 });
  assert.ok(meanDifference(frames[0]!, frames.at(-1)!) > 1);
});

/** A textured plane, seen after a known move. */
function see(move: { x: number; y: number; zoom: number }) {
  const [width, height] = [192, 108];
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const x = ((at % width) + 0.5 - width / 2 - move.x) / move.zoom;
    const y = (Math.floor(at / width) + 0.5 - height / 2 - move.y) / move.zoom;
    pixels[at] = 128 + 40 * Math.sin(x / 5) + 35 * Math.cos(y / 6 + x / 31) + 25 * Math.sin((x + y) / 17);
  }
  return { width, height, pixels };
}

test('pan and zoom are estimated within two percent over twenty frames', () => {
  let pose = REST;
  for (let index = 0; index < 20; index++) {
    const at = (frame: number) => see({ x: 2.3 * frame, y: -1.1 * frame, zoom: 1.01 ** frame });
    pose = follow(pose, estimateMove(at(index), at(index + 1)));
  }
  assert.ok(Math.abs((pose.x * 192) / 46 - 1) < 0.02, `across ${pose.x * 192}`);
  assert.ok(Math.abs((pose.y * 192) / -22 - 1) < 0.02, `down ${pose.y * 192}`);
  assert.ok(Math.abs(pose.a / 1.01 ** 20 - 1) < 0.02, `zoom ${pose.a}`);
});

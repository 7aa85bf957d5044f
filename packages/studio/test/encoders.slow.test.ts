/** Both encoders keep the same promises, and each repeats itself to the byte. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeWith } from '../src/ask.ts';
import { toFrameRate, wholeSoundFrames } from '../src/encoders/encoder.ts';
import { describeEncoder } from '../src/index.ts';
import { startAv } from './support/av.ts';
import { checkClip, createFolder, createRequest, meanColour, renderOrFail } from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

const SIZES = [
  { width: 322, height: 182 },
  { width: 90, height: 270 },
];

test('without node-av the WebAssembly encoder makes the same clip in Baseline, with sound', async () => {
  for (const size of SIZES) {
    const file = join(folder, `wasm-${size.width}.mp4`);
    const request = createRequest(file, { ...size, sound: 'generated', seconds: 0.5 });
    await renderOrFail(request, 'wasm');
    await checkClip(request, 'avc1.42');
    const frames = await av.frames(file, { width: 64, height: 64 });
    assert.equal(frames.length, 12);
    const { red, blue } = meanColour(frames[6]!);
    assert.ok(blue > red + 25, 'the ocean is still blue');
  }
});

test('the same request and seed give the same bytes, another seed others', async () => {
  const clipOf = async (name: string, seed: number) => {
    const file = join(folder, `${name}.mp4`);
    await renderOrFail(createRequest(file, { seed, sound: 'generated', seconds: 0.2, width: 96, height: 54 }), 'wasm');
    return readFileSync(file);
  };
  const [one, again, other] = await Promise.all([clipOf('one', 5), clipOf('again', 5), clipOf('other', 6)]);
  assert.ok(one.equals(again), 'it repeats itself, as node-av does (determinism.slow.test.ts)');
  assert.ok(!one.equals(other), 'it follows the seed');
});

test('a hatched clip is held to its rate, 2 Mbit/s at 640 by 360, of which a part of the first second may come at once', async () => {
  const prompt = 'a city street in the rain, pencil sketch';
  const clips = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const file = join(folder, `hatched-${name}.mp4`);
      await renderOrFail(createRequest(file, { prompt, width: 640, height: 360, seconds: 2 }), 'node-av');
      return readFileSync(file);
    }),
  );
  const bitsPerSecond = (clips[0]!.length * 8) / 2;
  // Let go, it takes 6.4 million.
  assert.ok(bitsPerSecond < 2_500_000, `${bitsPerSecond} bits a second`);
  assert.ok(clips[0]!.equals(clips[1]!), 'what holds it does not depend on how busy the cores are');
});

test('the doctor is told which encoder is in use, and node-av stays out of this process', async () => {
  assert.equal((await describeEncoder()).name, 'node-av');
  const wasm = await describeWith('wasm');
  assert.equal(wasm.name, 'wasm');
  assert.match(wasm.detail, /Baseline/);
  const loaded = process.report.getReport() as { sharedObjects: string[] };
  assert.ok(!loaded.sharedObjects.some((file) => file.includes('node-av')));
});

test('where node-av cannot be loaded the WebAssembly encoder is chosen', () => {
  const script = fileURLToPath(new URL('./support/without-node-av.ts', import.meta.url));
  assert.equal(execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim(), 'wasm');
});

test('frame rates become exact fractions', () => {
  assert.deepEqual(toFrameRate(24), { numerator: 24, denominator: 1 });
  assert.deepEqual(toFrameRate(23.976), { numerator: 24000, denominator: 1001 });
  assert.deepEqual(toFrameRate(29.97), { numerator: 30000, denominator: 1001 });
  assert.deepEqual(toFrameRate(12.5), { numerator: 25, denominator: 2 });
  assert.deepEqual(toFrameRate(27.3), { numerator: 27300, denominator: 1000 });
});

test('sound is cut to whole AAC frames within the picture', () => {
  assert.equal(wholeSoundFrames(1024 / 48_000), 1);
  assert.equal(wholeSoundFrames(5), 234);
});

/** Every video task gives exactly the size, frames, length, rate and sound that were asked for, and it moves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { RequestMedia, Task } from '../src/request.ts';
import { startAv } from './support/av.ts';
import {
  checkClip,
  createFolder,
  createRequest,
  greenStripes,
  meanDifference,
  orangeWaves,
  renderOrFail,
  violetRings,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());

const media: Partial<Record<Task, RequestMedia[]>> = {};

before(async () => {
  const size = { width: 320, height: 240 };
  const jpeg = await writeImage(join(folder, 'waves.jpg'), size, orangeWaves);
  const png = await writeImage(join(folder, 'rings.png'), { width: 200, height: 300 }, violetRings);
  const webp = await writeImage(join(folder, 'stripes.webp'), size, greenStripes);
  const first: RequestMedia = { role: 'first', file: jpeg, type: 'image/jpeg' };
  media.i2v = [first];
  media.frames = [first, { role: 'last', file: png, type: 'image/png' }];
  media.refs2v = [
    { role: 'reference', file: jpeg, type: 'image/jpeg' },
    { role: 'reference', file: png, type: 'image/png' },
    { role: 'reference', file: webp, type: 'image/webp' },
  ];
});

const MUTE = { sound: 'none', framesPerSecond: 24, seconds: 0.5 } as const;
const SOUND = { sound: 'generated', framesPerSecond: 30, seconds: 0.7 } as const;

const CASES = [
  { task: 't2v', width: 322, height: 182, ...MUTE },
  { task: 't2v', width: 90, height: 270, ...SOUND },
  { task: 'i2v', width: 130, height: 130, ...MUTE },
  { task: 'i2v', width: 322, height: 182, ...SOUND },
  { task: 'frames', width: 90, height: 270, ...MUTE },
  { task: 'frames', width: 130, height: 130, ...SOUND },
  { task: 'refs2v', width: 322, height: 182, ...MUTE },
  { task: 'refs2v', width: 90, height: 270, ...SOUND },
] as const;

for (const clip of CASES) {
  const { task, width, height, framesPerSecond, seconds, sound } = clip;
  test(`${task}, ${width} by ${height}, ${framesPerSecond} frames a second, sound ${sound}`, async () => {
    const file = join(folder, `${task}-${sound}.mp4`);
    const request = createRequest(file, { ...clip, media: media[task] ?? [] });
    const { bytes, poster, notes: _, ...outcome } = await renderOrFail(request);
    assert.deepEqual(outcome, { ok: true, type: 'video/mp4', width, height, milliseconds: seconds * 1000 });
    assert.equal(bytes, readFileSync(file).length);
    assert.ok(poster, 'a poster comes with it');
    await checkClip(request, 'avc1.64');
    const frames = await av.frames(file, { width: 64, height: 64 });
    assert.equal(frames.length, Math.round(seconds * framesPerSecond));
    assert.ok(meanDifference(frames[0]!, frames.at(-1)!) > 0.4, 'the clip moves');
  });
}

test('two seconds of 720p with sound are whole', async () => {
  const file = join(folder, 'real.mp4');
  const request = createRequest(file, { width: 1280, height: 720, seconds: 2, sound: 'generated' });
  await renderOrFail(request);
  await checkClip(request, 'avc1.64');
});

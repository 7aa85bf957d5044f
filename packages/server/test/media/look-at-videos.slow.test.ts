/** Looking at videos: what is read from good ones, and that bad ones are refused quickly. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { frameSize } from '@afterimage/contract';
import { createInspector, type Inspector } from '../../src/media/inspect/inspector.ts';
import { startThreadWorker } from '../../src/media/inspect/thread-worker.ts';
import { createWorkerPool } from '../../src/media/inspect/worker-pool.ts';
import { makeSampleVideos, type SampleVideos } from './support/sample-videos.ts';

const patient = { waitMilliseconds: 60_000, idleMilliseconds: 60_000 };
let samples: SampleVideos;
let inspector: Inspector;

before(async () => {
  samples = await makeSampleVideos();
  inspector = createInspector({ waitMilliseconds: 20_000 });
});
after(async () => {
  inspector.close();
  await samples.remove();
});

async function write(bytes: Buffer): Promise<string> {
  const file = samples.path(randomUUID());
  await writeFile(file, bytes);
  return file;
}

async function fault(bytes: Buffer): Promise<string> {
  const seen = await inspector.video(await write(bytes), 'owner');
  return seen.ok ? `accepted as ${JSON.stringify(seen.facts)}` : seen.fault;
}

test('length, pictures, rate, size, sound and codec are read from every kind of file that is taken', async () => {
  const rows: [string, string, string, number, number, boolean][] = [
    ['plain.mp4', 'video/mp4', 'avc', 5_000, 120, false],
    ['sound.mp4', 'video/mp4', 'avc', 5_000, 120, true],
    ['moov-at-end.mp4', 'video/mp4', 'avc', 5_000, 120, false],
    ['fragmented.mp4', 'video/mp4', 'avc', 4_000, 96, false],
    ['hevc.mp4', 'video/mp4', 'hevc', 3_000, 72, false],
    ['av1.mp4', 'video/mp4', 'av1', 3_000, 72, false],
    ['ntsc.mp4', 'video/mp4', 'avc', 3_003, 90, false],
    ['one-frame.mp4', 'video/mp4', 'avc', 42, 1, false],
    ['plain.mov', 'video/quicktime', 'avc', 4_000, 96, true],
    ['opus.webm', 'video/webm', 'vp8', 4_000, 96, true],
    ['vp9.webm', 'video/webm', 'vp9', 3_000, 72, false],
    ['mpeg4.mp4', 'video/mp4', 'mp4v', 3_000, 72, false],
    ['mpeg4.mov', 'video/quicktime', 'mp4v', 3_000, 72, false],
    ['mjpeg.mp4', 'video/mp4', 'mp4v', 3_000, 72, false],
    ['mjpeg.mov', 'video/quicktime', 'mjpeg', 3_000, 72, false],
    ['prores.mov', 'video/quicktime', 'prores', 3_000, 72, false],
    ['live.webm', 'video/webm', 'vp8', 3_000, 72, false],
  ];
  for (const [name, type, codec, milliseconds, frames, hasSound] of rows) {
    const seen = await inspector.video(samples.path(name), 'owner');
    assert.ok(seen.ok, name);
    const { bytes, framesPerSecond, ...facts } = seen.facts;
    assert.deepEqual(facts, { type, codec, width: 96, height: 64, milliseconds, frames, hasSound }, name);
    assert.equal(bytes, (await readFile(samples.path(name))).length);
    const expected = name === 'ntsc.mp4' ? 30_000 / 1_001 : 24;
    assert.ok(Math.abs(framesPerSecond - expected) < 0.01, `${name}: ${framesPerSecond}`);
  }
});

test('the size is that of the picture as shown: rotation and the shape of pixels are applied', async () => {
  const wide = await inspector.video(samples.path('wide-pixels.mp4'), 'owner');
  assert.deepEqual(wide.ok && [wide.facts.width, wide.facts.height], [192, 64]);
  const rotated = await readFile(samples.path('plain.mp4'));
  const matrix = rotated.indexOf('tkhd') + 44;
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries())
    rotated.writeInt32BE(value, matrix + index * 4);
  const seen = await inspector.video(await write(rotated), 'owner');
  assert.deepEqual(seen.ok && [seen.facts.width, seen.facts.height], [64, 96]);
});

test('the shape of a picture whose pixels are not square is exact: rounded, the output would be two pixels wider', async () => {
  const seen = await inspector.video(samples.path('uneven-pixels.mp4'), 'owner');
  assert.ok(seen.ok);
  // 96 by 64 pixels, each 64:45 wide, are 136.53 wide: 32:15.
  const { width, height } = frameSize({ from: 'first-input', edge: { short: 720 } }, [seen.facts]);
  assert.deepEqual([width, height], [1536, 720]);
});

test('the length stated in the movie header is not believed', async () => {
  const bytes = await readFile(samples.path('plain.mp4'));
  bytes.writeUInt32BE(0xffffffff, bytes.indexOf('mvhd') + 20);
  const seen = await inspector.video(await write(bytes), 'owner');
  assert.equal(seen.ok && seen.facts.milliseconds, 5_000);
});

test('what is not an MP4, MOV or WEBM video with pictures in a known codec is refused', async () => {
  const sentence = async (file: string) => {
    const seen = await inspector.video(file, 'owner');
    return seen.ok ? 'accepted' : `${seen.fault}: ${seen.sentence}`;
  };
  assert.match(await sentence(samples.path('only-sound.mp4')), /^invalid: It has no video track/);
  assert.match(await sentence(samples.path('old-codec.mp4')), /^invalid: Its codec is not one of/);
  const matroska = await readFile(samples.path('vp9.webm'));
  matroska.write('mkvx', matroska.indexOf('webm'));
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<html>'),
    Buffer.from('ffd8ffe0', 'hex'),
    matroska,
    Buffer.alloc(999),
  ]) {
    assert.match(await sentence(await write(bytes)), /^invalid: It is not an MP4, MOV or WEBM video/);
  }
});

test('a video that was cut off is refused although its header still states the full length', async () => {
  for (const name of [
    'plain.mp4',
    'sound.mp4',
    'hevc.mp4',
    'av1.mp4',
    'moov-at-end.mp4',
    'plain.mov',
    'vp9.webm',
    'opus.webm',
  ]) {
    const whole = await readFile(samples.path(name));
    for (const keep of [0.3, 0.6, 0.9]) {
      assert.equal(await fault(whole.subarray(0, Math.floor(whole.length * keep))), 'invalid', `${name} ${keep}`);
    }
  }
});

test('a single missing picture at the end is noticed', async () => {
  const whole = await readFile(samples.path('plain.mp4'));
  assert.equal(await fault(whole.subarray(0, -10)), 'invalid');
});

test('a video whose pictures were overwritten is refused', async () => {
  const bytes = await readFile(samples.path('plain.mp4'));
  bytes.fill(0xaa, bytes.indexOf('mdat') + 4);
  assert.equal(await fault(bytes), 'invalid');
});

test('200 damaged files: each is done with in time, and this process never stalls', async () => {
  const deadlineMilliseconds = 200;
  const pool = createWorkerPool({
    ...patient,
    start: startThreadWorker,
    workersMax: 2,
    ownerWorkersMax: 2,
    deadlineMilliseconds,
  });
  const files: string[] = [];
  for (const name of ['plain.mp4', 'sound.mp4', 'plain.mov', 'opus.webm']) {
    const whole = await readFile(samples.path(name));
    for (let round = 0; round < 25; round += 1) files.push(await write(damaged(whole, round)));
    for (let cut = 0; cut < 25; cut += 1) files.push(await write(whole.subarray(0, (whole.length * cut) / 25)));
  }
  await pool.run({ file: files[0]! }, 'owner');
  const cpuBefore = process.threadCpuUsage();
  const outcomes: Record<string, string[]> = {};
  const lookThrough = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      const started = performance.now();
      const outcome = await pool.run({ file }, 'owner');
      const word = typeof outcome === 'string' ? outcome : (outcome.result as { seen: string }).seen;
      outcomes[word] = [...(outcomes[word] ?? []), file];
      // Left alone, those that spin would do so for minutes. The bound is wide because a loaded machine starts threads slowly.
      assert.ok(performance.now() - started < 10_000, `${word} after ${performance.now() - started} ms`);
    }
  };
  await Promise.all([lookThrough(), lookThrough()]);
  const cpu = process.threadCpuUsage(cpuBefore);
  pool.close();
  assert.equal(Object.values(outcomes).flat().length, 200);
  assert.ok(outcomes['unreadable']!.length > 0);
  // Processor time and not delay, which other programs cause as well: a reader that spun here would have used seconds.
  assert.ok((cpu.user + cpu.system) / 1e6 < 1.5, `this thread worked for ${(cpu.user + cpu.system) / 1e6} s`);
});

/** Six bytes of the header changed, the same ones in every run. */
function damaged(whole: Buffer, round: number): Buffer {
  const bytes = Buffer.from(whole);
  const from = Math.max(0, bytes.indexOf('moov'));
  const length = Math.min(bytes.length - from, 5_000);
  let seed = round + 1;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let change = 0; change < 6; change += 1) bytes[from + next(length)] = next(256);
  return bytes;
}

/** Media becomes what an engine takes, and is left alone where it is that already. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { convert } from '../src/index.ts';
import { convertWith } from '../src/render.ts';
import type { ConvertRequest } from '../src/request.ts';
import { startAv } from './support/av.ts';
import {
  createFolder,
  DEADLINE_MILLISECONDS,
  greenStripes,
  meanDifference,
  measureClip,
  orangeWaves,
  readImage,
  violetRings,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const av = startAv();
after(() => av.stop());
const watch = { deadlineMilliseconds: DEADLINE_MILLISECONDS };

function need(file: string, changes: Partial<ConvertRequest> = {}): ConvertRequest {
  return {
    file,
    kind: 'image',
    types: ['image/jpeg', 'image/png'],
    bytesMax: 10_000_000,
    edgeMin: 0,
    size: null,
    outputFile: join(folder, `fit-${Math.random()}`),
    ...changes,
  };
}

async function converted(...requests: ConvertRequest[]) {
  const outcome = await convert(requests, watch).done;
  assert.ok(outcome.ok, outcome.ok ? '' : `${outcome.reason}: ${outcome.message}`);
  for (const { file, bytes } of outcome.files) assert.equal(bytes, statSync(file).size);
  return outcome.files;
}

test('what fits is left alone, byte for byte', async () => {
  const file = await writeImage(join(folder, 'fits.jpg'), { width: 300, height: 200 }, orangeWaves);
  const [made] = await converted(need(file, { edgeMin: 200, size: { width: 300, height: 200 } }));
  assert.equal(made!.file, file);
  assert.deepEqual([made!.type, made!.width, made!.height], ['image/jpeg', 300, 200]);
});

test('a WEBP becomes a JPEG, one with holes a PNG', async () => {
  const file = await writeImage(join(folder, 'other.webp'), { width: 200, height: 100 }, violetRings);
  const holes = join(folder, 'holes.webp');
  await sharp({ create: { width: 60, height: 60, channels: 4, background: '#f0808040' } })
    .webp()
    .toFile(holes);
  const [plain, open] = await converted(need(file), need(holes));
  assert.deepEqual([plain!.type, open!.type], ['image/jpeg', 'image/png']);
  const size = { width: 200, height: 100 };
  assert.ok(meanDifference(await readImage(plain!.file, size), await readImage(file, size)) < 4);
  assert.equal((await sharp(open!.file).metadata()).hasAlpha, true);
});

test('a picture is brought to a least edge, and to an exact size by cropping', async () => {
  const file = await writeImage(join(folder, 'small.png'), { width: 100, height: 50 }, greenStripes);
  const [larger, exact] = await converted(
    need(file, { edgeMin: 120 }),
    need(file, { size: { width: 64, height: 64 } }),
  );
  assert.deepEqual([larger!.width, larger!.height, larger!.type], [240, 120, 'image/png']);
  assert.deepEqual([exact!.width, exact!.height], [64, 64]);
  const header = await sharp(exact!.file).metadata();
  assert.deepEqual([header.width, header.height], [64, 64]);
});

test('a picture that lies on its side is stood up, and what a camera wrote into it stays here', async () => {
  const file = join(folder, 'lying.jpg');
  await sharp({ create: { width: 90, height: 60, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(file);
  const [made] = await converted(need(file));
  assert.deepEqual([made!.width, made!.height], [60, 90]);
  const { orientation, width, height } = await sharp(made!.file).metadata();
  assert.deepEqual([orientation ?? 1, width, height], [1, 60, 90]);
  assert.ok(!readFileSync(made!.file).includes('secret place'));
});

test('a picture of too many bytes is made coarser, then smaller, but not below the least edge', async () => {
  const noise = createHash('shake256', { outputLength: 600 * 400 * 3 })
    .update('noise')
    .digest();
  const file = join(folder, 'noise.png');
  await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } }).toFile(file);
  const [coarser, smaller] = await converted(need(file, { bytesMax: 200_000 }), need(file, { bytesMax: 30_000 }));
  assert.deepEqual([coarser!.type, coarser!.width], ['image/jpeg', 600], `${coarser!.bytes} bytes`);
  assert.ok(smaller!.bytes <= 30_000 && smaller!.width < 600, `${smaller!.width} wide, ${smaller!.bytes} bytes`);
  const outcome = await convert([need(file, { bytesMax: 2_000, edgeMin: 400 })], watch).done;
  assert.ok(!outcome.ok && outcome.reason === 'invalid_media' && /smaller/.test(outcome.message));
});

test('a WEBM or MOV becomes an MP4 with its sound, rate and length', async () => {
  const recipe = { width: 130, height: 74, frames: 45, framesPerSecond: 30, panX: 1, panY: 0 } as const;
  const file = await av.video({ ...recipe, file: join(folder, 'in.webm'), container: 'webm', sound: 'opus' });
  const [made] = await converted(need(file, { kind: 'video', types: ['video/mp4'] }));
  const facts = await measureClip(made!.file);
  assert.deepEqual([made!.type, facts.frames, Math.round(facts.framesPerSecond)], ['video/mp4', 45, 30]);
  assert.deepEqual([facts.width, facts.height, facts.sound?.codec], [130, 74, 'aac']);
  const outcome = await convertWith('wasm', [need(file, { kind: 'video', types: ['video/mp4'] })], watch).done;
  assert.ok(!outcome.ok && /node-av/.test(outcome.message), 'without a decoder it says so');
});

test('what is not what it says is refused', async () => {
  const file = join(folder, 'page.png');
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const kind of ['image', 'video'] as const) {
    const outcome = await convert([need(file, { kind, types: ['image/png', 'video/mp4'] })], watch).done;
    assert.ok(!outcome.ok && outcome.reason === 'invalid_media', JSON.stringify(outcome));
  }
});

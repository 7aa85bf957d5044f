/** Every image task gives a JPEG of exactly the size asked for, made of what was sent. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { RenderRequest } from '../src/request.ts';
import {
  createFolder,
  createRequest,
  meanColour,
  meanDifference,
  orangeWaves,
  readImage,
  renderOrFail,
  violetRings,
  writeImage,
} from './support/studio.ts';

const folder = createFolder();
const STILL = { task: 't2i', seconds: null, framesPerSecond: null } as const;

async function draw(name: string, changes: Partial<RenderRequest>): Promise<string> {
  const file = join(folder, `${name}.jpg`);
  await renderOrFail(createRequest(file, { ...STILL, ...changes }));
  return file;
}

for (const [width, height] of [
  [1024, 576],
  [322, 682],
  [50, 66],
] as const) {
  test(`text to image, ${width} by ${height}, is a JPEG of that size`, async () => {
    const outcome = await renderOrFail(createRequest(join(folder, 'size.jpg'), { ...STILL, width, height }));
    const { format, width: w, height: h, size } = await sharp(readFileSync(join(folder, 'size.jpg'))).metadata();
    assert.deepEqual([format, w, h], ['jpeg', width, height]);
    const { poster, ...facts } = outcome;
    assert.deepEqual(facts, {
      ok: true,
      type: 'image/jpeg',
      bytes: size,
      width,
      height,
      milliseconds: null,
      notes: [],
    });
    assert.ok(poster, 'a poster comes with it');
  });
}

test('what a picture could not show is told beside it', async () => {
  const prompt = 'a hedgehog beside a turbine';
  const { notes } = await renderOrFail(createRequest(join(folder, 'notes.jpg'), { ...STILL, prompt }));
  assert.deepEqual(notes, ['The studio has no drawing of "turbine".']);
});

test('image to image shows its reference in the colours of the prompt', async () => {
  const size = { width: 200, height: 200 };
  const file = await writeImage(join(folder, 'waves.jpg'), size, orangeWaves);
  const media = [{ role: 'reference', file, type: 'image/jpeg' }] as const;
  const teal = await draw('teal', { task: 'i2i', prompt: 'teal', ...size, media: [...media] });
  const middle = await sharp(teal).extract({ left: 60, top: 60, width: 80, height: 80 }).removeAlpha().raw().toBuffer();
  const { red, blue } = meanColour(middle);
  assert.ok(red > 180 && blue < 110, 'the orange reference fills the middle');
  const plum = await draw('plum', { task: 'i2i', prompt: 'purple', ...size, media: [...media] });
  const whole = { width: 50, height: 50 };
  assert.ok(meanDifference(await readImage(teal, whole), await readImage(plum, whole)) > 3);
});

test('a picture turned by its EXIF note is shown upright', async () => {
  const upright = await writeImage(join(folder, 'upright.png'), { width: 120, height: 240 }, violetRings);
  const lying = join(folder, 'lying.jpg');
  await sharp(await sharp(upright).rotate(-90).toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(lying);
  const media = (file: string) => [{ role: 'reference' as const, file, type: 'image/jpeg' }];
  const one = await draw('upright', { task: 'i2i', media: media(upright), width: 120, height: 200 });
  const other = await draw('lying', { task: 'i2i', media: media(lying), width: 120, height: 200 });
  const size = { width: 60, height: 100 };
  assert.ok(meanDifference(await readImage(one, size), await readImage(other, size)) < 4);
});

test('several shots make a sheet of four different fields', async () => {
  const file = await draw('sheet', { prompt: 'a teapot', width: 402, height: 402, multiShot: true });
  const fields = [];
  for (const [left, top] of [
    [0, 0],
    [204, 0],
    [0, 204],
    [204, 204],
  ] as const) {
    fields.push(await sharp(file).extract({ left, top, width: 196, height: 196 }).removeAlpha().raw().toBuffer());
  }
  for (const [index, one] of fields.entries()) {
    for (const other of fields.slice(index + 1)) assert.ok(meanDifference(one, other) > 5);
  }
  const gap = await sharp(file).extract({ left: 200, top: 50, width: 2, height: 2 }).removeAlpha().raw().toBuffer();
  assert.ok(meanColour(gap).green < 40, 'a dark gap parts them');
});

test('a watermark changes its corner and nothing else, in any script', async () => {
  const size = { width: 400, height: 300 };
  const plain = await readImage(await draw('plain', size), size);
  for (const watermark of ['Afterimage', 'Prüfung 7', '水印', '~|}{']) {
    const marked = await readImage(await draw('marked', { ...size, watermark }), size);
    assert.ok(meanDifference(corner(plain), corner(marked)) > 1.5, `${watermark} is seen`);
    assert.ok(meanDifference(elsewhere(plain), elsewhere(marked)) < 0.1, `${watermark} stays in its corner`);
  }
});

/** Whether a byte of a 400 by 300 picture lies in its lower right corner. */
function isInCorner(at: number): boolean {
  return Math.floor(at / 3) % 400 >= 240 && Math.floor(at / 1200) >= 270;
}

function corner(rgb: Uint8Array): Uint8Array {
  return rgb.filter((_, at) => isInCorner(at));
}

function elsewhere(rgb: Uint8Array): Uint8Array {
  return rgb.filter((_, at) => !isInCorner(at));
}

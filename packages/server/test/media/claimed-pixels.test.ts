/** What an image says of its size is read without a decoder, and what says nothing counts as the largest. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { imagePixelsMax } from '@afterimage/contract';
import sharp, { type Sharp } from 'sharp';
import { claimedPixels } from '../../src/media/inspect/claimed-pixels.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claimed-'));
});
after(() => rm(folder, { recursive: true }));

async function claimed(bytes: Buffer): Promise<number> {
  const file = join(folder, 'image');
  await writeFile(file, bytes);
  return claimedPixels(file);
}

const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
const image = (channels: 3 | 4 = 3) => sharp({ create: { width: 321, height: 123, channels, background } });

const forms: Record<string, () => Sharp> = {
  png: () => image().png(),
  'a progressive jpeg': () => image().jpeg({ progressive: true }),
  'a jpeg with a profile and much else before its frame': () =>
    image()
      .withMetadata({ icc: 'p3', exif: { IFD0: { Copyright: 'x'.repeat(20_000) } } })
      .jpeg(),
  'a lossy webp': () => image().webp(),
  'a lossless webp': () => image().webp({ lossless: true }),
  'a webp with transparency': () => image(4).webp(),
};

for (const [name, form] of Object.entries(forms)) {
  test(`${name} says how many pixels it has`, async () => {
    assert.equal(await claimed(await form().toBuffer()), 321 * 123);
  });
}

test('what is cut off, empty, no image, or an endless row of segments counts as the largest', async () => {
  const jpeg = await image().jpeg().toBuffer();
  const row = Buffer.concat([jpeg.subarray(0, 2), ...Array(10_000).fill(Buffer.from([0xff, 0xfe, 0, 2]))]);
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(100_000, 0xff)]);
  for (const bytes of [Buffer.alloc(0), Buffer.from('<svg/>'), jpeg.subarray(0, 30), row, filled]) {
    assert.equal(await claimed(bytes), imagePixelsMax);
  }
});

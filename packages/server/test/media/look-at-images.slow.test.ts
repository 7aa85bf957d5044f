/** Looking at images: real files, damaged ones, and ones made to harm. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { createInspector, type Inspector } from '../../src/media/inspect/inspector.ts';
import { findDescendants } from '../faults/support/process-tree.ts';
import { eventually } from '../support/eventually.ts';

let folder: string;
let inspector: Inspector;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
  inspector = createInspector({ waitMilliseconds: 20_000 });
});
after(async () => {
  inspector.close();
  await rm(folder, { recursive: true });
});

async function look(bytes: Buffer | string) {
  const file = join(folder, randomUUID());
  await writeFile(file, bytes);
  return inspector.image(file, 'owner');
}

async function fault(bytes: Buffer | string): Promise<string> {
  const seen = await look(bytes);
  return seen.ok ? `accepted as ${JSON.stringify(seen.facts)}` : seen.fault;
}

function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

test('JPEG, PNG and WEBP images are told by their content, with their size', async () => {
  const picture = noise(120, 80);
  for (const [type, bytes] of [
    ['image/jpeg', await picture.clone().jpeg().toBuffer()],
    ['image/jpeg', await picture.clone().jpeg({ progressive: true }).toBuffer()],
    ['image/png', await picture.clone().png().toBuffer()],
    ['image/png', await picture.clone().png({ progressive: true, palette: true }).toBuffer()],
    ['image/png', await picture.clone().toColourspace('rgb16').png().toBuffer()],
    ['image/webp', await picture.clone().webp().toBuffer()],
    ['image/webp', await picture.clone().webp({ lossless: true }).toBuffer()],
    ['image/jpeg', await picture.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['image/jpeg', await picture.clone().greyscale().jpeg().toBuffer()],
  ] as const) {
    assert.deepEqual(await look(bytes), { ok: true, facts: { type, bytes: bytes.length, width: 120, height: 80 } });
  }
  const tiny = await noise(1, 1).png().toBuffer();
  assert.deepEqual(await look(tiny), {
    ok: true,
    facts: { type: 'image/png', bytes: tiny.length, width: 1, height: 1 },
  });
});

test('the size is that of the picture as shown: the camera orientation is applied', async () => {
  for (const [orientation, width, height] of [
    [1, 120, 80],
    [3, 120, 80],
    [6, 80, 120],
    [8, 80, 120],
  ] as const) {
    const seen = await look(await noise(120, 80).jpeg().withMetadata({ orientation }).toBuffer());
    assert.deepEqual(seen.ok && [seen.facts.width, seen.facts.height], [width, height], `orientation ${orientation}`);
  }
});

test('an animation is taken as its first picture', async () => {
  const frames = await sharp(randomBytes(40 * 90 * 3), { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
  assert.equal((await sharp(frames).metadata()).pages, 3);
  const seen = await look(frames);
  assert.deepEqual(seen.ok && [seen.facts.width, seen.facts.height], [40, 30]);
});

test('an image cut off anywhere is refused, even in its last rows', async () => {
  const picture = noise(300, 200);
  for (const bytes of [
    await picture.clone().jpeg().toBuffer(),
    await picture.clone().png().toBuffer(),
    await picture.clone().webp().toBuffer(),
  ]) {
    assert.equal((await look(bytes)).ok, true);
    for (const share of [0.001, 0.02, 0.1, 0.5, 0.9, 0.97]) {
      assert.equal(await fault(bytes.subarray(0, Math.ceil(bytes.length * share))), 'invalid', `${share}`);
    }
  }
});

test('what is not one of the three formats is refused, whatever it is called', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  const picture = noise(20, 20);
  for (const bytes of [
    '',
    'x',
    '<!doctype html><h1>Not found</h1>',
    svg,
    `<?xml version="1.0"?>${svg}`,
    await picture.clone().gif().toBuffer(),
    await picture.clone().avif().toBuffer(),
    await picture.clone().tiff().toBuffer(),
    randomBytes(5_000),
    Buffer.from('504b0304', 'hex'),
    '%PDF-1.7',
  ]) {
    const seen = await look(bytes);
    assert.deepEqual(seen, { ok: false, fault: 'invalid', sentence: 'It is not a JPEG, PNG or WEBP image.' });
  }
});

test('the first bytes of a format with something else behind them are refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  for (const head of ['ffd8ffe0', '89504e470d0a1a0a', '524946460000000057454250']) {
    for (const tail of [svg, randomBytes(2_000), Buffer.alloc(0), Buffer.alloc(2_000)]) {
      assert.equal(await fault(Buffer.concat([Buffer.from(head, 'hex'), tail])), 'invalid');
    }
  }
});

test('an image of more than 50 megapixels is refused by its header, however small its file', async () => {
  // Whoever looked further would find out that the rows are not there.
  assert.equal(await fault(png(30_000, 30_000, 1)), 'too_many_pixels');
  assert.equal(await fault(png(65_000, 65_000, 0)), 'too_many_pixels');
  assert.equal(await fault(png(7_072, 7_072, 1)), 'too_many_pixels');
});

test('a header that promises more rows than the file holds is refused', async () => {
  assert.equal(await fault(png(2_000, 2_000, 100)), 'invalid');
});

test('a picture just under the limit is decoded to its last pixel', async () => {
  const seen = await look(png(7_071, 7_071, 7_071));
  assert.deepEqual(seen.ok && [seen.facts.width, seen.facts.height], [7_071, 7_071]);
  assert.equal(await fault(png(7_071, 7_071, 7_070)), 'invalid');
});

/** A black one-bit PNG with as many rows as wanted, which may be fewer than its header says. */
function png(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

test('what hardly is a picture is looked at by a process of its own, whose turn comes after all others', async () => {
  // 7000 x 7000 black pixels in 34 bytes.
  const bomb = Buffer.from('UklGRhoAAABXRUJQVlA4TA4AAAAvV9vVBgcQEf0PRET/Aw==', 'base64');
  // Beside other work a process that comes last may not be done in its time at first.
  await eventually(async () => (await look(bomb)).ok, { seconds: 300 });
  await look(await noise(120, 80).png().toBuffer());
  const priorities = findDescendants(process.pid).map(({ pid }) => getPriority(pid));
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  assert.deepEqual(
    [Math.min(...priorities), Math.max(...priorities)],
    [PRIORITY_BELOW_NORMAL, PRIORITY_BELOW_NORMAL + 5],
  );
});

/** The kernels behind the styles do what plain arithmetic says, and leave alone what lies behind a plane. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPicture } from '../src/picture/picture.ts';
import { createRandom, smooth } from '../src/picture/random.ts';
import {
  addShare,
  bendTones,
  createCurve,
  createPlaces,
  createTones,
  fadeTo,
  findEdges,
  halve,
  mapTones,
  takeFrom,
} from '../src/picture/tones.ts';

/** 26 by 14: no plane of it fills its last vector. */
function createNoise(seed: number) {
  const random = createRandom(seed);
  const picture = createPicture(26, 14);
  for (let at = 0; at < picture.bytes.length; at++) picture.bytes[at] = 256 * random();
  return picture;
}

/** Changes the luma of a picture and holds it against what each byte should have become; chroma must be as it was. */
function assertLuma(change: (y: Uint8Array) => void, expected: (byte: number, at: number) => number): void {
  const picture = createNoise(1);
  const before = picture.bytes.slice();
  change(picture.y);
  for (const [at, byte] of picture.y.entries()) {
    const wanted = expected(before[at]!, at);
    assert.ok(Math.abs(byte - wanted) <= 1, `byte ${at} is ${byte}, not ${wanted}`);
  }
  assert.deepEqual(picture.bytes.slice(picture.y.length), before.slice(picture.y.length));
}

test('a table of tones replaces every byte by its entry', () => {
  const tones = createTones((byte) => (byte * 7) % 256);
  assertLuma(
    (y) => mapTones(y, tones),
    (byte) => (byte * 7) % 256,
  );
});

test('a table holds only bytes', () => {
  assert.deepEqual([...createTones((byte) => byte * 3 - 100).slice(0, 4)], [0, 0, 0, 0]);
  assert.equal(createTones((byte) => byte * 3)[200], 255);
});

for (const [name, tone] of [
  ['rises to white', (byte: number) => 16 + 219 * smooth((byte - 16) / 219)],
  ['falls', (byte: number) => 240 - 0.8 * byte],
  ['ends steeply', (byte: number) => 51 + 0.8 * byte],
] as const) {
  test(`a curve that ${name} is followed from black to white to within two tones`, () => {
    const plane = createPicture(26, 14).y;
    for (let at = 0; at < plane.length; at++) plane[at] = 16 + (at % 220);
    bendTones(plane, createCurve(tone));
    for (let at = 0; at < 220; at++) {
      const wanted = Math.min(255, tone(16 + at));
      assert.ok(Math.abs(plane[at]! - wanted) <= 2, `${16 + at} became ${plane[at]}, not ${wanted}`);
    }
  });
}

test('fading keeps as much of every byte as another plane says', () => {
  const keep = createNoise(2).y;
  assertLuma(
    (y) => fadeTo(y, 40, keep),
    (byte, at) => 40 + ((byte - 40) * keep[at]!) / 256,
  );
});

for (const share of [0.45, -1]) {
  test(`a share of ${share} of another plane is added, from black to the white of video`, () => {
    const more = createNoise(3).y;
    assertLuma(
      (y) => addShare(y, more, share),
      (byte, at) => Math.min(235, Math.max(0, byte + more[at]! * share)),
    );
  });
}

test('bytes are taken from the places named', () => {
  const from = createNoise(6).y;
  const places = createPlaces(from.length);
  for (let at = 0; at < places.length; at++) places[at] = (at * 31) % from.length;
  assertLuma(
    (y) => takeFrom(y, from, places),
    (_, at) => from[(at * 31) % from.length]!,
  );
});

test('edges are strong where neighbours differ, and the border has none', () => {
  const { y, width } = createNoise(4);
  const edges = createNoise(5).y;
  findEdges(edges, y, width);
  for (const [at, edge] of edges.entries()) {
    const [column, row] = [at % width, Math.floor(at / width)];
    const isBorder = column === 0 || row === 0 || column === width - 1 || row === 13;
    const differ = Math.abs(y[at + 1]! - y[at - 1]!) + Math.abs(y[at + width]! - y[at - width]!);
    assert.equal(edge, isBorder ? 0 : Math.min(255, differ));
  }
});

test('half a plane has the means of two by two bytes', () => {
  const { y, u, width } = createNoise(6);
  halve(u, y, width);
  for (const [at, mean] of u.entries()) {
    const corner = Math.floor(at / 13) * 2 * width + (at % 13) * 2;
    const sum = y[corner]! + y[corner + 1]! + y[corner + width]! + y[corner + width + 1]!;
    assert.equal(mean, (sum + 2) >> 2);
  }
});

/** The vector kernels draw what plain arithmetic says, at any place, scale and width, and touch nothing beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blit } from '../src/picture/blit.ts';
import { dissolve, lookThrough } from '../src/picture/compose.ts';
import { createLayer, createPicture, type Picture, settleAlpha } from '../src/picture/picture.ts';
import { createRandom } from '../src/picture/random.ts';
import { surfaceOf } from '../src/picture/surface.ts';
import { bendMesh, createMesh, warp, warpPart } from '../src/picture/warp.ts';

/** Rounding between rows, between columns and over the ground may each be half a step off. */
const STEPS = 2;

function paintTones(picture: Picture, seed: number): Picture {
  const random = createRandom(seed);
  for (let at = 0; at < picture.bytes.length; at++) picture.bytes[at] = 16 + 219 * random();
  return picture;
}

/** A disc with a soft rim around a solid middle, empty corners. */
function paintDisc(width: number, height: number) {
  const layer = createLayer(width, height);
  paintTones(layer, 3);
  for (let at = 0; at < layer.alpha.length; at++) {
    const x = ((at % width) + 0.5) / width - 0.5;
    const y = (Math.floor(at / width) + 0.5) / height - 0.5;
    layer.alpha[at] = Math.max(0, Math.min(255, 900 * (0.48 - Math.hypot(x, y))));
  }
  return settleAlpha(layer);
}

interface Plane {
  bytes: Uint8Array;
  width: number;
}

/** The value between four neighbours; null outside the plane. */
function between({ bytes, width }: Plane, x: number, y: number): number | null {
  const height = bytes.length / width;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return null;
  const at = top * width + left;
  const [across, down] = [x - left, y - top];
  const upper = bytes[at]! * (1 - across) + bytes[at + 1]! * across;
  const lower = bytes[at + width]! * (1 - across) + bytes[at + width + 1]! * across;
  return upper * (1 - down) + lower * down;
}

const SPOTS = [
  { left: 3.3, top: 5.7, scale: 1.13 },
  { left: -31.6, top: -20.2, scale: 1.4 },
  { left: 61, top: 30, scale: 1 },
  { left: 20.5, top: 8.25, scale: 0.8, opacity: 0.6 },
];

for (const spot of SPOTS) {
  for (const width of [96, 86, 50]) {
    test(`a layer at ${spot.left}, ${spot.top}, scale ${spot.scale}, on ${width} columns is laid as computed`, () => {
      const layer = paintDisc(64, 48);
      const before = paintTones(createPicture(width, 60), 9);
      const onto = createPicture(width, 60);
      onto.bytes.set(before.bytes);
      blit(onto, { layer, left: 0, top: 0 }, spot);
      const expect = { before: before.y, plane: layer.y, alpha: layer.alpha, width, sourceWidth: 64, spot };
      assert.ok(furthest(onto.y, expect) <= STEPS);
      const half = { ...spot, left: spot.left / 2, top: spot.top / 2 };
      const chroma = { alpha: layer.chromaAlpha, width: width / 2, sourceWidth: 32, spot: half };
      assert.ok(furthest(onto.u, { ...chroma, before: before.u, plane: layer.u }) <= STEPS);
      assert.ok(furthest(onto.v, { ...chroma, before: before.v, plane: layer.v }) <= STEPS);
    });
  }
}

interface Expectation {
  before: Uint8Array;
  plane: Uint8Array;
  alpha: Uint8Array;
  width: number;
  sourceWidth: number;
  spot: { left: number; top: number; scale: number; opacity?: number };
}

/** How far any byte is from what it should be; edges that fall between two pixels may go either way. */
function furthest(drawn: Uint8Array, { before, plane, alpha, width, sourceWidth, spot }: Expectation): number {
  let most = 0;
  for (let at = 0; at < drawn.length; at++) {
    const x = ((at % width) + 0.5 - spot.left) / spot.scale - 0.5;
    const y = (Math.floor(at / width) + 0.5 - spot.top) / spot.scale - 0.5;
    const cover = ((between({ bytes: alpha, width: sourceWidth }, x, y) ?? 0) / 255) * (spot.opacity ?? 1);
    const tone = between({ bytes: plane, width: sourceWidth }, x, y) ?? 0;
    most = Math.max(most, Math.abs(drawn[at]! - (before[at]! + (tone - before[at]!) * cover)));
  }
  return most;
}

test('a camera that looks straight sees the same as one that is turned by nothing worth mentioning', () => {
  const photo = createPicture(130, 90);
  for (let at = 0; at < photo.bytes.length; at++) photo.bytes[at] = 128 + 90 * Math.sin(at / 9);
  for (const view of [
    { a: 1.2, x: -7.3, y: 4.1 },
    { a: 0.83, x: 25.5, y: 30.2 },
  ]) {
    const [straight, turned] = [createPicture(100, 60), createPicture(100, 60)];
    lookThrough(straight, photo, { ...view, b: 0 });
    lookThrough(turned, photo, { ...view, b: 1e-9 });
    const apart = straight.bytes.map((byte, at) => Math.abs(byte - turned.bytes[at]!));
    assert.ok(Math.max(...apart) <= STEPS, `${Math.max(...apart)} apart`);
  }
});

test('what a camera sees fills its planes and nothing behind them', () => {
  const photo = createPicture(64, 48);
  photo.bytes.fill(200);
  const onto = createPicture(50, 30);
  onto.bytes.fill(7);
  const rows = {
    ...onto,
    height: 10,
    y: onto.y.subarray(0, 500),
    u: onto.u.subarray(0, 125),
    v: onto.v.subarray(0, 125),
  };
  lookThrough(rows, photo, { a: 1, b: 0, x: 0, y: 0 });
  for (const [plane, filled] of [
    [onto.y, 500],
    [onto.u, 125],
    [onto.v, 125],
  ] as const) {
    assert.ok(plane.subarray(0, filled).every((byte) => byte === 200));
    assert.ok(plane.subarray(filled).every((byte) => byte === 7));
  }
});

test('a dissolve goes from one picture to the other and reaches both ends', () => {
  const over = paintTones(createPicture(50, 34), 2);
  for (const share of [0, 0.3, 1]) {
    const under = paintTones(createPicture(50, 34), 1);
    const expected = Array.from(under.bytes, (byte, at) => byte + (over.bytes[at]! - byte) * share);
    dissolve(under, over, share);
    for (const [at, value] of expected.entries()) assert.ok(Math.abs(under.bytes[at]! - value) <= 0.6);
  }
});

for (const width of [96, 86]) {
  test(`a bent grid on ${width} columns shows the places its knots name`, () => {
    const source = paintTones(createPicture(130, 90), 11);
    const onto = createPicture(width, 60);
    const mesh = createMesh(onto);
    // Straight, so that what lies between knots can be computed without them.
    const place = (x: number, y: number): [number, number] => [9.4 + 0.9 * x + 0.11 * y, 4.3 + 0.95 * y - 0.03 * x];
    bendMesh(mesh, place);
    warp(onto, source, mesh);
    for (let at = 0; at < onto.y.length; at++) {
      const [x, y] = place(at % width, Math.floor(at / width));
      const wanted = between({ bytes: source.y, width: source.width }, x, y)!;
      assert.ok(Math.abs(onto.y[at]! - wanted) <= STEPS, `at ${at}: ${onto.y[at]} instead of ${wanted}`);
    }
    for (let at = 0; at < onto.u.length; at++) {
      const [x, y] = place(2 * (at % (width / 2)), 2 * Math.floor(at / (width / 2)));
      const wanted = between({ bytes: source.u, width: source.width / 2 }, x / 2, y / 2)!;
      assert.ok(Math.abs(onto.u[at]! - wanted) <= STEPS, `at ${at}: ${onto.u[at]} instead of ${wanted}`);
    }
  });
}

test('a bent part changes the cells that move and nothing beside them', () => {
  const source = paintTones(createPicture(130, 90), 11);
  const onto = paintTones(createPicture(86, 60), 5);
  const before = onto.bytes.slice();
  const part = { left: 32, top: 16, width: 54, height: 32 };
  const mesh = createMesh(part);
  bendMesh(mesh, (x, y) => [x + 7.5, y + 3.25]);
  const kept = Uint8Array.from({ length: (mesh.columns - 1) * (mesh.rows - 1) }, (_, cell) => (cell === 1 ? 1 : 0));
  warpPart(onto, source, mesh, { ...part, kept });
  const changed = Array.from(onto.y.keys()).filter((at) => onto.y[at] !== before[at]);
  const moves = ({ x, y }: { x: number; y: number }) => x >= 32 && y >= 16 && y < 48 && !(x >= 48 && x < 64 && y < 32);
  assert.ok(changed.every((at) => moves({ x: at % 86, y: Math.floor(at / 86) })));
  assert.ok(changed.length > 0.9 * (54 * 32 - 16 * 16));
});

test('a slope of light is smooth, and grain or hatching on it is rough', () => {
  const picture = createPicture(120, 80);
  const random = createRandom(3);
  const lay = (roughness: (column: number, row: number) => number) => {
    for (let at = 0; at < picture.y.length; at++)
      picture.y[at] = 60 + at / 120 + roughness(at % 120, Math.floor(at / 120));
    return surfaceOf(picture);
  };
  assert.equal(
    lay(() => 0),
    'smooth',
  );
  assert.equal(
    lay(() => 24 * (random() - 0.5)),
    'rough',
  );
  assert.equal(
    lay((column, row) => ((column + row) % 5 === 0 ? 80 : 0)),
    'rough',
  );
});

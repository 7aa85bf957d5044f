/** What is read from pictures: where the eye goes, what moved by itself, which two belong together, what is background. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutDepths } from '../src/motion/depths.ts';
import { estimateMove } from '../src/motion/estimate.ts';
import { findForeground } from '../src/motion/foreground.ts';
import { createMoverTracker } from '../src/motion/mover.ts';
import { REST } from '../src/motion/pose.ts';
import { findMove } from '../src/motion/related.ts';
import { findFocus } from '../src/motion/salience.ts';
import { paintPrompt } from '../src/paint/prompt-picture.ts';
import { paintPush } from '../src/paint/push.ts';
import { cutSubject } from '../src/paint/reference-subject.ts';
import { paintTransfer } from '../src/paint/transfer.ts';
import { createLayer, createPicture, type Picture } from '../src/picture/picture.ts';
import type { Verb } from '../src/scene/cast.ts';
import { readScene } from '../src/scene/scene.ts';

type Tone = (x: number, y: number) => number;

/** Grey, with a tone for every pixel. */
function shade<T extends Picture>(picture: T, tone: Tone): T {
  for (let at = 0; at < picture.y.length; at++)
    picture.y[at] = tone(at % picture.width, Math.floor(at / picture.width));
  picture.u.fill(128);
  picture.v.fill(128);
  return picture;
}

const disc =
  (middle: { x: number; y: number; radius: number }): Tone =>
  (x, y) =>
    Math.hypot(x - middle.x, y - middle.y) < middle.radius ? 220 : 60;

const cloth: Tone = (x, y) => 128 + 40 * Math.sin(x / 5) + 35 * Math.cos(y / 6 + x / 31) + 25 * Math.sin((x + y) / 17);

test('the eye goes to what differs from its surroundings', () => {
  const { x, y } = findFocus(shade(createPicture(240, 160), disc({ x: 160, y: 100, radius: 18 })));
  assert.ok(Math.abs(x - 160 / 240) < 0.06 && Math.abs(y - 100 / 160) < 0.06, `${x}, ${y}`);
});

const STILL = { zoom: 1, across: 0, down: 0, parallax: 1, shake: 0 };
const FRAME = { width: 160, height: 96 };

async function push(photo: Picture, camera: typeof STILL): Promise<[Picture, Picture]> {
  const painting = await paintPush(photo, FRAME, { camera, verb: null, seed: 7 });
  const ends = [0, 1].map((share) => {
    const onto = createPicture(FRAME.width, FRAME.height);
    painting.paint(onto, { index: 0, share, seconds: share });
    return onto;
  });
  return [ends[0]!, ends[1]!];
}

function middleOf({ y, width }: Picture): { x: number; y: number; count: number } {
  let [across, down, count] = [0, 0, 0];
  y.forEach((tone, at) => {
    if (tone < 160) return;
    across += at % width;
    down += Math.floor(at / width);
    count++;
  });
  return { x: across / count, y: down / count, count };
}

test('coming closer keeps the subject where it is and makes it larger', async () => {
  const photo = shade(createPicture(198, 120), disc({ x: 125, y: 70, radius: 12 }));
  const [first, last] = (await push(photo, { ...STILL, zoom: 1.16 })).map(middleOf) as [
    ReturnType<typeof middleOf>,
    ReturnType<typeof middleOf>,
  ];
  assert.ok(last.count > first.count * 1.2, `${first.count} to ${last.count}`);
  assert.ok(Math.hypot(last.x - first.x, last.y - first.y) < 4, JSON.stringify({ first, last }));
});

test('a pan over a picture moves near ground further than far sky, and shows no hole', async () => {
  const photo = shade(createPicture(198, 120), (x) => (x % 40 < 3 ? 220 : 60));
  const [first, last] = await push(photo, { ...STILL, across: 0.06 });
  const shiftOf = (row: number) => {
    const line = ({ y }: Picture) => Array.from(y.subarray(row * FRAME.width, (row + 1) * FRAME.width));
    const [here, there] = [line(first), line(last)];
    const difference = (shift: number) =>
      here.slice(40, 120).reduce((sum, tone, at) => sum + Math.abs(tone - there[at + 40 - shift]!), 0);
    return Array.from({ length: 30 }, (_, shift) => shift).reduce((best, shift) =>
      difference(shift) < difference(best) ? shift : best,
    );
  };
  const [top, bottom] = [shiftOf(4), shiftOf(FRAME.height - 5)];
  assert.ok(top > 10 && bottom > top + 2, `${top} and ${bottom}`);
  assert.ok([first, last].every(({ y }) => y.every((tone) => tone >= 55)));
});

function grey(tone: Tone) {
  const [width, height] = [192, 108];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => tone(at % width, Math.floor(at / width)));
  return { width, height, pixels };
}

/** A dark block on light ground before a light sky, as large as a subject is. */
const block: Tone = (x, y) =>
  x > 84 && x < 114 && y > 40 && y < 100 ? 30 : 200 + 10 * Math.sin(x / 9) + 8 * Math.cos(y / 7);

function darkMiddle({ y, width }: Picture): { x: number; y: number } {
  let [across, down, count] = [0, 0, 0];
  y.forEach((tone, at) => {
    if (tone > 90) return;
    across += at % width;
    down += Math.floor(at / width);
    count++;
  });
  return { x: across / count, y: down / count };
}

async function frameAt(photo: Picture, verb: Verb | null, seconds: number): Promise<Picture> {
  const onto = createPicture(FRAME.width, FRAME.height);
  const painting = await paintPush(photo, FRAME, { camera: STILL, verb, seed: 7 });
  painting.paint(onto, { index: 0, share: seconds / 5, seconds });
  return onto;
}

test('what stands before its background is cut out, moves by the verb, and leaves no hole', async () => {
  const photo = shade(createPicture(198, 120), block);
  const mask = findForeground(photo);
  assert.ok(mask !== null);
  const { behind } = cutDepths(photo, mask);
  assert.ok(Math.min(...behind.y) > 120, 'the background goes on behind it');
  const low = darkMiddle(await frameAt(photo, 'jump', 0));
  const high = darkMiddle(await frameAt(photo, 'jump', 0.5));
  assert.ok(low.y - high.y > 6, `${low.y} to ${high.y}`);
  const [from, to] = [darkMiddle(await frameAt(photo, 'run', 0.5)), darkMiddle(await frameAt(photo, 'run', 4))];
  assert.ok(to.x - from.x > 8, `${from.x} to ${to.x}`);
});

test('what cannot be told from its surroundings is bent where the eye goes, and the rim stays', async () => {
  const photo = shade(createPicture(198, 120), cloth);
  assert.equal(findForeground(photo), null);
  const [still, dancing] = [await frameAt(photo, null, 1.2), await frameAt(photo, 'dance', 1.2)];
  const changed = still.y.map((tone, at) => (Math.abs(tone - dancing.y[at]!) > 12 ? 1 : 0));
  assert.ok(changed.reduce((sum, one) => sum + one, 0) > 300);
  assert.equal(
    changed.subarray(0, FRAME.width * 4).reduce((sum, one) => sum + one, 0),
    0,
  );
});

test('what stands before bands of sky, hills and ground is cut, and the sun above it is not', async () => {
  for (const prompt of ['a red fox in a snowy forest', 'a car on a road', 'an elephant in a desert']) {
    const scene = readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
    const size = { width: 640, height: 360 };
    const photo = createPicture(size.width, size.height);
    (await paintPrompt(scene, size, 'one')).paint(photo, { index: 0, share: 0.4, seconds: 2 });
    const mask = findForeground(photo);
    assert.ok(mask !== null, prompt);
    assert.ok(mask.box.top > 0.3 * mask.rows && mask.box.bottom < 0.97 * mask.rows, `${prompt}: ${mask.box.top}`);
  }
});

test('motion transfer: the subject goes the way of what moved in the reference, in its time', () => {
  const photo = shade(createPicture(218, 132), (x, y) => block(x - 10, y - 6));
  // To the right in the first half, up in the second.
  const path = Array.from({ length: 24 }, (_, frame) => ({
    pose: REST,
    mover: { x: 0.014 * Math.min(frame, 12), y: -0.014 * Math.max(0, frame - 12) },
  }));
  const painting = paintTransfer(photo, path, FRAME);
  const places = [0, 12, 23].map((index) => {
    const onto = createPicture(FRAME.width, FRAME.height);
    painting.paint(onto, { index, share: index / 23, seconds: index / 24 });
    return darkMiddle(onto);
  });
  const [first, middle, last] = places as [(typeof places)[0], (typeof places)[0], (typeof places)[0]];
  assert.ok(middle.x - first.x > 12 && Math.abs(middle.y - first.y) < 4, JSON.stringify(places));
  assert.ok(middle.y - last.y > 10 && Math.abs(last.x - middle.x) < 4, JSON.stringify(places));
});

test('motion transfer: a way too long for the frame is taken smaller, and evenly', () => {
  const photo = shade(createPicture(218, 132), (x, y) => block(x - 10, y - 6));
  const path = Array.from({ length: 25 }, (_, frame) => ({ pose: REST, mover: { x: 0.05 * frame, y: 0 } }));
  const painting = paintTransfer(photo, path, FRAME);
  const places = [4, 12, 20].map((index) => {
    const onto = createPicture(FRAME.width, FRAME.height);
    painting.paint(onto, { index, share: index / 24, seconds: index / 24 });
    return darkMiddle(onto).x;
  });
  const [first, middle, last] = places as [number, number, number];
  assert.ok(last - first > FRAME.width * 0.4, `${places}`);
  assert.ok(Math.abs(middle - (first + last) / 2) < 5, `${places}`);
});

test('a hand that holds the camera trembles over a given picture too', async () => {
  const photo = shade(createPicture(198, 120), cloth);
  const camera = { ...STILL, shake: 0.006 };
  const painting = await paintPush(photo, FRAME, { camera, verb: null, seed: 7 });
  const [one, other] = [0.2, 0.45].map((seconds) => {
    const onto = createPicture(FRAME.width, FRAME.height);
    painting.paint(onto, { index: 0, share: 0.5, seconds });
    return onto;
  });
  assert.ok(one!.y.some((tone, at) => Math.abs(tone - other!.y[at]!) > 8));
});

/** A dark ball before the cloth, which the camera passes by. */
const ball =
  (middle: { x: number; y: number }, camera: number): Tone =>
  (x, y) =>
    Math.hypot(x - middle.x, y - middle.y) < 9 ? 20 : cloth(x - camera, y);

test('what moves by itself is followed, whatever the camera does, and stands when it stands', () => {
  for (const pan of [0, 2]) {
    const tracker = createMoverTracker();
    const place = (frame: number) => ({
      x: 40 + pan * frame + 3 * Math.min(frame, 20),
      y: 70 - 30 * Math.sin(frame / 6),
    });
    const seen = (frame: number) => grey(ball(place(frame), pan * frame));
    const ways = Array.from({ length: 30 }, (_, frame) =>
      tracker.next(seen(frame), seen(frame + 1), { ...REST, x: pan / 192 }),
    );
    // The first step tells where it is; from then on its way is known.
    const [half, last] = [ways[10]!, ways.at(-1)!];
    assert.ok(Math.abs(half.x * 192 - 30) < 5, `${half.x * 192} with a pan of ${pan}`);
    assert.ok(Math.abs(last.x * 192 - 58) < 7, `${last.x * 192} with a pan of ${pan}`);
    const [high, low] = [Math.min(...ways.map(({ y }) => y)), Math.max(...ways.map(({ y }) => y))];
    assert.ok(Math.abs((low - high) * 192 - 57) < 8, `${(low - high) * 192} with a pan of ${pan}`);
  }
  const resting = createMoverTracker();
  const way = resting.next(
    grey(cloth),
    grey((x, y) => cloth(x - 3, y)),
    { ...REST, x: 3 / 192 },
  );
  assert.deepEqual(way, { x: 0, y: 0 });
});

test('near ground that passes faster than far is no turn of the camera', () => {
  const parallax: Tone = (x, y) => cloth(x - 1 - 3 * (y / 108), y);
  const { b } = estimateMove(grey(cloth), grey(parallax));
  assert.ok(Math.abs(b) < 0.004, `${b}`);
});

/** Discs of many sizes, none of them twice: shapes that fit in one place only. */
const landmarks: Tone = (x, y) =>
  Array.from({ length: 14 }, (_, at) => ({ x: (at * 97) % 311, y: (at * 61) % 173, radius: 6 + ((at * 5) % 13) })).some(
    (one) => Math.hypot(x - one.x, y - one.y) < one.radius,
  )
    ? 200
    : 90;

test('two pictures of one thing are related whatever their light, two of different things are not', () => {
  const size = [320, 180] as const;
  const day = shade(createPicture(...size), (x, y) => 100 + 0.6 * landmarks(x, y));
  const night = shade(createPicture(...size), (x, y) => 20 + 0.35 * landmarks(x - 12, y));
  const move = findMove(day, night);
  assert.ok(move !== null && Math.abs(move.x * 320 - 12) < 2, JSON.stringify(move));
  const other = shade(createPicture(...size), (x, y) => 128 + 90 * Math.sin(Math.hypot(x - 90, y - 60) / 3));
  assert.equal(findMove(day, other), null);
});

test('a subject before a plain background is cut out, one in a scene is not', () => {
  const plain = cutSubject(shade(createLayer(120, 90), disc({ x: 60, y: 50, radius: 24 })));
  assert.ok(plain !== null);
  assert.ok(Math.abs(plain.width - 48) <= 4 && Math.abs(plain.height - 48) <= 4, `${plain.width} by ${plain.height}`);
  assert.equal(plain.alpha[0], 0, 'its corner is empty');
  assert.equal(plain.alpha[24 * plain.width + 24], 255, 'its middle is solid');
  assert.equal(cutSubject(shade(createLayer(120, 90), cloth)), null);
});

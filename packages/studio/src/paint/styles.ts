/** Styles that change every pixel of a finished frame, with tables made once so that each costs a few milliseconds. */
import { createPicture, type Picture } from '../picture/picture.ts';
import { createNoiseField, createRandom, smooth } from '../picture/random.ts';
import type { Style } from '../scene/place-words.ts';
import type { Scene } from '../scene/scene.ts';
import type { Painting, Size } from './painting.ts';

type Filter = (picture: Picture) => void;

export function withStyle(painting: Painting, scene: Scene, size: Size): Painting {
  if (scene.style === null) return painting;
  const filter = FILTERS[scene.style](size, scene.seed);
  return {
    paint(onto, moment) {
      painting.paint(onto, moment);
      filter(onto);
    },
  };
}

const FILTERS: Record<Style, (size: Size, seed: number) => Filter> = {
  noir,
  vintage,
  watercolour,
  neon,
  sketch,
  pixel,
  oil,
  film,
};

function table(curve: (tone: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from(
    { length: 256 },
    (_, byte) => 16 + 219 * curve(Math.min(1, Math.max(0, (byte - 16) / 219))),
  );
}

function relight(picture: Picture, tones: Uint8ClampedArray): void {
  for (let at = 0; at < picture.y.length; at++) picture.y[at] = tones[picture.y[at]!]!;
}

/** Chroma is kept by `keep`, then moved towards (u, v). */
function recolour(picture: Picture, to: { keep: number; u: number; v: number }): void {
  const blue = Uint8ClampedArray.from({ length: 256 }, (_, byte) => to.u + (byte - 128) * to.keep);
  const red = Uint8ClampedArray.from({ length: 256 }, (_, byte) => to.v + (byte - 128) * to.keep);
  for (let at = 0; at < picture.u.length; at++) {
    picture.u[at] = blue[picture.u[at]!]!;
    picture.v[at] = red[picture.v[at]!]!;
  }
}

/** Corners fall to `floor` of their light. */
function vignette({ width, height }: Size, floor: number): (picture: Picture) => void {
  const shade = Uint8Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) / width - 0.5) * 1.9;
    const y = (Math.floor(at / width) / height - 0.5) * 1.7;
    return 255 * (1 - (1 - floor) * smooth(Math.hypot(x, y) - 0.25));
  });
  return ({ y }) => {
    for (let at = 0; at < y.length; at++) y[at] = 16 + (((y[at]! - 16) * shade[at]!) >> 8);
  };
}

function noir(size: Size): Filter {
  const tones = table((tone) => smooth(tone * 1.12 - 0.08));
  const darken = vignette(size, 0.25);
  return (picture) => {
    relight(picture, tones);
    recolour(picture, { keep: 0, u: 128, v: 128 });
    darken(picture);
  };
}

function vintage(size: Size): Filter {
  const tones = table((tone) => 0.12 + 0.78 * smooth(tone * 0.9 + 0.05));
  const darken = vignette(size, 0.45);
  return (picture) => {
    relight(picture, tones);
    recolour(picture, { keep: 0.42, u: 112, v: 140 });
    darken(picture);
  };
}

function film({ width, height }: Size): Filter {
  const tones = table((tone) => 0.35 * tone + 0.65 * smooth(tone));
  const bar = Math.floor((height * 0.115) / 2) * 2;
  return (picture) => {
    relight(picture, tones);
    const half = width / 2;
    for (let at = 0; at < picture.u.length; at++) {
      // Teal in the shadows, amber in the light.
      const warm = (picture.y[Math.floor(at / half) * 2 * width + (at % half) * 2]! - 110) / 110;
      picture.u[at] = Math.min(240, Math.max(16, picture.u[at]! - 10 * warm));
      picture.v[at] = Math.min(240, Math.max(16, picture.v[at]! + 11 * warm));
    }
    for (const [from, to] of [
      [0, bar],
      [height - bar, height],
    ] as const) {
      picture.y.fill(16, from * width, to * width);
      picture.u.fill(128, (from / 2) * half, (to / 2) * half);
      picture.v.fill(128, (from / 2) * half, (to / 2) * half);
    }
  };
}

function neon(size: Size): Filter {
  const tones = table((tone) => 0.9 * tone ** 1.15);
  const edges = new Uint8Array(size.width * size.height);
  return (picture) => {
    findEdges(picture, edges);
    relight(picture, tones);
    const { y, u, v, width } = picture;
    for (let at = 0; at < y.length; at++) y[at] = Math.min(235, y[at]! + edges[at]! * 0.45);
    const half = width / 2;
    for (let at = 0; at < u.length; at++) {
      const row = Math.floor(at / half) * 2;
      const glow = Math.min(1, edges[row * width + (at % half) * 2]! / 90);
      const upper = 1 - row / size.height;
      u[at] = Math.min(240, Math.max(16, 140 + (u[at]! - 128) * 1.5 + glow * 40));
      v[at] = Math.min(240, Math.max(16, 136 + (v[at]! - 128) * 1.5 + glow * (upper > 0.45 ? 56 : -40)));
    }
  };
}

function findEdges({ y, width, height }: Picture, edges: Uint8Array): void {
  for (let row = 1; row < height - 1; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      const across = y[at + 1]! - y[at - 1]!;
      const down = y[at + width]! - y[at - width]!;
      edges[at] = Math.min(255, (across < 0 ? -across : across) + (down < 0 ? -down : down));
    }
  }
}

function sketch(size: Size, seed: number): Filter {
  const { width, height } = size;
  const edges = new Uint8Array(width * height);
  const random = createRandom(seed ^ 0x5e7c);
  const unit = Math.max(3, Math.round(height / 150));
  const hatch = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const one = (x + y) % unit === 0 ? 150 : 0;
    const two = (x - y + 40000) % unit === 0 ? 90 : 0;
    return Math.max(one, two) + 20 * random();
  });
  return (picture) => {
    findEdges(picture, edges);
    const { y } = picture;
    for (let at = 0; at < y.length; at++) {
      const dark = 235 - y[at]!;
      const stroke = hatch[at]! * (dark > 150 ? 0.75 : dark > 95 && hatch[at]! > 100 ? 0.5 : 0.06);
      y[at] = Math.max(28, 228 - Math.min(190, edges[at]! * 3.2) - stroke - dark * 0.16);
    }
    recolour(picture, { keep: 0, u: 124, v: 131 });
  };
}

function pixel({ width, height }: Size): Filter {
  const block = Math.max(2, Math.round(Math.min(width, height) / 48 / 2) * 2);
  return (picture) => {
    average(picture.y, { width, height, block });
    average(picture.u, { width: width / 2, height: height / 2, block: block / 2 });
    average(picture.v, { width: width / 2, height: height / 2, block: block / 2 });
  };
}

function average(plane: Uint8Array, grid: { width: number; height: number; block: number }): void {
  const { width, height, block } = grid;
  const step = 9;
  for (let top = 0; top < height; top += block) {
    for (let left = 0; left < width; left += block) {
      let sum = 0;
      const bottom = Math.min(height, top + block);
      const right = Math.min(width, left + block);
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) sum += plane[row * width + column]!;
      const mean = sum / ((bottom - top) * (right - left));
      const tone = Math.round((mean - 128) / step) * step + 128;
      for (let row = top; row < bottom; row++) plane.fill(tone, row * width + left, row * width + right);
    }
  }
}

interface Strokes {
  /** For every pixel of a plane, the pixel whose colour its stroke has. */
  luma: Uint32Array;
  chroma: Uint32Array;
  relief: Int8Array;
}

/** Short strokes laid over one another: each takes the colour of the picture under its middle. */
function layStrokes(size: Size, seed: number, brush: { length: number; width: number; relief: number }): Strokes {
  const { width, height } = size;
  const random = createRandom(seed ^ 0x0117);
  const field = createNoiseField(random, { cells: 4, octaves: 3 });
  const luma = Uint32Array.from({ length: width * height }, (_, at) => at);
  const relief = new Int8Array(width * height);
  const [long, wide] = [Math.max(3, size.height * brush.length), Math.max(1.5, size.height * brush.width)];
  const count = Math.round((3.2 * width * height) / (long * wide * 2));
  for (let stroke = 0; stroke < count; stroke++) {
    const x = random() * width;
    const y = random() * height;
    const angle = 4.5 * field.at(x / height, y / height);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const middle = Math.floor(y) * width + Math.floor(x);
    const light = (random() - 0.5) * brush.relief;
    const reach = Math.ceil(long);
    for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row++) {
      for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column++) {
        const along = (column - x) * cosine + (row - y) * sine;
        const across = (row - y) * cosine - (column - x) * sine;
        if (along * along > long * long * 0.5 || across * across > wide * wide * 0.5) continue;
        luma[row * width + column] = middle;
        relief[row * width + column] = light + (across / wide) * brush.relief;
      }
    }
  }
  const half = width / 2;
  const chroma = Uint32Array.from({ length: half * (height / 2) }, (_, at) => {
    const from = luma[Math.floor(at / half) * 2 * width + (at % half) * 2]!;
    return (Math.floor(from / width) >> 1) * half + ((from % width) >> 1);
  });
  return { luma, chroma, relief };
}

function repaint(picture: Picture, from: Picture, strokes: Strokes): void {
  from.bytes.set(picture.bytes);
  const { luma, chroma, relief } = strokes;
  for (let at = 0; at < luma.length; at++)
    picture.y[at] = Math.min(235, Math.max(16, from.y[luma[at]!]! + relief[at]!));
  for (let at = 0; at < chroma.length; at++) {
    picture.u[at] = from.u[chroma[at]!]!;
    picture.v[at] = from.v[chroma[at]!]!;
  }
}

function oil(size: Size, seed: number): Filter {
  const strokes = layStrokes(size, seed, { length: 0.016, width: 0.006, relief: 22 });
  const before = createPicture(size.width, size.height);
  return (picture) => {
    recolour(picture, { keep: 1.25, u: 128, v: 128 });
    repaint(picture, before, strokes);
  };
}

function watercolour(size: Size, seed: number): Filter {
  const { width, height } = size;
  const strokes = layStrokes(size, seed, { length: 0.012, width: 0.012, relief: 3 });
  const before = createPicture(width, height);
  const noise = createNoiseField(createRandom(seed ^ 0x3a7), { cells: 16, octaves: 4 });
  const paper = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const edge = smooth(
      Math.min(x, 1 - x, (y * height) / width, ((1 - y) * height) / width) / 0.05 - noise.at(x * 2, y * 2) * 0.9 + 0.25,
    );
    return 255 * edge * (0.72 + 0.35 * noise.at(x * 5, y * 5));
  });
  const tones = table((tone) => 0.2 + 0.8 * tone);
  return (picture) => {
    repaint(picture, before, strokes);
    relight(picture, tones);
    const { y, u, v } = picture;
    for (let at = 0; at < y.length; at++) y[at] = 236 + (((y[at]! - 236) * paper[at]!) >> 8);
    const half = width / 2;
    for (let at = 0; at < u.length; at++) {
      const share = paper[Math.floor(at / half) * 2 * width + (at % half) * 2]!;
      u[at] = 127 + (((u[at]! - 127) * share) >> 8);
      v[at] = 129 + (((v[at]! - 129) * share) >> 8);
    }
  };
}

/** Painted styles, oil and watercolour: every stroke takes the colour under its middle. */
import { createPicture, type Picture } from '../picture/picture.ts';
import { createNoiseField, createRandom, smooth } from '../picture/random.ts';
import { addShare, bendTones, createPlaces, fadeTo, halve, takeFrom } from '../picture/tones.ts';
import { allocate } from '../simd/memory.ts';
import { curve, type Filter, layPlane, recolour } from './filter.ts';
import type { Size } from './painting.ts';

interface Strokes {
  /** For every pixel of a plane, the pixel whose colour its stroke has. */
  luma: Int32Array;
  chroma: Int32Array;
  /** How much lighter and darker its stroke makes a pixel. */
  raised: Uint8Array;
  sunken: Uint8Array;
}

/** Short strokes laid over one another: each takes the colour of the picture under its middle. */
function layStrokes(size: Size, seed: number, brush: { length: number; width: number; relief: number }): Strokes {
  const { width, height } = size;
  const random = createRandom(seed ^ 0x0117);
  const field = createNoiseField(random, { cells: 4, octaves: 3 });
  const luma = createPlaces(width * height);
  for (let at = 0; at < luma.length; at++) luma[at] = at;
  const [raised, sunken] = [allocate(width * height), allocate(width * height)];
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
        const relief = light + (across / wide) * brush.relief;
        raised[row * width + column] = Math.max(0, relief);
        sunken[row * width + column] = Math.max(0, -relief);
      }
    }
  }
  const half = width / 2;
  const chroma = createPlaces(half * (height / 2));
  for (let at = 0; at < chroma.length; at++) {
    const from = luma[Math.floor(at / half) * 2 * width + (at % half) * 2]!;
    chroma[at] = (Math.floor(from / width) >> 1) * half + ((from % width) >> 1);
  }
  return { luma, chroma, raised, sunken };
}

function repaint(picture: Picture, from: Picture, { luma, chroma, raised, sunken }: Strokes): void {
  from.bytes.set(picture.bytes);
  takeFrom(picture.y, from.y, luma);
  takeFrom(picture.u, from.u, chroma);
  takeFrom(picture.v, from.v, chroma);
  addShare(picture.y, raised, 1);
  addShare(picture.y, sunken, -1);
}

export function oil(size: Size, seed: number): Filter {
  const strokes = layStrokes(size, seed, { length: 0.016, width: 0.006, relief: 22 });
  const before = createPicture(size.width, size.height);
  const vivid = recolour({ keep: 1.25, u: 128, v: 128 });
  return (picture) => {
    vivid(picture);
    repaint(picture, before, strokes);
  };
}

export function watercolour(size: Size, seed: number): Filter {
  const { width, height } = size;
  const strokes = layStrokes(size, seed, { length: 0.012, width: 0.012, relief: 3 });
  const before = createPicture(width, height);
  const noise = createNoiseField(createRandom(seed ^ 0x3a7), { cells: 16, octaves: 4 });
  const paper = layPlane(size, (x, y) => {
    const inset = Math.min(x, 1 - x, (y * height) / width, ((1 - y) * height) / width);
    const edge = smooth(inset / 0.05 - noise.at(x * 2, y * 2) * 0.9 + 0.25);
    return 255 * edge * (0.72 + 0.35 * noise.at(x * 5, y * 5));
  });
  const chromaPaper = allocate((width * height) / 4);
  halve(chromaPaper, paper, width);
  const tones = curve((light) => 0.2 + 0.8 * light);
  return (picture) => {
    repaint(picture, before, strokes);
    bendTones(picture.y, tones);
    fadeTo(picture.y, 236, paper);
    fadeTo(picture.u, 127, chromaPaper);
    fadeTo(picture.v, 129, chromaPaper);
  };
}

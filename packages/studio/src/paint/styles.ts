/** Styles that change every pixel of a finished frame, by tables and planes made once. */
import { createRandom, smooth } from '../picture/random.ts';
import { addShare, bendTones, createTones, fadeTo, findEdges, halve, mapTones } from '../picture/tones.ts';
import type { Style } from '../scene/place-words.ts';
import type { Scene } from '../scene/scene.ts';
import { allocate } from '../simd/memory.ts';
import { curve, type Filter, layPlane, recolour } from './filter.ts';
import type { Painting, Size } from './painting.ts';
import { oil, watercolour } from './strokes.ts';

/** Pixel art is none of these: it is drawn smaller from the start. */
export function withStyle(painting: Painting, scene: Scene, size: Size): Painting {
  if (scene.style === null || scene.style === 'pixel') return painting;
  const filter = FILTERS[scene.style](size, scene.seed);
  return {
    paint(onto, moment) {
      painting.paint(onto, moment);
      filter(onto);
    },
  };
}

const FILTERS: Record<Exclude<Style, 'pixel'>, (size: Size, seed: number) => Filter> = {
  noir,
  vintage,
  watercolour,
  neon,
  sketch,
  oil,
  film,
};

/** Corners fall to `floor` of their light. */
function vignette(size: Size, floor: number): Filter {
  const shade = layPlane(size, (x, y) => {
    const away = Math.sqrt(((x - 0.5) * 1.9) ** 2 + ((y - 0.5) * 1.7) ** 2);
    return 255 * (1 - (1 - floor) * smooth(away - 0.25));
  });
  return ({ y }) => fadeTo(y, 16, shade);
}

function noir(size: Size): Filter {
  const tones = curve((light) => smooth(light * 1.12 - 0.08));
  const darken = vignette(size, 0.25);
  return (picture) => {
    bendTones(picture.y, tones);
    picture.u.fill(128);
    picture.v.fill(128);
    darken(picture);
  };
}

function vintage(size: Size): Filter {
  const tones = curve((light) => 0.12 + 0.78 * smooth(light * 0.9 + 0.05));
  const fade = recolour({ keep: 0.42, u: 112, v: 140 });
  const darken = vignette(size, 0.45);
  return (picture) => {
    bendTones(picture.y, tones);
    fade(picture);
    darken(picture);
  };
}

function film({ width, height }: Size): Filter {
  const tones = curve((light) => 0.35 * light + 0.65 * smooth(light));
  // Teal in the shadows, amber in the light: both moved down first, then up by how dark or light it is.
  const shadow = createTones((byte) => Math.max(0, 2 * (110 - byte)));
  const shine = createTones((byte) => Math.max(0, 2 * (byte - 110)));
  const [dark, bright] = [allocate((width * height) / 4), allocate((width * height) / 4)];
  const bar = Math.floor((height * 0.115) / 2) * 2;
  return (picture) => {
    const { y, u, v } = picture;
    bendTones(y, tones);
    halve(dark, y, width);
    bright.set(dark);
    mapTones(dark, shadow);
    mapTones(bright, shine);
    addShare(u, dark, 5 / 110);
    addShare(u, bright, -5 / 110);
    addShare(v, dark, -5.5 / 110);
    addShare(v, bright, 5.5 / 110);
    for (const [plane, black, bytes] of [
      [y, 16, bar * width],
      [u, 128, (bar * width) / 4],
      [v, 128, (bar * width) / 4],
    ] as const) {
      plane.fill(black, 0, bytes);
      plane.fill(black, plane.length - bytes);
    }
  };
}

function neon({ width, height }: Size): Filter {
  const tones = curve((light) => 0.9 * light ** 1.15);
  const vivid = recolour({ keep: 1.5, u: 140, v: 136 });
  const glow = createTones((byte) => Math.min(90, byte));
  const edges = allocate(width * height);
  const chromaEdges = allocate((width * height) / 4);
  /** Magenta above this, cyan below. */
  const turn = Math.floor(height * 0.55 * 0.5) * (width / 2);
  return (picture) => {
    const { y, u, v } = picture;
    findEdges(edges, y, width);
    halve(chromaEdges, edges, width);
    mapTones(chromaEdges, glow);
    bendTones(y, tones);
    addShare(y, edges, 0.45);
    vivid(picture);
    addShare(u, chromaEdges, 40 / 90);
    addShare(v.subarray(0, turn), chromaEdges, 56 / 90);
    addShare(v.subarray(turn), chromaEdges.subarray(turn), -40 / 90);
  };
}

function sketch(size: Size, seed: number): Filter {
  const { width, height } = size;
  const hatches = createHatches(size, seed);
  const paper = createTones((byte) => 228 - 0.16 * (235 - byte));
  const lines = createTones((byte) => Math.min(190, byte * 3.2));
  const pencil = createTones((byte) => Math.max(28, byte));
  const edges = allocate(width * height);
  const strokes = allocate(width * height);
  const shown = allocate(width * height);
  const light = allocate(width * height);
  return ({ y, u, v }) => {
    findEdges(edges, y, width);
    mapTones(edges, lines);
    light.set(y);
    mapTones(y, paper);
    for (const hatch of hatches) {
      shown.set(light);
      mapTones(shown, hatch.shown);
      strokes.set(hatch.strokes);
      fadeTo(strokes, 0, shown);
      addShare(y, strokes, -1);
    }
    addShare(y, edges, -1);
    mapTones(y, pencil);
    u.fill(124);
    v.fill(131);
  };
}

/** Two ways of hatching: where it is dark both are seen, in the half-light the first. */
function createHatches({ width, height }: Size, seed: number): { strokes: Uint8Array; shown: Uint8Array }[] {
  const random = createRandom(seed ^ 0x5e7c);
  const unit = Math.max(3, Math.round(height / 150));
  const [falling, rising] = [allocate(width * height), allocate(width * height)];
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      falling[at] = ((column + row) % unit === 0 ? 150 : 0) + 20 * random();
      rising[at] = (column - row + unit * height) % unit === 0 ? 90 : 0;
    }
  }
  return [
    { strokes: falling, shown: createTones((byte) => (byte < 85 ? 192 : byte < 140 ? 128 : 15)) },
    { strokes: rising, shown: createTones((byte) => (byte < 85 ? 192 : 15)) },
  ];
}

/** Dunes as the wind makes them: a gentle windward side, a sharp crest, a steep lee side, seen in perspective. */
import { type Canvas, createCanvas } from '../picture/canvas.ts';
import type { Colour } from '../picture/colour.ts';
import { createNoiseField, createRandom, type NoiseField, smooth } from '../picture/random.ts';
import { grainOf, type Site } from './site.ts';

export interface DuneBand {
  seed: number;
  /** Where its flat ground would begin and end, as shares of the frame's height below the horizon. */
  from: number;
  to: number;
  /** How large its dunes are: those of the far country must be giants to be told. */
  scale: number;
  /** How high its last crest stands against what is behind, in heights of its dunes. */
  rise: number;
  dark: Colour;
  lit: Colour;
  haze: number;
  /** Which side the sun is on: -1 left, 1 right. */
  sunSide: number;
}

/** Share of a dune that is its windward side. */
const WINDWARD = 0.7;

/** Dunes to one height of the eye, and how steep they are. */
const DUNES = 0.3;
const HEIGHT = 0.3;

/** Near and far move differently: this share of the height is painted below where the next band begins. */
const HIDDEN = 0.15;

export function paintDunes(site: Site, band: DuneBand): Canvas {
  const { area, size, horizon, scene } = site;
  const [top, bottom] = [
    Math.max(area.top, 2 * Math.floor((horizon - size.height * 0.16) / 2)),
    Math.min(area.top + area.height, 2 * Math.ceil((horizon + size.height * (band.to + HIDDEN)) / 2)),
  ];
  const canvas = createCanvas({ ...area, top, height: bottom - top });
  const grain = grainOf(size);
  const random = createRandom(scene.seed ^ band.seed);
  // Large dunes stand far away, where one row of the picture spans a whole dune.
  const steps = Math.ceil((band.to - band.from) * size.height * Math.min(3, 1.1 * band.scale)) + 1;
  const land: Land = {
    band,
    bends: createNoiseField(random, { cells: 4, octaves: 2 }),
    grains: createNoiseField(random, { cells: 16, octaves: 3 }),
    start: random() * 10,
    steps,
    phases: new Float32Array(steps),
    heights: new Float32Array(steps),
    before: new Float32Array(steps),
    apart: grain / size.height,
  };
  const pixels = new Uint32Array(canvas.rgba.buffer);
  raiseColumn(site, land, { canvas, column: -grain });
  for (let column = 0; column < canvas.width; column += grain) {
    land.before.set(land.heights);
    raiseColumn(site, land, { canvas, column });
    paintColumn(site, land, { canvas, column });
    if (grain === 2 && column + 1 < canvas.width)
      for (let row = 0; row < canvas.height; row++)
        pixels[row * canvas.width + column + 1] = pixels[row * canvas.width + column]!;
  }
  return canvas;
}

interface Land {
  band: DuneBand;
  bends: NoiseField;
  grains: NoiseField;
  start: number;
  /** From the near end of the band to its far end; the lists below have one entry a step. */
  steps: number;
  /** Which part of its dune a place is in: 0 at the foot of the windward side, 1 at the foot of the lee side. */
  phases: Float32Array;
  heights: Float32Array;
  /** The heights one column to the left, which give the slope across, and how far that is for each height away. */
  before: Float32Array;
  apart: number;
}

interface Column {
  canvas: Canvas;
  column: number;
}

/** How far below the horizon the flat ground of a step would be, as a share of the frame's height. */
function belowAt({ band, steps }: Land, step: number): number {
  return band.to - ((band.to - band.from) * step) / (steps - 1);
}

/** How far away a step is, in heights of the band's dunes. */
function far(land: Land, step: number): number {
  return 1 / (belowAt(land, step) * land.band.scale);
}

function acrossAt({ size }: Site, { canvas, column }: Column): number {
  return (column + canvas.left - size.width / 2) / size.height;
}

/** One look into the noise for each place: the slopes come from its neighbours. */
function raiseColumn(site: Site, land: Land, place: Column): void {
  const { band, bends, start, steps, phases, heights } = land;
  const across = acrossAt(site, place);
  for (let step = 0; step < steps; step++) {
    const z = far(land, step);
    const x = across * z;
    const turn = start + DUNES * (0.7 * z - 0.72 * band.sunSide * x) + 2.6 * bends.at(x * 0.05 + start, z * 0.05);
    const phase = turn - Math.floor(turn);
    const rising = phase / WINDWARD;
    const profile =
      phase < WINDWARD ? rising * (0.35 + 0.65 * rising) : 1 - smooth((phase - WINDWARD) / (1 - WINDWARD));
    const size = 0.35 + 0.65 * bends.at(x * 0.021 + 0.4, z * 0.021 + 0.7);
    const end = step / (steps - 1);
    phases[step] = phase;
    // Every band ends in a crest, or the ground behind would begin with an edge of its own.
    heights[step] = HEIGHT * size * profile + band.rise * end * end * (0.4 + 0.6 * profile);
  }
}

/** From near to far; what is already covered hides what lies behind it. Pixels gather the shares that fall into them. */
function paintColumn(site: Site, land: Land, place: Column): void {
  const { size, horizon, scene } = site;
  const { band, steps, heights } = land;
  const { haze } = scene.palette;
  const { canvas, column } = place;
  const { rgba, width, height, top } = canvas;
  const across = acrossAt(site, place);
  let covered = height;
  for (let step = 0; step < steps; step++) {
    const below = belowAt(land, step);
    const y = horizon - top + (1 - band.scale * heights[step]!) * below * size.height;
    if (y >= covered) continue;
    const light = lightAt(land, step, across * far(land, step));
    const veil = band.haze * (0.55 + (0.45 * step) / steps);
    const red = toneOf(band, light, 0) * (1 - veil) + haze[0] * veil;
    const green = toneOf(band, light, 1) * (1 - veil) + haze[1] * veil;
    const blue = toneOf(band, light, 2) * (1 - veil) + haze[2] * veil;
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(height, covered); row++) {
      const share = Math.min(row + 1, covered) - Math.max(row, y);
      const at = (row * width + column) * 4;
      rgba[at]! += share * red;
      rgba[at + 1]! += share * green;
      rgba[at + 2]! += share * blue;
      rgba[at + 3]! += 255 * share;
    }
    covered = Math.max(0, y);
  }
  // The crest's own pixel gathered less than a whole one.
  const crest = (Math.floor(covered) * width + column) * 4;
  const share = rgba[crest + 3]! / 255;
  if (share > 0 && share < 1) for (let channel = 0; channel < 3; channel++) rgba[crest + channel]! /= share;
}

function toneOf({ dark, lit }: DuneBand, light: number, channel: 0 | 1 | 2): number {
  return dark[channel] + (lit[channel] - dark[channel]) * light;
}

/** Beyond this distance ripples are finer than pixels. */
const RIPPLES_END = 7;

/** `x` is how far aside the place lies, in heights of the band's dunes. */
function lightAt(land: Land, step: number, x: number): number {
  const { band, phases, heights, before, steps, grains } = land;
  const z = far(land, step);
  const next = step === steps - 1 ? step - 1 : step + 1;
  const slopeX = (heights[step]! - before[step]!) / (land.apart * z);
  const slopeZ = (heights[next]! - heights[step]!) / (far(land, next) - z);
  const phase = phases[step]!;
  const facing = (0.5 - 0.95 * band.sunSide * slopeX - 0.3 * slopeZ) / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
  // The crest's shadow reaches over the foot of the lee side.
  const shadow = smooth(phase / 0.16 + 0.35);
  const lit = (facing + 0.06) * 1.12 * shadow;
  const distance = z * band.scale;
  if (distance > RIPPLES_END) return smooth(lit);
  const grain = grains.at(x * 0.06, z * 0.12);
  const waves = Math.sin(150 * (0.3 * band.sunSide * x + z * 0.9) + 26 * grain);
  const ripples = smooth(2.4 - distance * 0.34) * waves * (phase < WINDWARD ? 0.075 : 0.02);
  return smooth(lit + ripples + 0.12 * (grain - 0.5));
}

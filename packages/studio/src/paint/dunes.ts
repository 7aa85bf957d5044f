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
  const random = createRandom(scene.seed ^ band.seed);
  const land = {
    band,
    bends: createNoiseField(random, { cells: 4, octaves: 2 }),
    grains: createNoiseField(random, { cells: 16, octaves: 3 }),
    start: random() * 10,
  };
  const grain = grainOf(size);
  const pixels = new Uint32Array(canvas.rgba.buffer);
  for (let column = 0; column < canvas.width; column += grain) {
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
}

/** From near to far; what is already covered hides what lies behind it. Pixels gather the shares that fall into them. */
function paintColumn(site: Site, land: Land, { canvas, column }: { canvas: Canvas; column: number }): void {
  const { size, horizon, scene } = site;
  const { band } = land;
  const { haze } = scene.palette;
  const { rgba, width, height, top } = canvas;
  const across = (column + canvas.left - size.width / 2) / size.height;
  // Large dunes stand far away, where one row of the picture spans a whole dune.
  const steps = Math.ceil((band.to - band.from) * size.height * Math.min(4, 1.5 * band.scale));
  let covered = height;
  for (let step = 0; step <= steps; step++) {
    const end = step / steps;
    const below = band.to - (band.to - band.from) * end;
    const far = 1 / below;
    const spot = { x: (across * far) / band.scale, z: far / band.scale, end };
    const y = horizon - top + (1 - band.scale * heightAt(land, spot)) * below * size.height;
    if (y >= covered) continue;
    const light = lightAt(land, spot);
    const veil = band.haze * (0.55 + 0.45 * end);
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(height, covered); row++) {
      const share = Math.min(row + 1, covered) - Math.max(row, y);
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const tone = band.dark[channel]! + (band.lit[channel]! - band.dark[channel]!) * light;
        rgba[at + channel]! += share * (tone + (haze[channel]! - tone) * veil);
      }
      rgba[at + 3]! += 255 * share;
    }
    covered = Math.max(0, y);
  }
  // The crest's own pixel gathered less than a whole one.
  const crest = (Math.floor(covered) * width + column) * 4;
  const share = rgba[crest + 3]! / 255;
  if (share > 0 && share < 1) for (let channel = 0; channel < 3; channel++) rgba[crest + channel]! /= share;
}

interface Ground {
  x: number;
  z: number;
  /** From 0 at the near end of the band to 1 at its far end. */
  end: number;
}

/** Which part of its dune a place is in: 0 at the foot of the windward side, 1 at the foot of the lee side. */
function phaseAt({ band, bends, start }: Land, x: number, z: number): number {
  const bend = bends.at(x * 0.05 + start, z * 0.05);
  const turn = start + DUNES * (-0.72 * band.sunSide * x + 0.7 * z) + 2.6 * bend;
  return turn - Math.floor(turn);
}

function heightAt(land: Land, { x, z, end }: Ground): number {
  const phase = phaseAt(land, x, z);
  const profile = phase < WINDWARD ? (phase / WINDWARD) ** 1.6 : 1 - smooth((phase - WINDWARD) / (1 - WINDWARD)) ** 0.8;
  const size = 0.35 + 0.65 * land.bends.at(x * 0.021 + 0.4, z * 0.021 + 0.7);
  // Every band ends in a crest, or the ground behind would begin with an edge of its own.
  return HEIGHT * size * profile + land.band.rise * end * end * (0.4 + 0.6 * profile);
}

const SLOPE_STEP = 0.03;

function lightAt(land: Land, ground: Ground): number {
  const { x, z, end } = ground;
  const here = heightAt(land, ground);
  const step = SLOPE_STEP * Math.max(1, z * 0.3);
  const slopeX = (heightAt(land, { x: x + step, z, end }) - here) / step;
  const slopeZ = (heightAt(land, { x, z: z + step, end }) - here) / step;
  const phase = phaseAt(land, x, z);
  const near = smooth(2.4 - z * land.band.scale * 0.34);
  const ripple =
    near *
    Math.sin(150 * (0.3 * land.band.sunSide * x + z * 0.9) + 26 * land.grains.at(x * 0.06, z * 0.12)) *
    (phase < WINDWARD ? 0.075 : 0.02);
  const grain = 0.1 * (land.grains.at(x * 0.35, z * 0.5) - 0.5);
  const facing = (0.5 - 0.95 * land.band.sunSide * slopeX - 0.3 * slopeZ) / Math.hypot(1, slopeX, slopeZ);
  // The crest's shadow reaches over the foot of the lee side.
  const shadow = smooth(phase / 0.16 + 0.35);
  return smooth((facing + 0.06) * 1.12 * shadow + ripple + grain);
}

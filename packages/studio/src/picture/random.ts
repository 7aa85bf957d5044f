/** Seeded chance and noise: the same seed and words give the same picture, sample and byte. */

export type Random = () => number;

/** Numbers in [0, 1) from a 32-bit state (mulberry32: small, fast, integer arithmetic only). */
export function createRandom(seed: number): Random {
  // Signed, because V8 keeps no number above 2^31 in a closure without making garbage of it; the bits are the same.
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a over UTF-16 units: words become a number, so that every prompt leaves its own trace. */
export function hashWords(words: string): number {
  let hash = 2166136261;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 16777619);
  return hash >>> 0;
}

/** A line of smooth noise in [0, 1] that meets itself at the end, so that a layer can scroll for ever. */
export function createNoiseLine(random: Random, options: { length: number; cells: number; octaves: number }) {
  const line = new Float32Array(options.length);
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < options.octaves; octave++) {
    const cells = options.cells << octave;
    const knots = Float32Array.from({ length: cells }, random);
    for (let at = 0; at < line.length; at++) {
      const place = (at / line.length) * cells;
      const cell = Math.floor(place);
      const share = smooth(place - cell);
      line[at]! += weight * (knots[cell]! * (1 - share) + knots[(cell + 1) % cells]! * share);
    }
    total += weight;
    weight /= 2;
  }
  for (let at = 0; at < line.length; at++) line[at]! /= total;
  return line;
}

export interface NoiseField {
  /** Noise in [0, 1] that repeats every whole number in both directions. */
  at(x: number, y: number): number;
}

const FIELD_CELLS = 256;

/** A tileable texture of fractal noise, made once and read with bilinear taps: cheap enough for millions of pixels. */
export function createNoiseField(random: Random, options: { cells: number; octaves: number }): NoiseField {
  const field = new Float32Array(FIELD_CELLS * FIELD_CELLS);
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < options.octaves; octave++) {
    addOctave(field, random, { cells: options.cells << octave, weight });
    total += weight;
    weight *= 0.55;
  }
  for (let at = 0; at < field.length; at++) field[at]! /= total;
  return { at: (x, y) => sample(field, x, y) };
}

function addOctave(field: Float32Array, random: Random, options: { cells: number; weight: number }): void {
  const { cells, weight } = options;
  const knots = new Float32Array(cells * cells);
  for (let at = 0; at < knots.length; at++) knots[at] = random();
  // The same for every row and column: a place has many, and a scene half a dozen fields.
  const shares = new Float64Array(FIELD_CELLS);
  for (let at = 0; at < FIELD_CELLS; at++) shares[at] = smooth(((at / FIELD_CELLS) * cells) % 1);
  // Across first, once for every row of knots; then down, between two of those.
  const lines = new Float64Array(cells * FIELD_CELLS);
  for (let at = 0; at < lines.length; at++) {
    const column = at % FIELD_CELLS;
    const knot = (at - column) / FIELD_CELLS;
    const left = ((column * cells) / FIELD_CELLS) | 0;
    const right = left + 1 === cells ? 0 : left + 1;
    const share = shares[column]!;
    lines[at] = knots[knot * cells + left]! * (1 - share) + knots[knot * cells + right]! * share;
  }
  for (let row = 0; row < FIELD_CELLS; row++) {
    const top = ((row * cells) / FIELD_CELLS) | 0;
    const upper = top * FIELD_CELLS;
    const lower = ((top + 1) % cells) * FIELD_CELLS;
    const sink = weight * shares[row]!;
    const stay = weight - sink;
    const start = row * FIELD_CELLS;
    for (let column = 0; column < FIELD_CELLS; column++)
      field[start + column]! += lines[upper + column]! * stay + lines[lower + column]! * sink;
  }
}

function sample(field: Float32Array, x: number, y: number): number {
  const across = (x - Math.floor(x)) * FIELD_CELLS;
  const down = (y - Math.floor(y)) * FIELD_CELLS;
  const left = across | 0;
  const top = down | 0;
  const share = across - left;
  const right = (left + 1) & (FIELD_CELLS - 1);
  const upper = (top & (FIELD_CELLS - 1)) * FIELD_CELLS;
  const lower = ((top + 1) & (FIELD_CELLS - 1)) * FIELD_CELLS;
  const high = field[upper + left]! + (field[upper + right]! - field[upper + left]!) * share;
  const low = field[lower + left]! + (field[lower + right]! - field[lower + left]!) * share;
  return high + (low - high) * (down - top);
}

/** Eases from 0 to 1 with no speed at either end. */
export function smooth(share: number): number {
  const within = Math.min(1, Math.max(0, share));
  return within * within * (3 - 2 * within);
}

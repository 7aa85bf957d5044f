/** The camera's move between two grey frames: a coarse search for the shift, then a least-squares fit of the whole pose. */
import type { GreyImage } from '../encoders/encoder.ts';
import { type Pose, REST } from './pose.ts';

const COARSE_STEP = 4;
const SEARCH_CELLS = 6;
const FIT_ROUNDS = 8;
/** Where brightness barely changes nothing can be matched: flat sky would vote for standing still. */
const SLOPE_MIN = 9;

export function estimateMove(from: GreyImage, to: GreyImage): Pose {
  if (from.width !== to.width || from.height !== to.height) return REST;
  if (texturedTiles(from) < TILES_MIN) return REST;
  const shift = searchShift(shrink(from), shrink(to));
  return fitPose(from, to, { a: 0, b: 0, x: shift.x * COARSE_STEP, y: shift.y * COARSE_STEP });
}

/** Before a plain wall the only thing to hold on to is what moves before it: a camera is seen in most of a picture. */
const TILES = { columns: 6, rows: 4 };
const TILES_MIN = 8;
/** The share of a tile's pixels that must have a slope. */
const TEXTURED = 0.04;

function texturedTiles({ width, height, pixels }: GreyImage): number {
  const counts = new Uint32Array(TILES.columns * TILES.rows);
  for (let row = 1; row < height - 1; row++) {
    const tile = Math.floor((row * TILES.rows) / height) * TILES.columns;
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const slopeX = (pixels[at + 1]! - pixels[at - 1]!) / 2;
      const slopeY = (pixels[at + width]! - pixels[at - width]!) / 2;
      if (slopeX * slopeX + slopeY * slopeY >= SLOPE_MIN)
        counts[tile + Math.floor((column * TILES.columns) / width)]! += 1;
    }
  }
  const pixelsATile = (width * height) / counts.length;
  return counts.reduce((sum, count) => (count > TEXTURED * pixelsATile ? sum + 1 : sum), 0);
}

function shrink(image: GreyImage): GreyImage {
  const width = Math.floor(image.width / COARSE_STEP);
  const height = Math.floor(image.height / COARSE_STEP);
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let part = 0; part < COARSE_STEP * COARSE_STEP; part++) {
        const down = row * COARSE_STEP + Math.floor(part / COARSE_STEP);
        sum += image.pixels[down * image.width + column * COARSE_STEP + (part % COARSE_STEP)]!;
      }
      pixels[row * width + column] = sum / (COARSE_STEP * COARSE_STEP);
    }
  }
  return { width, height, pixels };
}

/** The whole-cell shift with the least mean difference; standing still wins a tie. */
function searchShift(from: GreyImage, to: GreyImage): { x: number; y: number } {
  let best = { x: 0, y: 0, difference: meanDifference(from, to, { x: 0, y: 0 }) - 0.02 };
  const reach = Math.min(SEARCH_CELLS, (from.width >> 1) - 1, (from.height >> 1) - 1);
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const difference = meanDifference(from, to, { x, y });
      if (difference < best.difference) best = { x, y, difference };
    }
  }
  return best;
}

function meanDifference(from: GreyImage, to: GreyImage, shift: { x: number; y: number }): number {
  const { width, height } = from;
  const left = Math.max(0, -shift.x);
  const right = Math.min(width, width - shift.x);
  const top = Math.max(0, -shift.y);
  const bottom = Math.min(height, height - shift.y);
  let sum = 0;
  for (let row = top; row < bottom; row++) {
    const here = row * width;
    const there = (row + shift.y) * width + shift.x;
    for (let column = left; column < right; column++) {
      sum += Math.abs(from.pixels[here + column]! - to.pixels[there + column]!);
    }
  }
  return sum / Math.max(1, (right - left) * (bottom - top));
}

/** Gauss-Newton on brightness; pixels that disagree (things that move by themselves) lose their say. */
function fitPose(from: GreyImage, to: GreyImage, start: Pose): Pose {
  const pose = { ...start };
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const step = solve(collectEquations(from, to, pose));
    if (step === null) break;
    pose.a += step[0]!;
    pose.b += step[1]!;
    pose.x += step[2]!;
    pose.y += step[3]!;
    const moved = Math.abs(step[2]!) + Math.abs(step[3]!) + (Math.abs(step[0]!) + Math.abs(step[1]!)) * from.width;
    if (moved < 0.01) break;
  }
  const wild = Math.abs(pose.a) > 0.2 || Math.abs(pose.b) > 0.2 || Math.hypot(pose.x, pose.y) > from.width * 0.25;
  return wild ? REST : { a: 1 + pose.a, b: pose.b, x: pose.x / from.width, y: pose.y / from.width };
}

/** Four equations in four unknowns, each row followed by its right-hand side. */
function collectEquations(from: GreyImage, to: GreyImage, pose: Pose): Float64Array {
  const { width, height, pixels } = from;
  const equations = new Float64Array(20);
  const slopes = [0, 0, 0, 0];
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const slopeX = (pixels[at + 1]! - pixels[at - 1]!) / 2;
      const slopeY = (pixels[at + width]! - pixels[at - width]!) / 2;
      if (slopeX * slopeX + slopeY * slopeY < SLOPE_MIN) continue;
      const x = column + 0.5 - width / 2;
      const y = row + 0.5 - height / 2;
      const value = sample(to, column + pose.a * x - pose.b * y + pose.x, row + pose.b * x + pose.a * y + pose.y);
      if (value < 0) continue;
      const error = value - pixels[at]!;
      const say = 1 / (1 + (error * error) / 144);
      slopes[0] = slopeX * x + slopeY * y;
      // Only what rises on one side and falls on the other is a turn: near ground passing faster than far slides sideways.
      slopes[1] = slopeY * x;
      slopes[2] = slopeX;
      slopes[3] = slopeY;
      for (let line = 0; line < 4; line++) {
        for (let term = 0; term < 4; term++) equations[line * 5 + term]! += say * slopes[line]! * slopes[term]!;
        equations[line * 5 + 4]! -= say * slopes[line]! * error;
      }
    }
  }
  return equations;
}

function sample(image: GreyImage, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left + 1 >= image.width || top + 1 >= image.height) return -1;
  const at = top * image.width + left;
  const share = x - left;
  const upper = image.pixels[at]! * (1 - share) + image.pixels[at + 1]! * share;
  const lower = image.pixels[at + image.width]! * (1 - share) + image.pixels[at + image.width + 1]! * share;
  return upper + (lower - upper) * (y - top);
}

/** Elimination with pivots; null when the picture has too little to hold on to. */
function solve(equations: Float64Array): number[] | null {
  const rows = [0, 1, 2, 3].map((line) => Array.from(equations.subarray(line * 5, line * 5 + 5)));
  for (let step = 0; step < 4; step++) {
    const pivot = rows.slice(step).reduce((best, row) => (Math.abs(row[step]!) > Math.abs(best[step]!) ? row : best));
    if (Math.abs(pivot[step]!) < 1e-6) return null;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(step, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[step]! / pivot[step]!;
      for (let term = step; term < 5; term++) row[term]! -= factor * pivot[term]!;
    }
  }
  return rows.map((row, line) => row[4]! / row[line]!);
}

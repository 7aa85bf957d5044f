/** What moves by itself in a reference video: how far each region strays from where the camera alone would carry it. */
import type { GreyImage } from '../encoders/encoder.ts';
import type { Pose } from './pose.ts';

export const REGION_COLUMNS = 12;
export const REGION_ROWS = 8;

/** Shifts of every region, x and y in turn, as shares of the picture's width. */
export type Regions = Float32Array;

export function stillRegions(): Regions {
  return new Float32Array(REGION_COLUMNS * REGION_ROWS * 2);
}

/** Straying fades, so that what left the picture does not bend it for ever. */
export const MEMORY = 0.94;
const SEARCH_PIXELS = 5;
/** A shift must explain this much of the difference: noise and lighting explain little. */
const GAIN_MIN = 0.35;

/** The regions after one more frame. */
export function followRegions(before: Regions, frames: { from: GreyImage; to: GreyImage; move: Pose }): Regions {
  const { from } = frames;
  const after = before.map((shift) => shift * MEMORY);
  for (let row = 0; row < REGION_ROWS; row++) {
    for (let column = 0; column < REGION_COLUMNS; column++) {
      const at = (row * REGION_COLUMNS + column) * 2;
      const stray = findStray(frames, { column, row });
      after[at]! += stray.x / from.width;
      after[at + 1]! += stray.y / from.width;
    }
  }
  return after;
}

type Frames = { from: GreyImage; to: GreyImage; move: Pose };

function findStray({ from, to, move }: Frames, region: { column: number; row: number }): { x: number; y: number } {
  const { width, height } = from;
  const wide = width / REGION_COLUMNS;
  const high = height / REGION_ROWS;
  const middle = { x: (region.column + 0.5) * wide, y: (region.row + 0.5) * high };
  const [x, y] = [middle.x - width / 2, middle.y - height / 2];
  // Within one region the camera's move is a shift: a frame later zoom and turn are small.
  const shift = {
    x: Math.round((move.a - 1) * x - move.b * y + move.x * width),
    y: Math.round(move.b * x + (move.a - 1) * y + move.y * width),
  };
  const box = {
    left: Math.floor(middle.x - wide / 2),
    right: Math.floor(middle.x + wide / 2),
    top: Math.floor(middle.y - high / 2),
    bottom: Math.floor(middle.y + high / 2),
  };
  const differ = (dx: number, dy: number) => difference(from, to, { ...box, x: shift.x + dx, y: shift.y + dy });
  const carried = differ(0, 0);
  if (carried < 2) return { x: 0, y: 0 };
  let best = { x: 0, y: 0, difference: carried };
  for (let dy = -SEARCH_PIXELS; dy <= SEARCH_PIXELS; dy++) {
    for (let dx = -SEARCH_PIXELS; dx <= SEARCH_PIXELS; dx++) {
      const found = differ(dx, dy);
      if (found < best.difference) best = { x: dx, y: dy, difference: found };
    }
  }
  return best.difference < carried * (1 - GAIN_MIN) ? best : { x: 0, y: 0 };
}

type Box = { left: number; right: number; top: number; bottom: number; x: number; y: number };

/** Every second pixel of every second row is enough to tell. */
function difference(from: GreyImage, to: GreyImage, box: Box): number {
  let sum = 0;
  let count = 0;
  const { width, height } = from;
  for (let row = box.top; row < box.bottom; row += 2) {
    const there = row + box.y;
    if (there < 0 || there >= height) continue;
    for (let column = box.left; column < box.right; column += 2) {
      const across = column + box.x;
      if (across < 0 || across >= width) continue;
      sum += Math.abs(from.pixels[row * width + column]! - to.pixels[there * width + across]!);
      count++;
    }
  }
  return count < 12 ? Number.POSITIVE_INFINITY : sum / count;
}

/** The shift at a share of the picture, smooth between the middles of regions. */
export function strayAt(regions: Regions, share: { x: number; y: number }): [x: number, y: number] {
  const column = Math.max(0, Math.min(REGION_COLUMNS - 1.001, share.x * REGION_COLUMNS - 0.5));
  const row = Math.max(0, Math.min(REGION_ROWS - 1.001, share.y * REGION_ROWS - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [across, down] = [column - left, row - top];
  const at = (top * REGION_COLUMNS + left) * 2;
  const tone = (part: number) => {
    const upper = regions[at + part]! * (1 - across) + regions[at + 2 + part]! * across;
    const below = at + REGION_COLUMNS * 2 + part;
    return upper * (1 - down) + (regions[below]! * (1 - across) + regions[below + 2]! * across) * down;
  };
  return [tone(0), tone(1)];
}

/** The way of what moves by itself through a reference video: a dancer's steps, a ball's bounces, without the camera's. */
import type { GreyImage } from '../encoders/encoder.ts';
import type { Pose } from './pose.ts';

/** A place as shares of the picture's width. */
export interface Spot {
  x: number;
  y: number;
}

/** What differs by less from what the camera alone would show is noise. */
const CHANGE_MIN = 16;
const CHANGE_MAX = 80;

/** Fewer changed pixels are a speck, more are a cut or the light going on: shares of the picture. */
const SHARE_MIN = 0.0006;
const SHARE_MAX = 0.5;

/** Who is followed is looked for within this share of the width around where it was. */
const WINDOW = 0.16;
/** How much of all change must be there: with less it has gone, and another is followed from then on. */
const KEPT_MIN = 0.12;

/** Whoever is further off than this was not there before. */
const STEP_MAX = 0.14;

export interface MoverTracker {
  /** Where it is after one more frame, against where it was first seen. */
  next(from: GreyImage, to: GreyImage, move: Pose): Spot;
}

export function createMoverTracker(): MoverTracker {
  const way = { x: 0, y: 0 };
  let at: Spot | null = null;
  return {
    next(from, to, move) {
      const changes = findChanges(from, to, move);
      const last: Spot | null = at === null ? null : carry(at, move, to);
      at = last;
      if (changes === null) return { ...way };
      const found = middleOf(changes, last);
      if (last !== null && Math.hypot(found.x - last.x, found.y - last.y) < STEP_MAX) {
        way.x += found.x - last.x;
        way.y += found.y - last.y;
      }
      at = found;
      return { ...way };
    },
  };
}

/** Where the camera alone takes a place. */
function carry({ x, y }: Spot, move: Pose, { width, height }: GreyImage): Spot {
  const [across, down] = [x - 0.5, y - height / width / 2];
  return {
    x: 0.5 + move.a * across - move.b * down + move.x,
    y: height / width / 2 + move.b * across + move.a * down + move.y,
  };
}

interface Change extends Spot {
  weight: number;
}

/** Null where nothing moved by itself, or everything did. */
function findChanges(from: GreyImage, to: GreyImage, move: Pose): Change[] | null {
  const { width, height } = from;
  const changes: Change[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [column + 0.5 - width / 2, row + 0.5 - height / 2];
      const across = Math.round(column + (move.a - 1) * x - move.b * y + move.x * width);
      const down = Math.round(row + move.b * x + (move.a - 1) * y + move.y * width);
      if (across < 1 || across >= width - 1 || down < 1 || down >= height - 1) continue;
      const change = leastChange(from.pixels[row * width + column]!, to, down * width + across);
      if (change < CHANGE_MIN) continue;
      changes.push({ x: (across + 0.5) / width, y: (down + 0.5) / width, weight: Math.min(CHANGE_MAX, change) });
    }
  }
  const share = changes.length / (width * height);
  return share < SHARE_MIN || share > SHARE_MAX ? null : changes;
}

/** Against the four neighbours too: a camera that is half a pixel off changes every outline. */
function leastChange(tone: number, { pixels, width }: GreyImage, at: number): number {
  return Math.min(
    Math.abs(pixels[at]! - tone),
    Math.abs(pixels[at - 1]! - tone),
    Math.abs(pixels[at + 1]! - tone),
    Math.abs(pixels[at - width]! - tone),
    Math.abs(pixels[at + width]! - tone),
  );
}

/** Of the changes around where it was; where too few are there, of all. */
function middleOf(changes: Change[], last: Spot | null): Spot {
  const all = mean(changes, () => 1);
  if (last === null) return mean(changes, near(all));
  const around = mean(changes, near(last));
  if (around.weight < all.weight * KEPT_MIN) return mean(changes, near(all));
  return mean(changes, near(around));
}

const near = (middle: Spot) => (spot: Spot) =>
  Math.exp(-((spot.x - middle.x) ** 2 + (spot.y - middle.y) ** 2) / (2 * WINDOW ** 2));

function mean(changes: Change[], say: (spot: Spot) => number): Change {
  let [x, y, weight] = [0, 0, 0];
  for (const change of changes) {
    const share = change.weight * say(change);
    x += change.x * share;
    y += change.y * share;
    weight += share;
  }
  return weight === 0 ? { x: 0.5, y: 0.5, weight } : { x: x / weight, y: y / weight, weight };
}

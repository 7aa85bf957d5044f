/** Finds the arm that a cut-out figure holds away from its body: where it begins, and on which side. */
import type { Layer } from '../picture/picture.ts';

/** From the middle of the foot, in shares of the figure's height: `x` to the right, `y` up. */
export interface Arm {
  side: 1 | -1;
  shoulder: { x: number; y: number };
  /** From here outwards it is the arm and no longer the body. */
  from: number;
}

/** Every such pixel is looked at: an arm is wider. */
const STEP = 4;

/** Legs and trunk tell where the body is; arms are held above this height. */
const TRUNK = { from: 0.12, to: 0.6 };
const ELBOW = 0.45;

/** Nearer to the middle than this it is the head, in shares of the height. */
const HEAD = 0.14;

/** The share of the figure that must be outside of its body to be an arm. */
const SHARE_MIN = 0.012;

interface Spot {
  x: number;
  y: number;
}

/** Null where nothing is held away from the body. */
export function findArm(layer: Layer): Arm | null {
  const spots = solidSpots(layer);
  const trunk = spots.filter(({ y }) => y > TRUNK.from && y < TRUNK.to);
  if (trunk.length === 0) return null;
  const axis = trunk.reduce((sum, { x }) => sum + x, 0) / trunk.length;
  // A mean of distances is half of half a width.
  const half = (2 * trunk.reduce((sum, { x }) => sum + Math.abs(x - axis), 0)) / trunk.length;
  const arms = ([-1, 1] as const).map((side) => {
    const outside = spots.filter(({ x, y }) => y > ELBOW && side * (x - axis) > Math.max(HEAD, half * 1.1));
    return { side, outside, weight: outside.reduce((sum, { y }) => sum + y - ELBOW, 0) };
  });
  const best = arms[0]!.weight > arms[1]!.weight ? arms[0]! : arms[1]!;
  if (best.outside.length < spots.length * SHARE_MIN) return null;
  const inner = best.outside.filter(({ x }) => best.side * (x - axis) < Math.max(HEAD, half) * 1.4);
  const near = inner.length > 0 ? inner : best.outside;
  const y = near.reduce((low, spot) => Math.min(low, spot.y), 1);
  return { side: best.side, shoulder: { x: axis + best.side * half * 0.8, y }, from: half * 0.8 };
}

function solidSpots({ alpha, width, height }: Layer): Spot[] {
  const spots: Spot[] = [];
  for (let row = 0; row < height; row += STEP)
    for (let column = 0; column < width; column += STEP)
      if (alpha[row * width + column]! > 127)
        spots.push({ x: (column - width / 2) / height, y: (height - row) / height });
  return spots;
}

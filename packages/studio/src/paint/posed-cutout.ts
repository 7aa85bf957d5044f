/** A figure cut out of a picture that bends by its verb: a few poses of one movement, each drawn when it is first shown. */
import { findArm } from '../motion/arm.ts';
import type { Cutout } from '../picture/blit.ts';
import { createLayer, type Layer } from '../picture/picture.ts';
import { bendMesh, CELL, createMesh, type Mesh, partOfMesh, warpLayer } from '../picture/warp.ts';
import type { Verb } from '../scene/cast.ts';
import { type Bend, bendOf } from './bends.ts';
import { even } from './painting.ts';

/** As many as a second has frames: fewer would be seen as steps. */
const POSES_MAX = 24;
const POSES_MIN = 6;

/** What all poses of a figure may take: those of a large one are fewer. */
const BYTES_MAX = 80_000_000;
const BYTES_A_PIXEL = 2.5;

/** How far a pose reaches beyond the figure, as a share of its longer edge. */
const BEYOND = 0.2;

/** The figure as it is at a moment, in the coordinates of the picture that it was cut out of. */
export type Posed = (seconds: number) => Cutout;

export function poseCutout(front: Cutout, verb: Verb | null, look: 1 | -1): Posed {
  const bend = verb === null ? undefined : bendOf(verb);
  if (bend === undefined) return () => front;
  const { layer } = front;
  clearRim(layer);
  const beyond = even(BEYOND * Math.max(layer.width, layer.height));
  const size = { width: layer.width + 2 * beyond, height: layer.height + 2 * beyond };
  const fitting = Math.floor(BYTES_MAX / (BYTES_A_PIXEL * size.width * size.height));
  const count = Math.max(POSES_MIN, Math.min(POSES_MAX, fitting));
  const figure = { half: layer.width / layer.height / 2, look, arm: verb === 'wave' ? findArm(layer) : null };
  const mesh = createMesh(size);
  const seen = coverOf(layer);
  const draw = (pose: number): Cutout => {
    bendMesh(mesh, (column, row) => {
      const spot = [
        (column - beyond - layer.width / 2) / layer.height,
        (layer.height + beyond - row) / layer.height,
      ] as const;
      const [x, y] = bend.bending(spot, pose / count, figure);
      return [layer.width / 2 + x * layer.height, layer.height - y * layer.height];
    });
    const { box, empty } = shown(mesh, seen);
    const posed = createLayer((box.right - box.left) * CELL, (box.bottom - box.top) * CELL);
    warpLayer(posed, layer, partOfMesh(mesh, box), empty);
    return { layer: posed, left: front.left - beyond + box.left * CELL, top: front.top - beyond + box.top * CELL };
  };
  const drawn: Cutout[] = [];
  return (seconds) => {
    const pose = poseAt(bend, seconds, count);
    drawn[pose] ??= draw(pose);
    return drawn[pose];
  };
}

function poseAt({ cycles, once }: Bend, seconds: number, count: number): number {
  const turn = seconds * cycles;
  const done = once === undefined ? turn - Math.floor(turn) : Math.min(turn, 1 - 1 / count);
  return Math.floor(done * count);
}

/** How many blocks of a layer, above and left of each corner of one, hold something: sums tell of any box at once. */
interface Covered {
  columns: number;
  rows: number;
  sums: Int32Array;
}

function coverOf({ alpha, width, height }: Layer): Covered {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const held = new Uint8Array(columns * rows);
  for (let at = 0; at < alpha.length; at++)
    if (alpha[at] !== 0) held[Math.floor(at / width / CELL) * columns + Math.floor((at % width) / CELL)] = 1;
  const sums = new Int32Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = (row + 1) * (columns + 1) + column + 1;
      sums[at] = held[row * columns + column]! + sums[at - 1]! + sums[at - columns - 1]! - sums[at - columns - 2]!;
    }
  return { columns, rows, sums };
}

interface Shown {
  /** Around all cells that show something of the figure. */
  box: { left: number; top: number; right: number; bottom: number };
  /** Cells of the box that show nothing: 1. */
  empty: Uint8Array;
}

/** Most of what surrounds a figure is air, which nobody needs to bend. */
function shown(mesh: Mesh, seen: Covered): Shown {
  const [across, down] = [mesh.columns - 1, mesh.rows - 1];
  const full = Uint8Array.from({ length: across * down }, (_, cell) =>
    holds(mesh, { column: cell % across, row: Math.floor(cell / across) }, seen) ? 1 : 0,
  );
  const box = { left: across, top: down, right: 0, bottom: 0 };
  full.forEach((held, cell) => {
    if (held === 0) return;
    const [column, row] = [cell % across, Math.floor(cell / across)];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column + 1);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row + 1);
  });
  if (box.right === 0) Object.assign(box, { left: 0, top: 0, right: 1, bottom: 1 });
  const wide = box.right - box.left;
  const empty = Uint8Array.from({ length: wide * (box.bottom - box.top) }, (_, at) => {
    const [column, row] = [box.left + (at % wide), box.top + Math.floor(at / wide)];
    return full[row * across + column] === 1 ? 0 : 1;
  });
  return { box, empty };
}

function holds({ columns, knots }: Mesh, { column, row }: { column: number; row: number }, seen: Covered): boolean {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const at = 2 * ((row + (corner >> 1)) * columns + column + (corner & 1));
    left = Math.min(left, knots[at]!);
    right = Math.max(right, knots[at]!);
    top = Math.min(top, knots[at + 1]!);
    bottom = Math.max(bottom, knots[at + 1]!);
  }
  const block = (value: number, most: number) => Math.max(0, Math.min(most, Math.floor(value / CELL)));
  const [from, to] = [block(left - 1, seen.columns), block(right + 1, seen.columns - 1) + 1];
  const [above, below] = [block(top - 1, seen.rows), block(bottom + 1, seen.rows - 1) + 1];
  const sum = (x: number, y: number) => seen.sums[y * (seen.columns + 1) + x]!;
  return to > from && below > above && sum(to, below) - sum(from, below) - sum(to, above) + sum(from, above) > 0;
}

/** Beyond its edge a layer goes on with its border: unless that is empty, a bent figure would have streaks. */
function clearRim({ alpha, chromaAlpha, width, height }: Layer): void {
  const clear = (cover: Uint8Array, columns: number, rows: number) => {
    cover.fill(0, 0, columns);
    for (let row = 0; row < rows; row++) {
      cover[row * columns] = 0;
      cover.fill(0, (row + 1) * columns - 2, (row + 1) * columns);
    }
  };
  clear(alpha, width, height);
  clear(chromaAlpha, width / 2, height / 2);
}

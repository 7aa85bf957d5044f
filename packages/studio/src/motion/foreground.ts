/** What stands before the rest of a picture: a soft mask of what differs in colour from its row or the rim. No model needed. */
import type { Picture } from '../picture/picture.ts';
import { standOut } from './salience.ts';

/** As many cells of the mask lie side by side in a picture of any size, unless it is very small. */
const CELLS_ACROSS = 100;
const CELL_MIN = 8;

/** A mask that covers less is a speck, one that covers more has no background left to move before. */
const SHARE_MIN = 0.015;
const SHARE_MAX = 0.45;

/** A cut is believed when its colours change along this share of its edge, and it fills this share of its box. */
const BY_RIM = { edge: 0.93, filled: 0.34 };
const BY_ROW = { edge: 0.92, filled: 0.44 };
const CHANGE = 11;

/** What stands ends below this share of the height. */
const GROUND = 0.66;

/** How much of a row at either end is background, and how far from its colours a thing begins. */
const ROW_SIDE = 0.2;
const ROW_APART = 18;

export interface Mask {
  columns: number;
  rows: number;
  cell: number;
  /** From 0 to 1, one for each cell. */
  cover: Float32Array;
  /** Which way it looks: 1 is right. Heads are high, and on the side that a creature goes to. */
  look: 1 | -1;
  /** In cells; `right` and `bottom` are the first beyond. */
  box: { left: number; top: number; right: number; bottom: number };
}

type Tone = readonly [number, number, number];

/** The cells of a picture that a mask is made of. */
interface Cells extends Raster {
  tones: Tone[];
}

interface Raster {
  columns: number;
  rows: number;
  /** Pixels along the edge of one. */
  cell: number;
}

/** Null where nothing stands out clearly enough to be cut. */
export function findForeground(picture: Picture): Mask | null {
  // Chroma has half as many pixels, so a cell has an even number of them.
  const cell = Math.max(CELL_MIN, 2 * Math.round(picture.width / CELLS_ACROSS / 2));
  const [columns, rows] = [Math.floor(picture.width / cell), Math.floor(picture.height / cell)];
  const cells = { tones: readTones(picture, { columns, rows, cell }), columns, rows, cell };
  const salient = standOut(picture);
  const weights = cells.tones.map((_, at) => salient.at((at % columns) / columns, Math.floor(at / columns) / rows));
  const unlike = unlikeRow(cells).map((value) => (value > ROW_APART ? 1 : 0));
  return believed(unlike, cells, BY_ROW) ?? believed(unlikeRim(cells, weights), cells, BY_RIM);
}

/** Sky, hills and ground lie in bands: how far a cell is from the colours at both ends of its row, above and below. */
function unlikeRow({ tones, columns, rows }: Cells): Float32Array {
  const side = Math.round(columns * ROW_SIDE);
  const all = Array.from(tones.keys());
  const sky = palette(all.slice(0, columns * Math.ceil(rows * 0.1)), tones, 4);
  const inTheMiddle = (at: number) => Math.abs((at % columns) / columns - 0.5) < 0.16;
  const ground = palette(
    all.slice(columns * Math.floor(rows * 0.95)).filter((at) => !inTheMiddle(at)),
    tones,
    5,
  );
  const unlike = new Float32Array(tones.length);
  for (let row = 0; row < rows; row++) {
    const ends: number[] = [];
    for (let near = Math.max(0, row - 1); near <= Math.min(rows - 1, row + 1); near++)
      for (let column = 0; column < side; column++)
        ends.push(near * columns + column, (near + 1) * columns - 1 - column);
    const behind = [...palette(ends, tones, 6), ...sky, ...ground];
    for (let at = row * columns; at < (row + 1) * columns; at++) unlike[at] = apart(tones[at]!, behind);
  }
  return unlike;
}

/** By the colours of what stands out against those of the whole rim. */
function unlikeRim({ tones, columns, rows }: Cells, weights: number[]): Float32Array | null {
  const all = Array.from(tones.keys());
  const inside = all.filter((at) => weights[at]! > 0.5);
  if (inside.length < 4) return null;
  const outside = all.filter((at) => isRim(at, columns, rows));
  const [near, far] = [palette(inside, tones, 4), palette(outside, tones, 7)];
  return Float32Array.from(tones, (tone, at) => (apart(tone, far) - apart(tone, near) + 16 * weights[at]! > 8 ? 1 : 0));
}

/** The mask in one piece, if its outline shows that it is a thing. */
function believed(
  sure: Float32Array | null,
  { tones, columns, rows, cell }: Cells,
  least: { edge: number; filled: number },
): Mask | null {
  if (sure === null) return null;
  const whole = largest(smoothed(sure, columns, rows), columns, rows);
  const kept = Array.from(tones.keys()).filter((at) => whole[at] === 1);
  const share = kept.length / tones.length;
  const box = boxOf(kept, columns);
  const wide = box.right - box.left > columns * 0.6;
  if (share < SHARE_MIN || share > SHARE_MAX || wide) return null;
  const edge = edgeContrast(whole, { tones, columns, rows });
  const filled = kept.length / ((box.right - box.left) * (box.bottom - box.top));
  if (edge < least.edge || filled < least.filled || box.bottom < rows * GROUND) return null;
  return { columns, rows, cell, cover: smoothed(whole, columns, rows), box, look: lookOf(kept, box, columns) };
}

/** The share of a mask's edge where the colours on both sides differ; its foot, in shade, does not count. */
function edgeContrast(
  mask: Float32Array,
  { tones, columns, rows }: { tones: Tone[]; columns: number; rows: number },
): number {
  let [clear, all] = [0, 0];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (mask[row * columns + column] === 0) continue;
      for (const [x, y] of [
        [-1, 0],
        [1, 0],
        [0, -1],
      ] as const) {
        const out = at(column + x, row + y);
        if (out === null || mask[out] === 1) continue;
        const [deep, far] = [at(column - x, row - y), at(column + 2 * x, row + 2 * y)];
        all++;
        if (between(tones[deep ?? row * columns + column]!, tones[far ?? out]!) > CHANGE) clear++;
      }
    }
  return all === 0 ? 0 : clear / all;

  function at(column: number, row: number): number | null {
    return column < 0 || column >= columns || row < 0 || row >= rows ? null : row * columns + column;
  }
}

/** Four pixels of each cell tell its colour. */
function readTones({ y, u, v, width }: Picture, { columns, rows, cell }: Raster): Tone[] {
  const [near, far] = [2 * Math.round(cell / 8), 2 * Math.round((3 * cell) / 8)];
  return Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    const sum: [number, number, number] = [0, 0, 0];
    for (const dy of [near, far])
      for (const dx of [near, far]) {
        const chroma = ((top + dy) >> 1) * (width >> 1) + ((left + dx) >> 1);
        sum[0] += 0.14 * y[(top + dy) * width + left + dx]!;
        sum[1] += 0.25 * u[chroma]!;
        sum[2] += 0.25 * v[chroma]!;
      }
    return sum;
  });
}

/** Left, right and above: what a picture is of often stands on its lower edge. */
function isRim(at: number, columns: number, rows: number): boolean {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  const [side, top] = [columns * 0.09, rows * 0.12];
  return column < side || column >= columns - side || row < top;
}

/** The commonest colours of some cells: means that each cell moves the nearest of. */
function palette(cells: number[], tones: Tone[], count: number): Tone[] {
  let means: Tone[] = Array.from(
    { length: count },
    (_, at) => tones[cells[Math.floor(((at + 0.5) / count) * cells.length)]!]!,
  );
  for (let round = 0; round < 4; round++) {
    const sums = means.map(() => [0, 0, 0, 0]);
    for (const at of cells) {
      const tone = tones[at]!;
      const sum = sums[nearest(tone, means)]!;
      sum[0]! += tone[0];
      sum[1]! += tone[1];
      sum[2]! += tone[2];
      sum[3]! += 1;
    }
    means = means.map((mean, at) => {
      const [one, two, three, cellCount] = sums[at]!;
      return cellCount === 0 ? mean : [one! / cellCount!, two! / cellCount!, three! / cellCount!];
    });
  }
  return means;
}

function nearest(tone: Tone, means: Tone[]): number {
  let best = 0;
  for (let at = 1; at < means.length; at++) if (between(tone, means[at]!) < between(tone, means[best]!)) best = at;
  return best;
}

function apart(tone: Tone, means: Tone[]): number {
  return between(tone, means[nearest(tone, means)]!);
}

function between(one: Tone, other: Tone): number {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);
}

function smoothed(values: Float32Array, columns: number, rows: number): Float32Array {
  const soft = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [sum, count] = [0, 0];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          sum += values[y * columns + x]!;
          count++;
        }
      soft[row * columns + column] = sum / count;
    }
  return soft;
}

/** The largest piece that hangs together, with its holes filled. */
function largest(cover: Float32Array, columns: number, rows: number): Float32Array {
  const pieces = label(
    cover.map((value) => (value >= 0.34 ? 1 : 0)),
    columns,
    rows,
  );
  // What a picture is of stands on its ground: the sun does not.
  const grounded = pieces.filter((piece) => piece.some((at) => at >= columns * Math.floor(rows * GROUND)));
  const most = grounded.reduce<number[]>((best, piece) => (piece.length > best.length ? piece : best), []);
  const whole = new Float32Array(cover.length);
  const main = boxOf(most, columns);
  for (const piece of pieces)
    if (piece === most || (piece.length < LAMP * most.length && isPartOf(boxOf(piece, columns), main)))
      for (const at of piece) whole[at] = 1;
  const holes = label(
    whole.map((value) => 1 - value),
    columns,
    rows,
  );
  for (const hole of holes)
    if (
      !hole.some(
        (at) => at % columns === 0 || at % columns === columns - 1 || at < columns || at >= columns * (rows - 1),
      )
    )
      for (const at of hole) whole[at] = 1;
  return whole;
}

function label(cells: Float32Array, columns: number, rows: number): number[][] {
  const seen = new Uint8Array(cells.length);
  const pieces: number[][] = [];
  for (let first = 0; first < cells.length; first++) {
    if (cells[first] === 0 || seen[first] === 1) continue;
    const piece = [first];
    seen[first] = 1;
    for (const at of piece) {
      const column = at % columns;
      for (const next of [column > 0 ? at - 1 : -1, column < columns - 1 ? at + 1 : -1, at - columns, at + columns]) {
        if (next < 0 || next >= columns * rows || seen[next] === 1 || cells[next] === 0) continue;
        seen[next] = 1;
        piece.push(next);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}

/** The sun over a horse is no part of it. */
const LAMP = 0.08;

/** A lamp on its tower: over it, no wider, and hardly apart. */
function isPartOf(piece: Mask['box'], main: Mask['box']): boolean {
  const within = piece.left >= main.left && piece.right <= main.right;
  return within && piece.bottom <= main.top + 1 && piece.bottom >= main.top - 4;
}

/** By where the upper quarter lies against the whole. */
function lookOf(cells: number[], box: Mask['box'], columns: number): 1 | -1 {
  const mean = (some: number[]) => some.reduce((sum, at) => sum + (at % columns), 0) / Math.max(1, some.length);
  const upper = cells.filter((at) => Math.floor(at / columns) < box.top + (box.bottom - box.top) / 4);
  return mean(upper) < mean(cells) - (box.right - box.left) * 0.05 ? -1 : 1;
}

function boxOf(cells: number[], columns: number) {
  const box = { left: columns, top: Number.MAX_SAFE_INTEGER, right: 0, bottom: 0 };
  for (const at of cells) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column + 1);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row + 1);
  }
  return box;
}

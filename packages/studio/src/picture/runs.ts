/** Where the rows of a layer are solid, where partly covered; the rest is empty and costs nothing to draw. */
import type { Layer } from './picture.ts';

/** Columns are told apart in chunks of eight: finer would make more runs than it saves pixels. */
export const CHUNK = 8;

const EMPTY = 0;
const MIXED = 1;
export const SOLID = 2;

export interface Runs {
  /** For every row together with the one below it: where its runs begin in `list`; one more number ends the last. */
  rows: Uint32Array;
  /** Three numbers a run: its first chunk, the chunk after its last, its kind. */
  list: Uint16Array;
  chunks: number;
}

/** Cover of 252 and more passes for solid: what has these bits. */
const SOLID_BITS = 0b1111_1100;

export interface LayerRuns {
  luma: Runs;
  chroma: Runs;
}

const known = new WeakMap<Layer, LayerRuns>();

/** Found when first asked for: layers that end up merged into others are never drawn. */
export function runsOf(layer: Layer): LayerRuns {
  let runs = known.get(layer);
  if (runs === undefined) {
    const { alpha, chromaAlpha, width } = layer;
    runs = { luma: findRuns(alpha, width), chroma: findRuns(chromaAlpha, width / 2) };
    known.set(layer, runs);
  }
  return runs;
}

function findRuns(alpha: Uint8Array, width: number): Runs {
  const chunks = Math.ceil(width / CHUNK);
  const height = alpha.length / width;
  const rows = new Uint32Array(height);
  const list: number[] = [];
  let upper: Uint8Array = new Uint8Array(chunks);
  let lower = readKinds(alpha.subarray(0, width), new Uint8Array(chunks));
  for (let row = 0; row < height - 1; row++) {
    [upper, lower] = [lower, upper];
    readKinds(alpha.subarray((row + 1) * width, (row + 2) * width), lower);
    appendRuns(list, upper, lower);
    rows[row + 1] = list.length;
  }
  return { rows, list: Uint16Array.from(list), chunks };
}

/** A chunk looks one column further than it is wide, because drawing between pixels reads both. */
function readKinds(alpha: Uint8Array, kinds: Uint8Array): Uint8Array {
  for (let chunk = 0; chunk < kinds.length; chunk++) {
    const end = Math.min(alpha.length, (chunk + 1) * CHUNK + 1);
    let every = SOLID_BITS;
    let any = 0;
    for (let at = chunk * CHUNK; at < end; at++) {
      every &= alpha[at]!;
      any |= alpha[at]!;
    }
    kinds[chunk] = any === 0 ? EMPTY : every === SOLID_BITS ? SOLID : MIXED;
  }
  return kinds;
}

/** To begin another run costs as much as to mix this many chunks: what is shorter is drawn with its neighbours. */
const SHORT_CHUNKS = 8;

function appendRuns(list: number[], upper: Uint8Array, lower: Uint8Array): void {
  const row = list.length;
  for (let chunk = 0; chunk < upper.length; ) {
    const from = chunk;
    const same = kindAt(upper, lower, chunk);
    do chunk++;
    while (chunk < upper.length && kindAt(upper, lower, chunk) === same);
    const kind = chunk - from < SHORT_CHUNKS && upper.length >= SHORT_CHUNKS ? MIXED : same;
    const joins = kind === MIXED && list.length > row && list.at(-1) === MIXED && list.at(-2) === from;
    if (joins) list[list.length - 2] = chunk;
    else if (kind !== EMPTY) list.push(from, chunk, kind);
  }
}

function kindAt(upper: Uint8Array, lower: Uint8Array, chunk: number): number {
  return upper[chunk] === lower[chunk] ? upper[chunk]! : MIXED;
}

/** The first row from which on every row is solid from end to end; the number of rows if the last is not. */
export function solidFromRow({ rows, list, chunks }: Runs): number {
  let row = rows.length - 1;
  while (row > 0) {
    const at = rows[row - 1]!;
    if (rows[row] !== at + 3 || list[at + 1]! - list[at]! !== chunks || list[at + 2] !== SOLID) break;
    row--;
  }
  return row === rows.length - 1 ? rows.length : row;
}

/** Lays a layer over a picture, moved and scaled by fractions of a pixel; wholly solid stretches take the short way. */
import type { Layer, Picture } from './picture.ts';

/** For every row and every chunk of it: nothing there, something, or wholly solid. */
export interface Chunks {
  kinds: Uint8Array;
  perRow: number;
}

const CHUNK = 16;
const EMPTY = 0;
const MIXED = 1;
export const SOLID_CHUNK = 2;

/** A layer whose chunks are known, with its corner in the coordinates of the frame. */
export interface Cutout {
  layer: Layer;
  left: number;
  top: number;
  lumaChunks: Chunks;
  chromaChunks: Chunks;
}

export function createCutout(layer: Layer, corner: { left: number; top: number }): Cutout {
  return {
    layer,
    ...corner,
    lumaChunks: findChunks(layer.alpha, layer.width),
    chromaChunks: findChunks(layer.chromaAlpha, layer.width / 2),
  };
}

const SOLID = 252;

/** A chunk looks one column further than it is wide, because drawing between pixels reads both. */
function findChunks(alpha: Uint8Array, width: number): Chunks {
  const rows = alpha.length / width;
  const perRow = Math.ceil(width / CHUNK);
  const kinds = new Uint8Array(rows * perRow);
  for (let row = 0; row < rows; row++) {
    for (let chunk = 0; chunk < perRow; chunk++) {
      const end = row * width + Math.min(width, (chunk + 1) * CHUNK + 1);
      let lowest = 255;
      let highest = 0;
      for (let at = row * width + chunk * CHUNK; at < end; at++) {
        const cover = alpha[at]!;
        if (cover < lowest) lowest = cover;
        if (cover > highest) highest = cover;
      }
      kinds[row * perRow + chunk] = highest === 0 ? EMPTY : lowest >= SOLID ? SOLID_CHUNK : MIXED;
    }
  }
  return { kinds, perRow };
}

/** Where the cut-out's corner goes and how much larger it is drawn; opacity from 0 to 1. */
export interface Spot {
  left: number;
  top: number;
  scale: number;
  opacity?: number;
}

export function blit(onto: Picture, cutout: Cutout, spot: Spot): void {
  const { layer } = cutout;
  const strength = Math.round((spot.opacity ?? 1) * 256);
  const luma = { width: onto.width, height: onto.height, ...spot, strength };
  blitPlane(onto.y, {
    ...luma,
    plane: layer.y,
    alpha: layer.alpha,
    chunks: cutout.lumaChunks,
    layerWidth: layer.width,
  });
  const chroma = {
    width: onto.width / 2,
    height: onto.height / 2,
    left: spot.left / 2,
    top: spot.top / 2,
    scale: spot.scale,
    strength,
    alpha: layer.chromaAlpha,
    chunks: cutout.chromaChunks,
    layerWidth: layer.width / 2,
  };
  blitPlane(onto.u, { ...chroma, plane: layer.u });
  blitPlane(onto.v, { ...chroma, plane: layer.v });
}

interface PlaneBlit {
  plane: Uint8Array;
  alpha: Uint8Array;
  chunks: Chunks;
  layerWidth: number;
  width: number;
  height: number;
  left: number;
  top: number;
  scale: number;
  strength: number;
}

/** Places are counted in 65536ths of a pixel, as in compose.ts. */
const UNIT = 65536;

function blitPlane(onto: Uint8Array, job: PlaneBlit): void {
  const { layerWidth, scale } = job;
  const { kinds, perRow } = job.chunks;
  const rows = kinds.length / perRow;
  const step = Math.round(UNIT / scale);
  const startX = Math.round(((0.5 - job.left) / scale - 0.5) * UNIT);
  const top = Math.max(0, Math.floor(job.top));
  const bottom = Math.min(job.height, Math.ceil(job.top + rows * scale) + 1);
  const column = (source: number) => Math.min(job.width, Math.max(0, Math.ceil((source * UNIT - startX) / step)));
  const columns = Int32Array.from({ length: perRow + 1 }, (_, chunk) =>
    column(Math.min(layerWidth - 1, chunk * CHUNK)),
  );
  const run: Run = { row: 0, source: 0, startX, step, down: 0, from: 0, to: 0 };
  for (let row = top; row < bottom; row++) {
    const y = Math.round(((row + 0.5 - job.top) / scale - 0.5) * UNIT);
    const upper = y >> 16;
    if (upper < 0 || upper >= rows - 1) continue;
    run.row = row * job.width;
    run.source = upper * layerWidth;
    run.down = (y >> 8) & 255;
    const here = upper * perRow;
    for (let chunk = 0; chunk < perRow; ) {
      const kind = kindAt(kinds, here + chunk, perRow);
      run.from = columns[chunk]!;
      do chunk++;
      while (chunk < perRow && kindAt(kinds, here + chunk, perRow) === kind);
      run.to = columns[chunk]!;
      if (kind === EMPTY || run.to <= run.from) continue;
      if (kind === SOLID_CHUNK && job.strength >= 256) copyRun(onto, job, run);
      else mixRun(onto, job, run);
    }
  }
}

function kindAt(kinds: Uint8Array, at: number, perRow: number): number {
  const kind = kinds[at]!;
  return kind === kinds[at + perRow] ? kind : MIXED;
}

interface Run {
  row: number;
  source: number;
  startX: number;
  step: number;
  down: number;
  from: number;
  to: number;
}

function copyRun(onto: Uint8Array, { plane, layerWidth }: PlaneBlit, run: Run): void {
  const { row, source, step, down, from, to } = run;
  let x = run.startX + step * from;
  if (step === UNIT && down === 0 && (x & 0xff00) === 0) {
    const at = source + (x >> 16);
    if (to > from) onto.set(plane.subarray(at, at + to - from), row + from);
    return;
  }
  const rest = 256 - down;
  for (let target = row + from; target < row + to; target++, x += step) {
    const at = source + (x >> 16);
    const across = (x >> 8) & 255;
    const left = plane[at]! * rest + plane[at + layerWidth]! * down;
    const right = plane[at + 1]! * rest + plane[at + layerWidth + 1]! * down;
    onto[target] = (left * (256 - across) + right * across + 32768) >> 16;
  }
}

function mixRun(onto: Uint8Array, { plane, alpha, layerWidth, strength }: PlaneBlit, run: Run): void {
  const { row, source, step, down, from, to } = run;
  let x = run.startX + step * from;
  const rest = 256 - down;
  for (let target = row + from; target < row + to; target++, x += step) {
    const at = source + (x >> 16);
    const below = at + layerWidth;
    const across = (x >> 8) & 255;
    if ((alpha[at]! | alpha[at + 1]! | alpha[below]! | alpha[below + 1]!) === 0) continue;
    const leftAlpha = alpha[at]! * rest + alpha[below]! * down;
    const rightAlpha = alpha[at + 1]! * rest + alpha[below + 1]! * down;
    const cover = (((leftAlpha * (256 - across) + rightAlpha * across) >> 16) * strength) >> 8;
    if (cover === 0) continue;
    const left = plane[at]! * rest + plane[below]! * down;
    const right = plane[at + 1]! * rest + plane[below + 1]! * down;
    const tone = (left * (256 - across) + right * across + 32768) >> 16;
    const under = onto[target]!;
    onto[target] = cover > 253 ? tone : under + (((tone - under) * cover + 128) >> 8);
  }
}

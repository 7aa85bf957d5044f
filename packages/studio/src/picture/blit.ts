/** Lays a layer over a picture, moved and scaled by fractions of a pixel; empty stretches are never looked at. */
import { kernels } from '../simd/kernels.ts';
import { addressOf } from '../simd/memory.ts';
import { COLUMNS_BYTES, COLUMNS_PIXELS } from '../simd/sampling.ts';
import { WHOLE } from '../simd/vectors.ts';
import { layColumns, UNIT } from './columns.ts';
import type { Layer, Picture } from './picture.ts';
import { CHUNK, type Runs, runsOf, SOLID } from './runs.ts';

/** A layer with its corner in the coordinates of the frame. */
export interface Cutout {
  layer: Layer;
  left: number;
  top: number;
}

/** Where the cut-out's corner goes and how much larger it is drawn (at least 0.55); opacity from 0 to 1. */
export interface Spot {
  left: number;
  top: number;
  scale: number;
  opacity?: number;
}

export function blit(onto: Picture, { layer }: Cutout, spot: Spot): void {
  const runs = runsOf(layer);
  const opacity = Math.round((spot.opacity ?? 1) * WHOLE);
  const luma = layOut({ width: onto.width, height: onto.height, spot, sourceWidth: layer.width, runs: runs.luma });
  drawRuns(luma, { onto: addressOf(onto.y), plane: addressOf(layer.y), alpha: addressOf(layer.alpha), opacity });
  const half = { left: spot.left / 2, top: spot.top / 2, scale: spot.scale };
  const size = { width: onto.width / 2, height: onto.height / 2 };
  const chroma = layOut({ ...size, spot: half, sourceWidth: layer.width / 2, runs: runs.chroma });
  const alpha = addressOf(layer.chromaAlpha);
  drawRuns(chroma, { onto: addressOf(onto.u), plane: addressOf(layer.u), alpha, opacity });
  drawRuns(chroma, { onto: addressOf(onto.v), plane: addressOf(layer.v), alpha, opacity });
}

interface Target {
  width: number;
  height: number;
  spot: Spot;
  sourceWidth: number;
  runs: Runs;
}

interface Layout extends Target {
  columns: number;
  /** The target column where each chunk of the source begins. */
  edges: Int32Array;
}

function layOut(target: Target): Layout {
  const { width, sourceWidth, spot, runs } = target;
  const step = Math.round(UNIT / spot.scale);
  const start = Math.round(((0.5 - spot.left) / spot.scale - 0.5) * UNIT);
  const columns = layColumns({ start, step, sourceWidth, targetWidth: width, beyond: 'nothing' });
  const edges = new Int32Array(runs.chunks + 1);
  for (let chunk = 0; chunk <= runs.chunks; chunk++) {
    const column = Math.ceil((Math.min(sourceWidth - 1, chunk * CHUNK) * UNIT - start) / step);
    edges[chunk] = Math.min(width, Math.max(0, column));
  }
  return { ...target, columns, edges };
}

/** Addresses of the planes. */
interface Planes {
  onto: number;
  plane: number;
  alpha: number;
  opacity: number;
}

function drawRuns(layout: Layout, planes: Planes): void {
  const { spot, runs, edges } = layout;
  const { rows, list } = runs;
  const bottom = Math.min(layout.height, Math.ceil(spot.top + rows.length * spot.scale) + 1);
  for (let row = Math.max(0, Math.floor(spot.top)); row < bottom; row++) {
    const y = Math.round(((row + 0.5 - spot.top) / spot.scale - 0.5) * UNIT);
    const upper = y >> 16;
    if (upper < 0 || upper >= rows.length - 1) continue;
    const draw = { layout, planes, row, y };
    let painted = 0;
    for (let run = rows[upper]!; run < rows[upper + 1]!; run += 3) {
      const from = edges[list[run]!]!;
      const to = edges[list[run + 1]!]!;
      const first = Math.max(painted, Math.floor(from / COLUMNS_PIXELS));
      const end = Math.ceil(to / COLUMNS_PIXELS);
      if (to <= from || end <= first) continue;
      painted = end;
      // Kernels draw whole entries of eight columns: where a solid run ends within one, the rest must be let through.
      const solidFrom = Math.max(first, Math.ceil(from / COLUMNS_PIXELS));
      const solidTo = Math.floor(to / COLUMNS_PIXELS);
      if (list[run + 2] === SOLID && planes.opacity === WHOLE && solidTo > solidFrom) {
        mix(draw, first, solidFrom);
        copy(draw, solidFrom, solidTo);
        mix(draw, solidTo, end);
      } else mix(draw, first, end);
    }
  }
}

interface Draw {
  layout: Layout;
  planes: Planes;
  row: number;
  /** The place of the row in the source, in 65536ths of a pixel. */
  y: number;
}

/** From one entry of eight columns to another. */
function copy({ layout, planes, row, y }: Draw, from: number, to: number): void {
  const { width, sourceWidth, columns } = layout;
  kernels.copyRun(
    planes.onto + row * width + from * COLUMNS_PIXELS,
    planes.plane + (y >> 16) * sourceWidth,
    sourceWidth,
    columns + from * COLUMNS_BYTES,
    to - from,
    (y & 0xffff) >> 1,
  );
}

function mix({ layout, planes, row, y }: Draw, from: number, to: number): void {
  if (to <= from) return;
  const { width, sourceWidth, columns } = layout;
  const source = (y >> 16) * sourceWidth;
  kernels.mixRun(
    planes.onto + row * width + from * COLUMNS_PIXELS,
    planes.plane + source,
    planes.alpha + source,
    sourceWidth,
    columns + from * COLUMNS_BYTES,
    to - from,
    (y & 0xffff) >> 1,
    planes.opacity,
  );
}

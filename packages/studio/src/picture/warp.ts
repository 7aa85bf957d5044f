/** A picture drawn through a bent grid: every knot says which place of the source is seen there. */
import { kernels } from '../simd/kernels.ts';
import { addressOf, allocate, sparing } from '../simd/memory.ts';
import { KNOT_BYTES } from '../simd/warping.ts';
import type { Layer, Picture } from './picture.ts';

/** Pixels of the output between two knots; sixteen is fine enough for bends and coarse enough to be quick. */
export const CELL = 16;

export interface Mesh {
  columns: number;
  rows: number;
  /** Places in the source, x and y in turn, row by row. */
  knots: Float32Array;
}

export function createMesh(size: { width: number; height: number }): Mesh {
  const columns = Math.ceil(size.width / CELL) + 1;
  const rows = Math.ceil(size.height / CELL) + 1;
  return { columns, rows, knots: new Float32Array(columns * rows * 2) };
}

/** Asks for the source place of every knot; `x` and `y` are pixels of the output. */
export function bendMesh(mesh: Mesh, place: (x: number, y: number) => [x: number, y: number]): void {
  for (let row = 0; row < mesh.rows; row++) {
    for (let column = 0; column < mesh.columns; column++) {
      const knot = row * mesh.columns + column;
      const [x, y] = place(column * CELL, row * CELL);
      mesh.knots[knot * 2] = x;
      mesh.knots[knot * 2 + 1] = y;
    }
  }
}

/** Some cells of a mesh, as a mesh of their own; the box is in cells. */
export function partOfMesh(
  { columns, knots }: Mesh,
  box: { left: number; top: number; right: number; bottom: number },
): Mesh {
  const part: Mesh = { columns: box.right - box.left + 1, rows: box.bottom - box.top + 1, knots: new Float32Array(0) };
  part.knots = new Float32Array(part.columns * part.rows * 2);
  for (let row = 0; row < part.rows; row++) {
    const from = ((box.top + row) * columns + box.left) * 2;
    part.knots.set(knots.subarray(from, from + part.columns * 2), row * part.columns * 2);
  }
  return part;
}

/** A part of a picture: where it begins, and which cells of its mesh stay as they are (row by row, 1 stays). */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
  kept: Uint8Array;
}

/** Fills `onto`; beyond the source's edge its border goes on, so there are no holes. */
export function warp(onto: Picture, source: Picture, mesh: Mesh): void {
  const { width, height } = onto;
  warpPart(onto, source, mesh, { left: 0, top: 0, width, height, kept: new Uint8Array(mesh.columns * mesh.rows) });
}

/** The same for a layer and its cover; `kept` are the cells that stay as they are. */
export function warpLayer(onto: Layer, source: Layer, mesh: Mesh, kept: Uint8Array): void {
  const { width, height } = onto;
  const part = { left: 0, top: 0, width, height, kept };
  warpTones([plane(onto.y, source.y), plane(onto.alpha, source.alpha)], { onto, source, mesh, part });
  const colours = [plane(onto.u, source.u), plane(onto.v, source.v), plane(onto.chromaAlpha, source.chromaAlpha)];
  warpColours(colours, { onto, source, mesh, part });
}

/** The same for a part of `onto`, whose first knot is the part's corner. */
export function warpPart(onto: Picture, source: Picture, mesh: Mesh, part: Part): void {
  warpTones([plane(onto.y, source.y)], { onto, source, mesh, part });
  warpColours([plane(onto.u, source.u), plane(onto.v, source.v)], { onto, source, mesh, part });
}

interface Plane {
  onto: Uint8Array;
  source: Uint8Array;
}

function plane(onto: Uint8Array, source: Uint8Array): Plane {
  return { onto, source };
}

interface Warped {
  onto: Picture;
  source: Picture;
  mesh: Mesh;
  part: Part;
}

function warpTones(planes: Plane[], { onto, source, mesh, part }: Warped): void {
  const [width, sourceWidth] = [onto.width, source.width];
  warpPlanes({ planes, run: kernels.warpLumaRun, cell: CELL, scale: 1, width, sourceWidth, part, mesh });
}

/** Half as many across and down. */
function warpColours(planes: Plane[], { onto, source, mesh, part }: Warped): void {
  const [width, sourceWidth] = [onto.width / 2, source.width / 2];
  const { left, top, kept } = part;
  const half = { left: left / 2, top: top / 2, width: part.width / 2, height: part.height / 2, kept };
  warpPlanes({
    planes,
    run: kernels.warpChromaRun,
    cell: CELL / 2,
    scale: 0.5,
    width,
    sourceWidth,
    part: half,
    mesh,
  });
}

/** Planes of one size, which are read at the same places. */
interface PlanesWarp {
  planes: Plane[];
  run(target: number, source: number, stride: number, knots: number, count: number): void;
  width: number;
  sourceWidth: number;
  part: Part;
  mesh: Mesh;
  cell: number;
  scale: number;
}

/** Places are counted in 65536ths of a pixel. */
const UNIT = 65536;

let knotBytes = allocate(0);

function warpPlanes(job: PlanesWarp): void {
  const { planes, run, width, sourceWidth, cell, mesh, part } = job;
  if (knotBytes.length < mesh.columns * KNOT_BYTES) knotBytes = allocate(mesh.columns * KNOT_BYTES);
  const knots = new Int32Array(knotBytes.buffer, knotBytes.byteOffset, mesh.columns * 2);
  const cells = mesh.columns - 1;
  for (let row = 0; row < part.height; row++) {
    rowOfKnots(job, row, knots);
    const start = (part.top + row) * width + part.left;
    const kept = part.kept.subarray(Math.floor(row / cell) * cells, (Math.floor(row / cell) + 1) * cells);
    for (const { onto, source } of planes) {
      const draw = () =>
        eachMoved(kept, (from, count) =>
          run(
            addressOf(onto) + start + from * cell,
            addressOf(source),
            sourceWidth,
            addressOf(knotBytes) + from * KNOT_BYTES,
            count,
          ),
        );
      // Kernels draw whole cells: where the part ends within one, what follows stays as it is.
      if (part.width % cell === 0) draw();
      else sparing(onto.subarray(start, start + part.width), draw);
    }
  }
}

/** Every stretch of neighbouring cells that do not stay as they are. */
function eachMoved(kept: Uint8Array, draw: (from: number, count: number) => void): void {
  for (let from = 0; from < kept.length; ) {
    let to = from;
    while (to < kept.length && kept[to] === 0) to++;
    if (to > from) draw(from, to - from);
    from = to + 1;
  }
}

/** The knots of one row of pixels, between those of the mesh above and below, held inside the source. */
function rowOfKnots({ mesh, cell, scale, planes, sourceWidth }: PlanesWarp, row: number, knots: Int32Array): void {
  const upper = Math.floor(row / cell);
  const share = row / cell - upper;
  const lastX = sourceWidth - 1.01;
  const lastY = planes[0]!.source.length / sourceWidth - 1.01;
  for (let column = 0; column < mesh.columns; column++) {
    const above = (upper * mesh.columns + column) * 2;
    const below = Math.min(mesh.rows - 1, upper + 1) * mesh.columns * 2 + column * 2;
    const x = mesh.knots[above]! * (1 - share) + mesh.knots[below]! * share;
    const y = mesh.knots[above + 1]! * (1 - share) + mesh.knots[below + 1]! * share;
    knots[column * 2] = Math.max(0, Math.min(lastX, x * scale)) * UNIT;
    knots[column * 2 + 1] = Math.max(0, Math.min(lastY, y * scale)) * UNIT;
  }
}

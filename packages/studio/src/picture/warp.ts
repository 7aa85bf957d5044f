/** A picture drawn through a bent grid: every knot says which place of the source is seen there. */
import type { Picture } from './picture.ts';

/** Pixels of the output between two knots; sixteen is fine enough for bends and coarse enough to be quick. */
const CELL = 16;

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

/** Fills `onto`; beyond the source's edge its border goes on, so there are no holes. */
export function warp(onto: Picture, source: Picture, mesh: Mesh): void {
  const luma = { mesh, cell: CELL, scale: 1 };
  warpPlane({ onto: onto.y, width: onto.width, plane: source.y, planeWidth: source.width, ...luma });
  const chroma = { mesh, cell: CELL / 2, scale: 0.5 };
  const half = { width: onto.width / 2, planeWidth: source.width / 2 };
  warpPlane({ onto: onto.u, plane: source.u, ...half, ...chroma });
  warpPlane({ onto: onto.v, plane: source.v, ...half, ...chroma });
}

interface PlaneWarp {
  onto: Uint8Array;
  width: number;
  plane: Uint8Array;
  planeWidth: number;
  mesh: Mesh;
  cell: number;
  scale: number;
}

/** Places are counted in 65536ths of a pixel. */
const UNIT = 65536;

function warpPlane(job: PlaneWarp): void {
  const { onto, width, cell, mesh } = job;
  const rows = onto.length / width;
  const edges = new Int32Array(mesh.columns * 2);
  for (let row = 0; row < rows; row++) {
    rowOfKnots(job, row, edges);
    for (let column = 0; column < mesh.columns - 1; column++) {
      const from = row * width + column * cell;
      const to = row * width + Math.min(width, (column + 1) * cell);
      if (to > from) warpRun(job, { from, to, edges, column });
    }
  }
}

/** The knots of one row of pixels, between those of the mesh above and below, held inside the source. */
function rowOfKnots({ mesh, cell, scale, plane, planeWidth }: PlaneWarp, row: number, edges: Int32Array): void {
  const upper = Math.floor(row / cell);
  const share = row / cell - upper;
  const lastX = planeWidth - 1.01;
  const lastY = plane.length / planeWidth - 1.01;
  for (let column = 0; column < mesh.columns; column++) {
    const above = (upper * mesh.columns + column) * 2;
    const below = Math.min(mesh.rows - 1, upper + 1) * mesh.columns * 2 + column * 2;
    const x = mesh.knots[above]! * (1 - share) + mesh.knots[below]! * share;
    const y = mesh.knots[above + 1]! * (1 - share) + mesh.knots[below + 1]! * share;
    edges[column * 2] = Math.max(0, Math.min(lastX, x * scale)) * UNIT;
    edges[column * 2 + 1] = Math.max(0, Math.min(lastY, y * scale)) * UNIT;
  }
}

type Run = { from: number; to: number; edges: Int32Array; column: number };

function warpRun({ onto, plane, planeWidth, cell }: PlaneWarp, { from, to, edges, column }: Run): void {
  let x = edges[column * 2]!;
  let y = edges[column * 2 + 1]!;
  const stepX = ((edges[column * 2 + 2]! - x) / cell) | 0;
  const stepY = ((edges[column * 2 + 3]! - y) / cell) | 0;
  for (let target = from; target < to; target++, x += stepX, y += stepY) {
    const at = (y >> 16) * planeWidth + (x >> 16);
    const below = at + planeWidth;
    const across = (x >> 8) & 255;
    const down = (y >> 8) & 255;
    const upper = plane[at]! * (256 - across) + plane[at + 1]! * across;
    const lower = plane[below]! * (256 - across) + plane[below + 1]! * across;
    onto[target] = (upper * (256 - down) + lower * down + 32768) >> 16;
  }
}

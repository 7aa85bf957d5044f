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

/** The same for a part of `onto`, whose first knot is the part's corner. */
export function warpPart(onto: Picture, source: Picture, mesh: Mesh, part: Part): void {
  const planes = { onto: [onto.y], source: [source.y] };
  warpPlanes({ planes, width: onto.width, sourceWidth: source.width, part, mesh, cell: CELL, scale: 1 });
  const halves = { onto: [onto.u, onto.v], source: [source.u, source.v] };
  const { left, top, width, height, kept } = part;
  warpPlanes({
    planes: halves,
    width: onto.width / 2,
    sourceWidth: source.width / 2,
    part: { left: left / 2, top: top / 2, width: width / 2, height: height / 2, kept },
    mesh,
    cell: CELL / 2,
    scale: 0.5,
  });
}

/** Planes of one size, which are read at the same places. */
interface PlanesWarp {
  planes: { onto: Uint8Array[]; source: Uint8Array[] };
  width: number;
  sourceWidth: number;
  part: Part;
  mesh: Mesh;
  cell: number;
  scale: number;
}

/** Places are counted in 65536ths of a pixel. */
const UNIT = 65536;

function warpPlanes(job: PlanesWarp): void {
  const { planes, width, cell, mesh, part } = job;
  const edges = new Int32Array(mesh.columns * 2);
  const cells = mesh.columns - 1;
  for (let row = 0; row < part.height; row++) {
    const upper = Math.floor(row / cell);
    rowOfKnots(job, row, edges);
    const start = (part.top + row) * width + part.left;
    for (let column = 0; column < cells; column++) {
      if (part.kept[upper * cells + column] === 1) continue;
      const from = start + column * cell;
      const to = start + Math.min(part.width, (column + 1) * cell);
      if (to <= from) continue;
      const run = { from, to, edges, column };
      if (planes.onto.length === 1) warpRun(job, run);
      else warpTwo(job, run);
    }
  }
}

/** The knots of one row of pixels, between those of the mesh above and below, held inside the source. */
function rowOfKnots({ mesh, cell, scale, planes, sourceWidth }: PlanesWarp, row: number, edges: Int32Array): void {
  const upper = Math.floor(row / cell);
  const share = row / cell - upper;
  const lastX = sourceWidth - 1.01;
  const lastY = planes.source[0]!.length / sourceWidth - 1.01;
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

function warpRun({ planes, sourceWidth, cell }: PlanesWarp, { from, to, edges, column }: Run): void {
  const [onto, plane] = [planes.onto[0]!, planes.source[0]!];
  let x = edges[column * 2]!;
  let y = edges[column * 2 + 1]!;
  const stepX = ((edges[column * 2 + 2]! - x) / cell) | 0;
  const stepY = ((edges[column * 2 + 3]! - y) / cell) | 0;
  for (let target = from; target < to; target++, x += stepX, y += stepY) {
    const at = (y >> 16) * sourceWidth + (x >> 16);
    const across = (x >> 8) & 255;
    const upper = (plane[at]! << 8) + (plane[at + 1]! - plane[at]!) * across;
    const below = at + sourceWidth;
    const lower = (plane[below]! << 8) + (plane[below + 1]! - plane[below]!) * across;
    onto[target] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
  }
}

/** Both colours at once: where they are read is reckoned for the two together. */
function warpTwo({ planes, sourceWidth, cell }: PlanesWarp, { from, to, edges, column }: Run): void {
  const [blueOnto, redOnto] = planes.onto as [Uint8Array, Uint8Array];
  const [blue, red] = planes.source as [Uint8Array, Uint8Array];
  let x = edges[column * 2]!;
  let y = edges[column * 2 + 1]!;
  const stepX = ((edges[column * 2 + 2]! - x) / cell) | 0;
  const stepY = ((edges[column * 2 + 3]! - y) / cell) | 0;
  for (let target = from; target < to; target++, x += stepX, y += stepY) {
    const at = (y >> 16) * sourceWidth + (x >> 16);
    const below = at + sourceWidth;
    const across = (x >> 8) & 255;
    const down = (y >> 8) & 255;
    const blueUpper = (blue[at]! << 8) + (blue[at + 1]! - blue[at]!) * across;
    const blueLower = (blue[below]! << 8) + (blue[below + 1]! - blue[below]!) * across;
    blueOnto[target] = ((blueUpper << 8) + (blueLower - blueUpper) * down + 32768) >> 16;
    const redUpper = (red[at]! << 8) + (red[at + 1]! - red[at]!) * across;
    const redLower = (red[below]! << 8) + (red[below + 1]! - red[below]!) * across;
    redOnto[target] = ((redUpper << 8) + (redLower - redUpper) * down + 32768) >> 16;
  }
}

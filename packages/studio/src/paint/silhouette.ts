/** The outline of a drawing as a coarse grid: enough for soft light and shadows, at a hundredth of the pixels. */
import type { Canvas } from '../picture/canvas.ts';

export interface Grid {
  values: Float32Array;
  width: number;
  height: number;
  /** Pixels of the drawing to one cell, across and down. */
  cell: number;
}

/** Cells along the edge of a subject's field. */
const CELLS = 60;

/** Glows and beams are fainter than this and cast no shadow. */
const SOLID = 150;

/** 1 where the drawing is solid, 0 elsewhere. */
export function coverOf({ rgba, width, height }: Canvas, edge: number): Grid {
  const cell = Math.max(1, Math.round(edge / CELLS));
  const grid = { width: Math.ceil(width / cell), height: Math.ceil(height / cell), cell };
  const values = new Float32Array(grid.width * grid.height);
  const middle = cell >> 1;
  for (let row = 0; row < grid.height; row++) {
    const y = Math.min(height - 1, row * cell + middle);
    for (let column = 0; column < grid.width; column++) {
      const x = Math.min(width - 1, column * cell + middle);
      if (rgba[(y * width + x) * 4 + 3]! > SOLID) values[row * grid.width + column] = 1;
    }
  }
  return { ...grid, values };
}

/** A box blur twice over, which is close to a round one; once where it is as small as it can be. */
export function blurred(grid: Grid, radius: number): Grid & { radius: number } {
  const once = new Float32Array(grid.values.length);
  const twice = Float32Array.from(grid.values);
  for (let pass = 0; pass < (radius === 1 ? 1 : 2); pass++) {
    blurLines(twice, once, { lines: grid.height, step: grid.width, length: grid.width, stride: 1, radius });
    blurLines(once, twice, { lines: grid.width, step: 1, length: grid.height, stride: grid.width, radius });
  }
  return { ...grid, values: twice, radius };
}

interface Lines {
  lines: number;
  step: number;
  length: number;
  stride: number;
  radius: number;
}

/** Calls `fill` for each cell that has a value at one of its corners, with what the corners hold. */
export function eachCell(grid: Grid, fill: (left: number, top: number, corners: Corners) => void): void {
  const { values, width, height, cell } = grid;
  const corners: Corners = { topLeft: 0, topRight: 0, bottomLeft: 0, bottomRight: 0 };
  for (let row = 0; row < height; row++) {
    const below = row === height - 1 ? row * width : (row + 1) * width;
    for (let column = 0; column < width; column++) {
      const right = column === width - 1 ? column : column + 1;
      corners.topLeft = values[row * width + column]!;
      corners.topRight = values[row * width + right]!;
      corners.bottomLeft = values[below + column]!;
      corners.bottomRight = values[below + right]!;
      const { topLeft, topRight, bottomLeft, bottomRight } = corners;
      if (topLeft !== 0 || topRight !== 0 || bottomLeft !== 0 || bottomRight !== 0)
        fill(column * cell, row * cell, corners);
    }
  }
}

export interface Corners {
  topLeft: number;
  topRight: number;
  bottomLeft: number;
  bottomRight: number;
}

function blurLines(from: Float32Array, to: Float32Array, { lines, step, length, stride, radius }: Lines): void {
  const share = 1 / (2 * radius + 1);
  for (let line = 0; line < lines; line++) {
    const start = line * step;
    let sum = 0;
    for (let at = 0; at < Math.min(radius, length); at++) sum += from[start + at * stride]!;
    for (let at = 0; at < length; at++) {
      if (at + radius < length) sum += from[start + (at + radius) * stride]!;
      if (at - radius - 1 >= 0) sum -= from[start + (at - radius - 1) * stride]!;
      to[start + at * stride] = sum * share;
    }
  }
}

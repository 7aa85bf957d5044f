/** Where a picture draws the eye: the middle of what differs from its rim in colour and detail. No model needed. */
import type { Picture } from '../picture/picture.ts';

const COLUMNS = 24;
const ROWS = 16;

/** As shares of the picture. */
export function findFocus(picture: Picture): { x: number; y: number } {
  const weights = contrast(readCells(picture));
  const most = Math.max(1e-6, ...weights);
  let [x, y, total] = [0, 0, 0];
  weights.forEach((value, at) => {
    const weight = (value / most) ** 4;
    x += weight * (((at % COLUMNS) + 0.5) / COLUMNS);
    y += weight * ((Math.floor(at / COLUMNS) + 0.5) / ROWS);
    total += weight;
  });
  return total === 0 ? { x: 0.5, y: 0.5 } : { x: x / total, y: y / total };
}

/** How much each place of a picture stands out, from 0 to 1; places are shares of it. */
export function standOut(picture: Picture): { at(x: number, y: number): number } {
  const weights = contrast(readCells(picture));
  const most = Math.max(1e-6, ...weights);
  return {
    at: (x, y) =>
      weights[Math.min(ROWS - 1, Math.floor(y * ROWS)) * COLUMNS + Math.min(COLUMNS - 1, Math.floor(x * COLUMNS))]! /
      most,
  };
}

interface Cell {
  tones: [number, number, number];
  detail: number;
}

function readCells({ y, u, v, width, height }: Picture): Cell[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, at) => {
    const left = Math.floor(((at % COLUMNS) * width) / COLUMNS);
    const right = Math.floor((((at % COLUMNS) + 1) * width) / COLUMNS);
    const top = Math.floor((Math.floor(at / COLUMNS) * height) / ROWS);
    const bottom = Math.floor(((Math.floor(at / COLUMNS) + 1) * height) / ROWS);
    const sum: [number, number, number] = [0, 0, 0];
    let detail = 0;
    let count = 0;
    for (let row = top; row < bottom; row += 2) {
      for (let column = left; column < right - 1; column += 2) {
        const pixel = row * width + column;
        const chroma = (row >> 1) * (width >> 1) + (column >> 1);
        sum[0] += y[pixel]!;
        sum[1] += u[chroma]!;
        sum[2] += v[chroma]!;
        detail += Math.abs(y[pixel]! - y[pixel + 1]!);
        count++;
      }
    }
    const share = 1 / Math.max(1, count);
    return { tones: [sum[0] * share, sum[1] * share, sum[2] * share], detail: detail * share };
  });
}

/** How much each cell differs from the rim, the middle favoured as photographers do. */
function contrast(cells: Cell[]): number[] {
  const rim = cells.filter((_, at) => at % COLUMNS < 2 || at % COLUMNS >= COLUMNS - 2 || at < COLUMNS);
  const mean = [0, 1, 2].map((tone) => rim.reduce((sum, { tones }) => sum + tones[tone]!, 0) / rim.length);
  return cells.map(({ tones, detail }, at) => {
    const x = ((at % COLUMNS) + 0.5) / COLUMNS - 0.5;
    const y = (Math.floor(at / COLUMNS) + 0.5) / ROWS - 0.5;
    const apart = Math.hypot(0.5 * (tones[0] - mean[0]!), tones[1] - mean[1]!, tones[2] - mean[2]!);
    return (apart + 1.5 * detail) * Math.exp(-(x * x + y * y) * 5);
  });
}

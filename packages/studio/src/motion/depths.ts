/** Cuts a picture into what stands in front and what is behind it, where the hole is closed from its surroundings. */

import type { Cutout } from '../picture/blit.ts';
import { createLayer, createPicture, type Picture, settleAlpha } from '../picture/picture.ts';
import type { Mask } from './foreground.ts';

export interface Depths {
  front: Cutout;
  behind: Picture;
}

/** The soft edge is as wide as a cell, and lies inside the mask: the rim of a subject carries the background's colour. */
export function cutDepths(picture: Picture, mask: Mask): Depths {
  const { cell, box } = mask;
  const left = Math.max(0, (box.left - 1) * cell);
  const top = Math.max(0, (box.top - 1) * cell);
  const right = Math.min(picture.width, (box.right + 1) * cell);
  const bottom = Math.min(picture.height, (box.bottom + 1) * cell);
  const layer = createLayer(right - left, bottom - top);
  copyPart(layer.y, picture.y, { left, top, width: layer.width, height: layer.height, from: picture.width });
  const half = {
    left: left / 2,
    top: top / 2,
    width: layer.width / 2,
    height: layer.height / 2,
    from: picture.width / 2,
  };
  copyPart(layer.u, picture.u, half);
  copyPart(layer.v, picture.v, half);
  for (let row = 0; row < layer.height; row++)
    for (let column = 0; column < layer.width; column++) {
      const cover = coverAt(mask, left + column, top + row);
      layer.alpha[row * layer.width + column] = 255 * Math.min(1, Math.max(0, (cover - 0.3) / 0.4));
    }
  return { front: { layer: settleAlpha(layer), left, top }, behind: closeHole(picture, mask) };
}

type Part = { left: number; top: number; width: number; height: number; from: number };

function copyPart(onto: Uint8Array, plane: Uint8Array, { left, top, width, height, from }: Part): void {
  for (let row = 0; row < height; row++) {
    const start = (top + row) * from + left;
    onto.set(plane.subarray(start, start + width), row * width);
  }
}

/** Between the middles of four cells. */
function coverAt({ cover, columns, rows, cell }: Mask, x: number, y: number): number {
  const [across, down] = [x / cell - 0.5, y / cell - 0.5];
  const [column, row] = [
    Math.max(0, Math.min(columns - 2, Math.floor(across))),
    Math.max(0, Math.min(rows - 2, Math.floor(down))),
  ];
  const [sx, sy] = [Math.min(1, Math.max(0, across - column)), Math.min(1, Math.max(0, down - row))];
  const at = row * columns + column;
  const upper = cover[at]! * (1 - sx) + cover[at + 1]! * sx;
  const lower = cover[at + columns]! * (1 - sx) + cover[at + columns + 1]! * sx;
  return upper * (1 - sy) + lower * sy;
}

/** Row by row from both sides of the hole, weighted by nearness: ground stays ground and sky stays sky. */
function closeHole(picture: Picture, mask: Mask): Picture {
  const behind = createPicture(picture.width, picture.height);
  behind.bytes.set(picture.bytes);
  closePlane(behind.y, { width: picture.width, cell: mask.cell, mask });
  closePlane(behind.u, { width: picture.width / 2, cell: mask.cell / 2, mask });
  closePlane(behind.v, { width: picture.width / 2, cell: mask.cell / 2, mask });
  return behind;
}

/** How many pixels beside the hole are averaged, so that no streaks are drawn across it. */
const BESIDE = 10;

function closePlane(plane: Uint8Array, { width, cell, mask }: { width: number; cell: number; mask: Mask }): void {
  const { box, cover, columns } = mask;
  for (let cellRow = Math.max(0, box.top - 1); cellRow < Math.min(mask.rows, box.bottom + 1); cellRow++) {
    // A cell wider than the cut: a paw that was left out would lie there when its owner has gone.
    const covered = (column: number) =>
      [column - 1, column, column + 1].some(
        (near) => near >= 0 && near < columns && cover[cellRow * columns + near]! > 0.02,
      );
    for (let from = 0; from < columns; from++) {
      if (!covered(from)) continue;
      let to = from;
      while (to < columns && covered(to)) to++;
      for (let row = cellRow * cell; row < Math.min(plane.length / width, (cellRow + 1) * cell); row++)
        closeRun(plane, { start: row * width, from: from * cell, to: Math.min(width, to * cell), width });
      from = to;
    }
  }
}

function closeRun(
  plane: Uint8Array,
  { start, from, to, width }: { start: number; from: number; to: number; width: number },
): void {
  const mean = (first: number, last: number) => {
    let [sum, count] = [0, 0];
    for (let x = Math.max(0, first); x < Math.min(width, last); x++, count++) sum += plane[start + x]!;
    return count === 0 ? null : sum / count;
  };
  const [before, after] = [mean(from - BESIDE, from), mean(to, to + BESIDE)];
  const [left, right] = [before ?? after ?? 128, after ?? before ?? 128];
  for (let x = from; x < to; x++) {
    const share = (x - from + 0.5) / (to - from);
    // What lies beside the hole is mirrored into it, and fades to the mean of both sides.
    const mirrored =
      share < 0.5 ? plane[start + Math.max(0, 2 * from - x - 1)]! : plane[start + Math.min(width - 1, 2 * to - x)]!;
    const even = left * (1 - share) + right * share;
    plane[start + x] = even + (mirrored - even) * 0.55;
  }
}

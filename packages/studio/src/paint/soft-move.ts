/** Moves what draws the eye without cutting it out: the picture bends around it, most in its middle and not at its rim. */
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import { bendMesh, createMesh, type Mesh, type Part, warpPart } from '../picture/warp.ts';
import { even, type Size } from './painting.ts';

/** Shares of the frame that are bent around the eye's point, across and down. */
const REACH = { x: 0.2, y: 0.3 };

/** A bend of more than this share of the height would fold the picture. */
const BEND_MAX = 0.07;

/** Knots of the mesh lie this far apart, so the bent part begins and ends on one. */
const CELL = 16;

/** How far what is in the middle has moved, in pixels, is turned (radians) and has grown, from its foot. */
export interface SoftMove {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

/** Where a place of the output is seen in the photo when nothing is bent. */
export type Look = (x: number, y: number) => [x: number, y: number];

export interface SoftMover {
  paint(onto: Picture, look: Look, move: SoftMove): void;
}

/** `middle` is the eye's point in pixels of the output. */
export function createSoftMover(photo: Picture, size: Size, middle: { x: number; y: number }): SoftMover {
  const [rx, ry] = [size.width * REACH.x, size.height * REACH.y];
  const left = Math.max(0, Math.floor((middle.x - rx) / CELL) * CELL);
  const top = Math.max(0, Math.floor((middle.y - ry) / CELL) * CELL);
  const width = even(Math.min(size.width, Math.ceil((middle.x + rx) / CELL) * CELL) - left);
  const height = even(Math.min(size.height, Math.ceil((middle.y + ry) / CELL) * CELL) - top);
  const mesh = createMesh({ width, height });
  const shareAt = (x: number, y: number) => smooth(1 - ((x - middle.x) / rx) ** 2 - ((y - middle.y) / ry) ** 2);
  const part: Part = { left, top, width, height, kept: unmoved(mesh, (x, y) => shareAt(left + x, top + y) <= 0) };
  const most = size.height * BEND_MAX;
  const foot = middle.y + ry * 0.5;
  const bent = (length: number) => most * Math.tanh(length / most);
  return {
    paint(onto, look, move) {
      bendMesh(mesh, (column, row) => {
        const [x, y] = [left + column, top + row];
        const share = shareAt(x, y);
        if (share <= 0) return look(x, y);
        const [across, up] = [x - middle.x, foot - y];
        const grown = (move.scale - 1) * share;
        const turned = move.turn * share * up;
        return look(x - bent(share * move.x + turned + across * grown), y - bent(share * move.y - up * grown));
      });
      warpPart(onto, photo, mesh, part);
    },
  };
}

/** Cells none of whose corners moves: what the camera sees there is painted already. */
function unmoved(mesh: Mesh, rests: (x: number, y: number) => boolean): Uint8Array {
  const cells = mesh.columns - 1;
  return Uint8Array.from({ length: cells * (mesh.rows - 1) }, (_, at) => {
    const [x, y] = [(at % cells) * CELL, Math.floor(at / cells) * CELL];
    const corners = [rests(x, y), rests(x + CELL, y), rests(x, y + CELL), rests(x + CELL, y + CELL)];
    return corners.every((rest) => rest) ? 1 : 0;
  });
}

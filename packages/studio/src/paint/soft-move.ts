/** Moves what draws the eye without cutting it out: the picture bends around it, most in its middle and not at its rim. */
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import { createMesh, type Mesh, type Part, warpPart } from '../picture/warp.ts';
import { even, type Size } from './painting.ts';

/** Shares of the frame that are bent around the eye's point, across and down. */
const REACH = { x: 0.15, y: 0.25 };

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

/** Writes where a place of the output is seen in the photo when nothing is bent: two numbers at `at`. */
export type Look = (place: { x: number; y: number }, onto: Float32Array, at: number) => void;

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
  const shares = Float32Array.from({ length: mesh.columns * mesh.rows }, (_, knot) =>
    shareAt(left + (knot % mesh.columns) * CELL, top + Math.floor(knot / mesh.columns) * CELL),
  );
  const part: Part = { left, top, width, height, kept: unmoved(mesh, shares) };
  const most = size.height * BEND_MAX;
  const foot = middle.y + ry * 0.5;
  const bent = (length: number) => most * Math.tanh(length / most);
  return {
    paint(onto, look, move) {
      const place = { x: 0, y: 0 };
      // Every frame asks for a thousand knots: nothing is made anew for one of them.
      for (let knot = 0; knot < shares.length; knot++) {
        const x = left + (knot % mesh.columns) * CELL;
        const y = top + Math.floor(knot / mesh.columns) * CELL;
        const share = shares[knot]!;
        const [across, up] = [x - middle.x, foot - y];
        const grown = (move.scale - 1) * share;
        place.x = share <= 0 ? x : x - bent(share * (move.x + move.turn * up) + across * grown);
        place.y = share <= 0 ? y : y - bent(share * move.y - up * grown);
        look(place, mesh.knots, knot * 2);
      }
      warpPart(onto, photo, mesh, part);
    },
  };
}

/** Cells none of whose corners moves: what the camera sees there is painted already. */
function unmoved({ columns, rows }: Mesh, shares: Float32Array): Uint8Array {
  const cells = columns - 1;
  return Uint8Array.from({ length: cells * (rows - 1) }, (_, at) => {
    const knot = Math.floor(at / cells) * columns + (at % cells);
    const corners = [knot, knot + 1, knot + columns, knot + columns + 1];
    return corners.every((corner) => shares[corner]! <= 0) ? 1 : 0;
  });
}

/** A figure cut out of a picture that bends by its verb: a few poses of one movement, each drawn when it is first shown. */
import { findArm } from '../motion/arm.ts';
import type { Cutout } from '../picture/blit.ts';
import { createLayer, type Layer } from '../picture/picture.ts';
import { bendMesh, createMesh, warpLayer } from '../picture/warp.ts';
import type { Verb } from '../scene/cast.ts';
import { type Bend, bendOf } from './bends.ts';
import { even } from './painting.ts';

/** As many as a second has frames: fewer would be seen as steps. */
const POSES_MAX = 24;
const POSES_MIN = 6;

/** What all poses of a figure may take: those of a large one are fewer. */
const BYTES_MAX = 80_000_000;
const BYTES_A_PIXEL = 2.5;

/** How far a pose reaches beyond the figure, as a share of its longer edge. */
const BEYOND = 0.2;

/** The figure as it is at a moment, in the coordinates of the picture that it was cut out of. */
export type Posed = (seconds: number) => Cutout;

export function poseCutout(front: Cutout, verb: Verb | null, look: 1 | -1): Posed {
  const bend = verb === null ? undefined : bendOf(verb);
  if (bend === undefined) return () => front;
  const { layer } = front;
  clearRim(layer);
  const beyond = even(BEYOND * Math.max(layer.width, layer.height));
  const size = { width: layer.width + 2 * beyond, height: layer.height + 2 * beyond };
  const fitting = Math.floor(BYTES_MAX / (BYTES_A_PIXEL * size.width * size.height));
  const count = Math.max(POSES_MIN, Math.min(POSES_MAX, fitting));
  const figure = { half: layer.width / layer.height / 2, look, arm: verb === 'wave' ? findArm(layer) : null };
  const mesh = createMesh(size);
  const draw = (pose: number): Cutout => {
    const posed = createLayer(size.width, size.height);
    bendMesh(mesh, (column, row) => {
      const spot = [
        (column - beyond - layer.width / 2) / layer.height,
        (layer.height + beyond - row) / layer.height,
      ] as const;
      const [x, y] = bend.bending(spot, pose / count, figure);
      return [layer.width / 2 + x * layer.height, layer.height - y * layer.height];
    });
    warpLayer(posed, layer, mesh);
    return { layer: posed, left: front.left - beyond, top: front.top - beyond };
  };
  const drawn: Cutout[] = [];
  return (seconds) => {
    const pose = poseAt(bend, seconds, count);
    drawn[pose] ??= draw(pose);
    return drawn[pose];
  };
}

function poseAt({ cycles, once }: Bend, seconds: number, count: number): number {
  const turn = seconds * cycles;
  const done = once === undefined ? turn - Math.floor(turn) : Math.min(turn, 1 - 1 / count);
  return Math.floor(done * count);
}

/** Beyond its edge a layer goes on with its border: unless that is empty, a bent figure would have streaks. */
function clearRim({ alpha, chromaAlpha, width, height }: Layer): void {
  const clear = (cover: Uint8Array, columns: number, rows: number) => {
    cover.fill(0, 0, columns);
    for (let row = 0; row < rows; row++) {
      cover[row * columns] = 0;
      cover.fill(0, (row + 1) * columns - 2, (row + 1) * columns);
    }
  };
  clear(alpha, width, height);
  clear(chromaAlpha, width / 2, height / 2);
}

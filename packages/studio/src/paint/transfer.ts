/** Motion transfer: the caller's picture moves as the reference's camera did, and its subject goes the way of what moved there. */
import { cutDepths, type Depths } from '../motion/depths.ts';
import { findForeground } from '../motion/foreground.ts';
import { moverPath } from '../motion/mover.ts';
import type { Pose } from '../motion/pose.ts';
import type { ReferencePath } from '../motion/reference.ts';
import { type Regions, strayAt } from '../motion/regions.ts';
import { lookThrough, placeOver, type View } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { bendMesh, createMesh, warp } from '../picture/warp.ts';
import type { Painting, Size } from './painting.ts';

/** How much larger than the output a picture is loaded, so that a move never shows its edge. */
export const TRANSFER_MARGIN = 1.36;

/** Less than this share of the width is not worth bending the picture for. */
const STRAY_MIN = 0.004;
/** More than this would fold it. */
const STRAY_MAX = 0.05;

/** How far a subject that was cut out goes from its place at most, as a share of the width. */
const WAY_MAX = 0.26;

/** `photo` is larger than the output by TRANSFER_MARGIN. */
export function paintTransfer(photo: Picture, path: ReferencePath[], size: Size): Painting {
  const mask = findForeground(photo);
  return mask === null ? bendAlong(photo, path, size) : goAlong(cutDepths(photo, mask), path, size);
}

/** The subject takes the steps of the reference, in its time, before a background that follows the camera alone. */
function goAlong({ front, behind }: Depths, path: ReferencePath[], size: Size): Painting {
  const way = moverPath(path.map(({ regions }) => regions));
  const reach = (length: number) => WAY_MAX * Math.tanh(length / WAY_MAX) * size.width;
  return {
    paint(onto, { index }) {
      const at = Math.min(index, path.length - 1);
      const view = viewOf(behind, path[at]!.pose, size);
      lookThrough(onto, behind, view);
      const { layer } = front;
      const [x, y] = [front.left + layer.width / 2 - view.x, front.top + layer.height / 2 - view.y];
      const zoom = Math.hypot(view.a, view.b);
      placeOver(onto, layer, {
        x: (view.a * x - view.b * y) / zoom ** 2 + reach(way[at]!.x),
        y: (view.b * x + view.a * y) / zoom ** 2 + reach(way[at]!.y),
        turn: Math.atan2(view.b, view.a),
        scale: 1 / zoom,
        opacity: 1,
      });
    },
  };
}

/** Where nothing can be cut out the picture bends where the reference's regions moved. */
function bendAlong(photo: Picture, path: ReferencePath[], size: Size): Painting {
  const mesh = createMesh(size);
  return {
    paint(onto, { index }) {
      const { pose, regions } = path[Math.min(index, path.length - 1)]!;
      const view = viewOf(photo, pose, size);
      if (!regions.some((stray) => Math.abs(stray) > STRAY_MIN)) {
        lookThrough(onto, photo, view);
        return;
      }
      bendMesh(mesh, (x, y) => {
        const [strayX, strayY] = strayIn(regions, { x: x / size.width, y: y / size.height });
        const [left, top] = [x - strayX * size.width, y - strayY * size.width];
        return [view.a * left + view.b * top + view.x, -view.b * left + view.a * top + view.y];
      });
      warp(onto, photo, mesh);
    },
  };
}

function strayIn(regions: Regions, share: { x: number; y: number }): [number, number] {
  const [x, y] = strayAt(regions, share);
  return [STRAY_MAX * Math.tanh(x / STRAY_MAX), STRAY_MAX * Math.tanh(y / STRAY_MAX)];
}

function viewOf(photo: Picture, pose: Pose, size: Size): View {
  const marginX = (photo.width - size.width) / 2;
  const marginY = (photo.height - size.height) / 2;
  const zoom = Math.min(2.5, Math.max(1 / TRANSFER_MARGIN, Math.hypot(pose.a, pose.b)));
  const turn = 0.25 * Math.tanh(Math.atan2(pose.b, pose.a) / 0.25);
  const a = Math.cos(turn) / zoom;
  const b = Math.sin(turn) / zoom;
  // A long pan slows down towards the edge instead of stopping at it.
  const x = size.width / 2 + marginX * Math.tanh((pose.x * size.width) / marginX);
  const y = size.height / 2 + marginY * Math.tanh((pose.y * size.width) / marginY);
  return { a, b, x: photo.width / 2 - a * x - b * y, y: photo.height / 2 + b * x - a * y };
}

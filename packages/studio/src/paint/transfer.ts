/** Motion transfer: the caller's picture moves as the reference's camera did, and its subject goes the way of what moved there. */
import { cutDepths, type Depths } from '../motion/depths.ts';
import { findForeground } from '../motion/foreground.ts';
import type { Spot } from '../motion/mover.ts';
import type { Pose } from '../motion/pose.ts';
import type { ReferencePath } from '../motion/reference.ts';
import { findFocus } from '../motion/salience.ts';
import { blit } from '../picture/blit.ts';
import { lookThrough, placeOver, type View } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import type { Painting, Size } from './painting.ts';
import { createSoftMover, type Look } from './soft-move.ts';

/** How much larger than the output a picture is loaded, so that a move never shows its edge. */
export const TRANSFER_MARGIN = 1.36;

/** How much of a subject may leave the frame on its way. */
const OUTSIDE = 0.25;

/** A way shorter than this share of the width is hardly seen: it is taken larger, but at most so much. */
const WAY_MIN = 0.12;
const LARGER_MAX = 2;
/** Shorter than this it is the noise of the reference. */
const WAY_NOISE = 0.006;

/** Where nothing can be cut out: how far the whole picture goes along at most, as a share of the width. */
const CARRIED_MAX = 0.14;
/** And how much further what draws the eye goes: more would bend what stands beside it. */
const BENT = 0.04;

/** In radians. */
const TURN_MIN = 0.005;

/** `photo` is larger than the output by TRANSFER_MARGIN. */
export function paintTransfer(photo: Picture, path: ReferencePath[], size: Size): Painting {
  const mask = findForeground(photo);
  return mask === null ? bendAlong(photo, path, size) : goAlong(cutDepths(photo, mask), path, size);
}

/** The subject takes the steps of the reference, in its time, before a background that follows the camera alone. */
function goAlong({ front, behind }: Depths, path: ReferencePath[], size: Size): Painting {
  const { layer } = front;
  const start = viewOf(behind, path[0]!.pose, size);
  const left = (front.left - start.x) / start.a;
  const top = (front.top - start.y) / start.a;
  const [wide, high] = [layer.width / start.a, layer.height / start.a];
  const way = fitWay(
    path.map(({ mover }) => mover),
    {
      left: (left + wide * OUTSIDE) / size.width,
      right: (size.width - left - wide * (1 - OUTSIDE)) / size.width,
      above: (top + high * OUTSIDE) / size.width,
    },
  );
  return {
    paint(onto, { index }) {
      const at = Math.min(index, path.length - 1);
      const view = viewOf(behind, path[at]!.pose, size);
      lookThrough(onto, behind, view);
      const gone = { x: way[at]!.x * size.width, y: way[at]!.y * size.width };
      if (view.b === 0) {
        const scale = 1 / view.a;
        const left = (front.left - view.x) * scale + gone.x;
        blit(onto, front, { left, top: (front.top - view.y) * scale + gone.y, scale });
        return;
      }
      const [x, y] = [front.left + layer.width / 2 - view.x, front.top + layer.height / 2 - view.y];
      const zoom = Math.hypot(view.a, view.b);
      placeOver(onto, layer, {
        x: (view.a * x - view.b * y) / zoom ** 2 + gone.x,
        y: (view.b * x + view.a * y) / zoom ** 2 + gone.y,
        turn: Math.atan2(view.b, view.a),
        scale: 1 / zoom,
        opacity: 1,
      });
    },
  };
}

/** How far a subject may go from its place, in shares of the width. */
interface Room {
  left: number;
  right: number;
  above: number;
}

/** The whole way within the room, in even proportion, so that its timing stays; what stands on its ground only rises from it. */
function fitWay(way: Spot[], room: Room): Spot[] {
  const [left, right] = [Math.min(...way.map(({ x }) => x)), Math.max(...way.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...way.map(({ y }) => y)), Math.max(...way.map(({ y }) => y))];
  const across = scaleTo(right - left, Math.max(0.02, room.left) + Math.max(0.02, room.right));
  const down = scaleTo(bottom - top, Math.max(0.02, room.above));
  // It starts where it stands, unless it would leave the frame on one side: then it starts nearer to the other.
  const start = Math.min(0, Math.max(0, room.right) - right * across);
  const shift = Math.max(start, -Math.max(0, room.left) - left * across);
  return way.map(({ x, y }) => ({ x: x * across + shift, y: (y - bottom) * down }));
}

function scaleTo(length: number, room: number): number {
  if (length < WAY_NOISE) return 0;
  return Math.min(room / length, Math.max(1, Math.min(LARGER_MAX, WAY_MIN / length)));
}

/** Where nothing can be cut out the whole picture goes the way, and what draws the eye a little further. */
function bendAlong(photo: Picture, path: ReferencePath[], size: Size): Painting {
  const focus = findFocus(photo);
  const start = viewOf(photo, path[0]!.pose, size);
  const soft = createSoftMover(photo, size, {
    x: (focus.x * photo.width - start.x) / start.a,
    y: (focus.y * photo.height - start.y) / start.a,
  });
  const carried = (length: number) => CARRIED_MAX * Math.tanh(length / (2 * CARRIED_MAX));
  return {
    paint(onto, { index }) {
      const { pose, mover } = path[Math.min(index, path.length - 1)]!;
      const view = viewOf(photo, { ...pose, x: pose.x + carried(mover.x), y: pose.y + carried(mover.y) }, size);
      lookThrough(onto, photo, view);
      if (Math.hypot(mover.x, mover.y) < WAY_NOISE) return;
      const along: Look = ({ x, y }, knots, at) => {
        knots[at] = view.a * x + view.b * y + view.x;
        knots[at + 1] = -view.b * x + view.a * y + view.y;
      };
      soft.paint(onto, along, {
        x: BENT * mover.x * size.width,
        y: BENT * mover.y * size.width,
        turn: 0,
        scale: 1,
      });
    },
  };
}

function viewOf(photo: Picture, pose: Pose, size: Size): View {
  const marginX = (photo.width - size.width) / 2;
  const marginY = (photo.height - size.height) / 2;
  const zoom = Math.min(2.5, Math.max(1 / TRANSFER_MARGIN, Math.hypot(pose.a, pose.b)));
  const turn = steady(0.25 * Math.tanh(Math.atan2(pose.b, pose.a) / 0.25));
  const a = Math.cos(turn) / zoom;
  const b = Math.sin(turn) / zoom;
  // A long pan slows down towards the edge instead of stopping at it.
  const x = size.width / 2 + marginX * Math.tanh((pose.x * size.width) / marginX);
  const y = size.height / 2 + marginY * Math.tanh((pose.y * size.width) / marginY);
  return { a, b, x: photo.width / 2 - a * x - b * y, y: photo.height / 2 + b * x - a * y };
}

/** A turn too small to be seen is none: straight pictures are drawn far faster. */
function steady(turn: number): number {
  return Math.sign(turn) * Math.max(0, Math.abs(turn) - TURN_MIN);
}

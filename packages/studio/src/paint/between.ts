/** Frame to frame: from the first picture to the last with the ends untouched, along the move between them if there is one. */
import { type Pose, REST } from '../motion/pose.ts';
import { findMove } from '../motion/related.ts';
import { dissolve, lookThrough, type View } from '../picture/compose.ts';
import { createPicture, type Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Painting, Size } from './painting.ts';

/** How far pictures that have nothing in common come closer while one gives way to the other. */
const DRIFT = 0.07;

/** Both pictures are of the output's size. */
export function paintBetween(first: Picture, last: Picture, size: Size): Painting {
  const incoming = createPicture(size.width, size.height);
  const move = findMove(first, last);
  const strays = move === null ? 0 : Math.hypot(move.x, move.y) + Math.abs(move.a - 1);
  return {
    paint(onto, { share }) {
      if (share <= 0 || share >= 1) {
        onto.bytes.set(share <= 0 ? first.bytes : last.bytes);
        return;
      }
      const passed = smooth(share);
      const mixed = smooth((passed - 0.2) / 0.6);
      // Halfway a moved picture would show its edge: the camera comes as much closer.
      const closer = 1 + (move === null ? 0 : 2 * strays * 4 * passed * (1 - passed));
      const look = (shown: Picture, onPicture: Picture, along: number) => {
        const zoom = closer * (move === null ? 1 + DRIFT * (along > 0 ? along : 1 + along) : 1);
        lookThrough(onPicture, shown, alongMove(move ?? REST, along, { zoom, size }));
      };
      if (mixed < 1) look(first, onto, passed);
      if (mixed === 0) return;
      look(last, incoming, passed - 1);
      if (mixed < 1) dissolve(onto, incoming, mixed);
      else onto.bytes.set(incoming.bytes);
    },
  };
}

/** What is seen of a picture that has gone a share of the move; a negative share has still to go it. */
function alongMove(move: Pose, share: number, { zoom, size }: { zoom: number; size: Size }): View {
  const scale = Math.hypot(move.a, move.b) ** share * zoom;
  const turn = Math.atan2(move.b, move.a) * share;
  // A turn too small to be seen is left away: straight pictures are drawn far faster.
  const a = Math.abs(turn) < 0.004 ? 1 / scale : Math.cos(turn) / scale;
  const b = Math.abs(turn) < 0.004 ? 0 : Math.sin(turn) / scale;
  const x = size.width / 2 + move.x * size.width * share;
  const y = size.height / 2 + move.y * size.width * share;
  return { a, b, x: size.width / 2 - a * x - b * y, y: size.height / 2 + b * x - a * y };
}

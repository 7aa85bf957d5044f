/** Image to video: a picture cut into what stands in front and what is behind, moved by the camera and by the verb. */
import { cutDepths, type Depths } from '../motion/depths.ts';
import { findForeground } from '../motion/foreground.ts';
import { findFocus } from '../motion/salience.ts';
import { blit } from '../picture/blit.ts';
import { lookThrough, placeOver } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Camera } from '../scene/camera.ts';
import type { Verb } from '../scene/cast.ts';
import { wayOfVerb } from './deeds.ts';
import type { Moment, Painting, Size } from './painting.ts';
import { createSoftMover, type SoftMove } from './soft-move.ts';

/** How much larger than the output a picture is loaded, so that a move never shows its edge. */
export const PUSH_MARGIN = 1.24;

/** Rows that move as one: the step from band to band stays under half a pixel. */
const BAND_ROWS = 8;

/** How much faster than the middle the foot of a picture moves, and its top slower: more would make towers lean. */
const PARALLAX = 0.16;

/** How much faster than the ground it stands on a subject moves: it is nearer. */
const NEARER = 0.22;

/** When a camera circles, its subject stays in the middle and the background slides behind it. */
const HELD = 0.15;

/** Verbs that turn a thing about its foot: how far, in radians, and how often a second. */
const TURNS: Partial<Record<Verb, { reach: number; often: number }>> = {
  dance: { reach: 0.09, often: 1 },
  swing: { reach: 0.2, often: 0.7 },
  wave: { reach: 0.06, often: 1 },
  spin: { reach: 0.3, often: 0.6 },
  turn: { reach: 0.12, often: 0.3 },
  shake: { reach: 0.03, often: 4 },
  fly: { reach: 0.05, often: 0.6 },
};

/** Nothing that lives holds quite still. */
const BREATH = 0.006;

/** `photo` is larger than the output by PUSH_MARGIN. */
export function paintPush(photo: Picture, camera: Camera, size: Size, verb: Verb | null = null): Painting {
  const widest = photo.width / size.width;
  const tremble = camera.shake * 1.6;
  // Close enough from the start that the pan has its room on both sides, of the fastest rows too.
  const reach = Math.max(Math.abs(camera.across), Math.abs(camera.down)) * (1 + PARALLAX) + tremble;
  const closest = Math.max(1.01, widest / (widest - 2 * reach));
  const rest = widest / closest;
  const focus = findFocus(photo);
  const source = { x: focus.x * photo.width, y: focus.y * photo.height };
  // Where the eye's point is seen before the camera moves: it stays there while the camera comes closer.
  const seen = {
    x: (source.x - photo.width / 2) / rest + size.width / 2,
    y: (source.y - photo.height / 2) / rest + size.height / 2,
  };
  const mask = findForeground(photo);
  const depths = mask === null ? null : cutDepths(photo, mask);
  const ground = depths?.behind ?? photo;
  const look = mask?.look ?? 1;
  const soft = depths === null && verb !== null ? createSoftMover(photo, size, seen) : null;
  const viewAt = ({ share, seconds }: Moment, speed: number, held: number) => {
    const eased = 0.6 * share + 0.4 * smooth(share);
    // Coming closer starts wide; pulling back ends wide.
    const near = camera.zoom >= 1 ? camera.zoom ** eased : camera.zoom ** (eased - 1);
    const swing = 2 * eased - 1;
    const step = rest / near ** speed;
    const shake = camera.shake * (Math.sin(seconds * 5.1) + 0.6 * Math.sin(seconds * 8.7 + 1));
    const x = source.x - step * seen.x + (camera.across * swing * speed * held + shake) * size.width;
    const y =
      source.y - step * seen.y + (camera.down * swing + camera.shake * Math.sin(seconds * 6.3 + 2)) * size.height;
    return { step, x: clamp(x, photo.width - size.width * step), y: clamp(y, photo.height - size.height * step) };
  };
  return {
    paint(onto, moment) {
      const views = Array.from({ length: Math.ceil(size.height / BAND_ROWS) }, (_, band) => {
        const top = band * BAND_ROWS;
        const rows = Math.min(BAND_ROWS, size.height - top);
        const view = viewAt(moment, speedAt((top + rows / 2) / size.height), 1);
        const { step, x, y } = view;
        lookThrough(bandOf(onto, top, rows), ground, { a: step, b: 0, x, y: y + step * top });
        return view;
      });
      soft?.paint(
        onto,
        (x, y) => {
          const view = views[Math.min(views.length - 1, Math.max(0, Math.floor(y / BAND_ROWS)))]!;
          return [view.x + view.step * x, view.y + view.step * y];
        },
        softMove(verb!, { moment, size, at: seen }),
      );
      if (depths === null) return;
      const { layer, top } = depths.front;
      const feet = Math.min(1, (top + layer.height) / photo.height);
      const view = viewAt(moment, speedAt(feet) * (1 + NEARER), camera.parallax > 1 ? HELD : 1);
      paintFront(onto, depths, { view, size, verb, moment, look });
    },
  };
}

/** By the height in the picture: the foot is near, the top is far. */
function speedAt(down: number): number {
  return 1 + PARALLAX * (2 * smooth(down) - 1);
}

/** As far as a picture can be bent for a verb. */
function softMove(
  verb: Verb,
  { moment, size, at }: { moment: Moment; size: Size; at: { x: number; y: number } },
): SoftMove {
  const course = { size, edge: size.height * 0.4, x: at.x, feet: at.y, horizon: at.y, look: 1, start: 0, cycles: 1 };
  const moved = wayOfVerb(verb)?.(moment, course) ?? {
    x: 0,
    y: 0,
    scale: 1 + 3 * BREATH * Math.sin(moment.seconds * 2.1),
  };
  const turn = TURNS[verb];
  return {
    x: moved.x,
    y: moved.y - (moved.lift ?? 0),
    scale: moved.scale ?? 1,
    turn: turn === undefined ? 0 : turn.reach * Math.sin(2 * Math.PI * turn.often * moment.seconds),
  };
}

interface Front {
  look: 1 | -1;
  view: { step: number; x: number; y: number };
  size: Size;
  verb: Verb | null;
  moment: Moment;
}

/** Moved by its verb from where it stands. */
function paintFront(onto: Picture, { front }: Depths, { view, size, verb, moment, look }: Front): void {
  const { layer } = front;
  const scale = 1 / view.step;
  const [left, top] = [(front.left - view.x) * scale, (front.top - view.y) * scale];
  const [wide, high] = [layer.width * scale, layer.height * scale];
  const [x, feet] = [left + wide / 2, top + high];
  const way = verb === null ? undefined : wayOfVerb(verb);
  const course = { size, edge: high, x, feet, horizon: size.height * 0.5, look, start: 0, cycles: 1 };
  const moved = way?.(moment, course) ?? { x: 0, y: 0, scale: 1 + BREATH * Math.sin(moment.seconds * 2.1) };
  const grown = Math.max(0.6 / scale, moved.scale ?? 1);
  const [middle, foot] = [x + moved.x, feet + moved.y - (moved.lift ?? 0)];
  const turn = verb === null ? undefined : TURNS[verb];
  if (turn === undefined) {
    blit(onto, front, { left: middle - (wide * grown) / 2, top: foot - high * grown, scale: scale * grown });
    return;
  }
  const angle = turn.reach * Math.sin(2 * Math.PI * turn.often * moment.seconds);
  const up = (high * grown) / 2;
  placeOver(onto, layer, {
    x: middle + up * Math.sin(angle),
    y: foot - up * Math.cos(angle),
    turn: angle,
    scale: scale * grown,
    opacity: 1,
  });
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(0, limit), Math.max(0, value));
}

/** Some rows of a picture as a picture of their own. */
function bandOf({ width, bytes, y, u, v }: Picture, top: number, rows: number): Picture {
  const half = [((top / 2) * width) / 2, (((top + rows) / 2) * width) / 2] as const;
  return {
    width,
    height: rows,
    bytes,
    y: y.subarray(top * width, (top + rows) * width),
    u: u.subarray(...half),
    v: v.subarray(...half),
  };
}

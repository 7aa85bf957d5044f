/** Image to video: a picture cut into what stands in front and what is behind, moved by the camera and by the verb. */
import { cutDepths, type Depths } from '../motion/depths.ts';
import { findForeground } from '../motion/foreground.ts';
import { findFocus } from '../motion/salience.ts';
import { blit } from '../picture/blit.ts';
import { lookThrough } from '../picture/compose.ts';
import type { Picture } from '../picture/picture.ts';
import { smooth } from '../picture/random.ts';
import type { Camera } from '../scene/camera.ts';
import type { Verb } from '../scene/cast.ts';
import { wayOfVerb } from './deeds.ts';
import type { Effects, Source } from './effects.ts';
import type { Moment, Painting, Size } from './painting.ts';
import { poseCutout } from './posed-cutout.ts';
import { createSoftMover, type SoftMove } from './soft-move.ts';
import type { Drift, StageLayer } from './stage.ts';

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

/** What the words ask for beside the size. */
export interface PushWords {
  camera: Camera;
  verb: Verb | null;
  seed: number;
}

/** `photo` is larger than the output by PUSH_MARGIN. */
export async function paintPush(photo: Picture, size: Size, { camera, verb, seed }: PushWords): Promise<Painting> {
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
  const front = depths === null ? null : createFront(depths, { verb, look: mask!.look, size });
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
  const feet = depths === null ? focus.y : Math.min(1, (depths.front.top + depths.front.layer.height) / photo.height);
  const speed = depths === null ? speedAt(feet) : speedAt(feet) * (1 + NEARER);
  const frontView = (moment: Moment) => viewAt(moment, speed, camera.parallax > 1 ? HELD : 1);
  const softFigure = { x: seen.x, feet: seen.y + size.height * 0.2, high: size.height * 0.4 };
  const figureAt = (moment: Moment) => front?.placeAt(moment, frontView(moment)) ?? softFigure;
  const { x, feet: foot, high } = figureAt(AT_FIRST);
  const giver = { x, feet: foot, edge: high, seed, name: '', colour: '' };
  const given = await giveOff(verb, giver, (moment) => {
    const now = figureAt(moment);
    return { x: now.x - x, y: now.feet - foot };
  });
  const lay = (layers: StageLayer[], onto: Picture, moment: Moment) => {
    for (const layer of layers) layer.paint(onto, AS_IT_IS, moment);
  };
  const bands = createBands(size);
  return {
    paint(onto, moment) {
      const views = Array.from({ length: Math.ceil(size.height / BAND_ROWS) }, (_, band) => {
        const top = band * BAND_ROWS;
        const rows = Math.min(BAND_ROWS, size.height - top);
        const view = viewAt(moment, speedAt((top + rows / 2) / size.height), 1);
        const { step, x, y } = view;
        lookThrough(bands(onto)[band]!, ground, { a: step, b: 0, x, y: y + step * top });
        return view;
      });
      soft?.paint(
        onto,
        ({ x, y }, knots, at) => {
          const view = views[Math.min(views.length - 1, Math.max(0, Math.floor(y / BAND_ROWS)))]!;
          knots[at] = view.x + view.step * x;
          knots[at + 1] = view.y + view.step * y;
        },
        softMove(verb!, { moment, size, at: seen }),
      );
      lay(given.behind, onto, moment);
      front?.paint(onto, moment, frontView(moment));
      lay(given.before, onto, moment);
    },
  };
}

const AT_FIRST: Moment = { index: 0, share: 0, seconds: 0 };
const AS_IT_IS = { scale: 1, x: 0, y: 0 };

/** What is given off over a photo too; painters of it are loaded only then. */
const GIVES_OFF: ReadonlySet<Verb> = new Set<Verb>(['erupt', 'explode', 'burn', 'steam', 'glow']);

async function giveOff(verb: Verb | null, source: Source, drift: Drift): Promise<Effects> {
  if (verb === null || !GIVES_OFF.has(verb)) return { behind: [], before: [] };
  const { effectsOver } = await import('./effects.ts');
  return effectsOver(verb, source, drift);
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

interface FrontView {
  step: number;
  x: number;
  y: number;
}

interface Front {
  /** The middle of its foot, and how high it is. */
  placeAt(moment: Moment, view: FrontView): { x: number; feet: number; high: number; scale: number };
  paint(onto: Picture, moment: Moment, view: FrontView): void;
}

/** Bent by its verb, and moved by it from where it stands. */
function createFront({ front }: Depths, how: { verb: Verb | null; look: 1 | -1; size: Size }): Front {
  const { layer } = front;
  const { verb, look, size } = how;
  const posed = poseCutout(front, verb, look);
  const way = verb === null ? undefined : wayOfVerb(verb);
  const placeAt = (moment: Moment, view: FrontView) => {
    const scale = 1 / view.step;
    const high = layer.height * scale;
    const x = (front.left + layer.width / 2 - view.x) * scale;
    const feet = (front.top + layer.height - view.y) * scale;
    const course = { size, edge: high, x, feet, horizon: size.height * 0.5, look, start: 0, cycles: 1 };
    const moved = way?.(moment, course) ?? { x: 0, y: 0, scale: 1 + BREATH * Math.sin(moment.seconds * 2.1) };
    const grown = Math.max(0.6 / scale, moved.scale ?? 1);
    return {
      x: x + moved.x,
      feet: feet + moved.y - (moved.lift ?? 0),
      high: high * grown,
      scale: scale * grown,
    };
  };
  return {
    placeAt,
    paint(onto, moment, view) {
      const { x, feet, scale } = placeAt(moment, view);
      const pose = posed(moment.seconds);
      const left = x + (pose.left - front.left - layer.width / 2) * scale;
      blit(onto, pose, { left, top: feet + (pose.top - front.top - layer.height) * scale, scale });
    },
  };
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(0, limit), Math.max(0, value));
}

/** The bands of a picture; those of the one that is painted again and again are made once. */
function createBands({ height }: Size): (onto: Picture) => Picture[] {
  let known: { onto: Picture; bands: Picture[] } | null = null;
  return (onto) => {
    if (known?.onto !== onto) {
      const tops = Array.from({ length: Math.ceil(height / BAND_ROWS) }, (_, band) => band * BAND_ROWS);
      known = { onto, bands: tops.map((top) => bandOf(onto, top, Math.min(BAND_ROWS, height - top))) };
    }
    return known.bands;
  };
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

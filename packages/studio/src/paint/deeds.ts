/** How each verb is seen: how the drawing bends, which way it goes, and how it grows or shrinks on its way. */
import { smooth } from '../picture/random.ts';
import type { CastSubject, Verb } from '../scene/cast.ts';
import type { Pace } from '../scene/pace.ts';
import { subjectOf } from '../subjects/index.ts';
import { FEET, FIELD, type Gait, type Subject } from '../subjects/subject.ts';
import type { Moment, Size } from './painting.ts';
import type { Moved } from './stage.ts';

export interface Deed {
  /** How many drawings a movement takes, where the limbs of the subject tell nothing. */
  gait?: Gait;
  /** It is done once, from the beginning of the clip, and not again and again. */
  once?: true;
  /** An SVG transform of the field at a part of the movement. */
  bend?(phase: number): string;
  /** Where it is against where it was put; null leaves that to its footing. */
  way?(moment: Moment, on: Course): Moved;
}

export interface Course {
  size: Size;
  edge: number;
  /** Where its feet stand. */
  x: number;
  feet: number;
  horizon: number;
  /** 1 looks right, -1 left. */
  look: number;
  /** When in its movement it began, from 0 to 1. */
  start: number;
  cycles: number;
}

const TURN = 2 * Math.PI;
const MIDDLE = FIELD / 2;
const about = (degrees: number, y: number) => `rotate(${degrees} ${MIDDLE} ${y})`;
const stretch = (across: number, up: number) =>
  `translate(${MIDDLE} ${FEET}) scale(${across} ${up}) translate(${-MIDDLE} ${-FEET})`;
const lean = (degrees: number) => `translate(0 ${FEET}) skewX(${degrees}) translate(0 ${-FEET})`;

const gait = (cycles: number, poses: number, stride = 0): Gait => ({ cycles, poses, stride });

/** Two seconds in, where a single picture is taken, everybody is where they were put. */
const STILL_SECONDS = 2;

const along =
  (speed: number) =>
  (moment: Moment, { size, look }: Course) => ({
    x: look * size.width * speed * (moment.seconds - STILL_SECONDS),
    y: 0,
  });

/** From one size to another over the clip, from the feet, and towards or away from the horizon. */
function scaled(from: number, to: number, sink: number) {
  return ({ share }: Moment, { x, feet, horizon }: Course): Moved => {
    const scale = from + (to - from) * (0.7 * share + 0.3 * smooth(share));
    return { x: 0, y: -(feet - horizon) * sink * (1 - scale), scale, pivot: { x, y: feet } };
  };
}

const DEEDS: Partial<Record<Verb, Deed>> = {
  walk: { gait: gait(1.6, 8), bend: (phase) => about(2.5 * Math.sin(TURN * phase), FEET), way: hops(0.018, 0.03) },
  run: { gait: gait(2.2, 8), bend: (phase) => about(4 * Math.sin(TURN * phase), FEET), way: hops(0.05, 0.07) },
  crawl: {
    gait: gait(1.3, 10),
    bend: (phase) =>
      `${lean(4 * Math.sin(TURN * phase))} ${stretch(1 + 0.05 * Math.sin(TURN * phase), 1 - 0.04 * Math.sin(TURN * phase))}`,
    way: along(0.016),
  },
  drive: { gait: gait(3, 4), bend: (phase) => `translate(0 ${-1.2 * Math.sin(TURN * phase)})`, way: along(0.04) },
  sail: { gait: gait(0.5, 12), bend: (phase) => about(3 * Math.sin(TURN * phase), FEET), way: along(0.012) },
  swim: {
    gait: gait(1, 10),
    bend: (phase) => `${lean(5 * Math.sin(TURN * phase))} ${stretch(1 + 0.03 * Math.cos(TURN * phase), 1)}`,
    way: (moment, on) => ({
      x: along(0.02)(moment, on).x,
      y: on.edge * 0.05 * Math.sin(moment.seconds * 1.6 + on.start * TURN),
    }),
  },
  fly: {
    gait: gait(1.2, 10),
    bend: (phase) => `${about(5 * Math.sin(TURN * phase), MIDDLE)} ${stretch(1, 1 + 0.05 * Math.sin(TURN * phase))}`,
    way: (moment, on) => ({
      x: along(0.045)(moment, on).x,
      y: on.edge * 0.09 * Math.sin(moment.seconds * 1.5 + on.start * TURN),
    }),
  },
  float: { gait: gait(0.4, 12), bend: (phase) => about(5 * Math.sin(TURN * phase), MIDDLE), way: bobs(0.05) },
  hover: { gait: gait(2.5, 6), bend: (phase) => stretch(1, 1 + 0.03 * Math.sin(TURN * phase)), way: bobs(0.04) },
  jump: {
    gait: gait(0.8, 12, 0.8),
    bend: (phase) => {
      const air = Math.abs(Math.sin(Math.PI * phase));
      return stretch(1 + 0.12 * (1 - air) ** 3, 1 - 0.14 * (1 - air) ** 3);
    },
    way: ({ seconds }, { edge, start, cycles }) => ({
      x: 0,
      y: 0,
      lift: 0.42 * edge * Math.abs(Math.sin(Math.PI * (start + seconds * cycles))),
    }),
  },
  dance: {
    gait: gait(1, 12, 0.6),
    bend: (phase) =>
      `${lean(9 * Math.sin(TURN * phase))} ${stretch(1, 1 + 0.05 * Math.sin(2 * TURN * phase))} ${about(4 * Math.sin(TURN * phase), FEET)}`,
    way: ({ seconds }, { edge, start }) => ({
      x: edge * 0.09 * Math.sin(TURN * (start + seconds)),
      y: 0,
      lift: edge * 0.07 * Math.abs(Math.sin(TURN * (start + seconds))),
    }),
  },
  turn: { gait: gait(0.3, 20), bend: (phase) => turnedRound(phase) },
  spin: { gait: gait(0.7, 20), bend: (phase) => turnedRound(phase) },
  roll: { gait: gait(0.6, 24), bend: (phase) => about(360 * phase, MIDDLE - 2), way: along(0.05) },
  swing: { gait: gait(0.7, 14), bend: (phase) => about(14 * Math.sin(TURN * phase), 0) },
  wave: {
    gait: gait(1, 12),
    bend: (phase) => `${lean(7 * Math.sin(TURN * phase))} ${stretch(1 + 0.05 * Math.cos(TURN * phase), 1)}`,
  },
  shake: {
    gait: gait(4, 4),
    bend: (phase) => about(2 * Math.sin(TURN * phase), FEET),
    way: ({ seconds }, { edge }) => ({
      x: edge * 0.012 * Math.sin(seconds * 31),
      y: edge * 0.008 * Math.sin(seconds * 27),
    }),
  },
  sleep: { gait: gait(0.3, 10), bend: (phase) => stretch(1, 1 + 0.02 * Math.sin(TURN * phase)) },
  fall: {
    gait: gait(0.35, 12),
    bend: (phase) => about(24 * Math.sin(TURN * phase), MIDDLE),
    way: ({ seconds }, { size, start }) => {
      const passed = around((seconds - STILL_SECONDS) / 3.2 + 0.36 * (start - 0.5) + 0.5);
      return {
        x: size.width * 0.02 * Math.sin(seconds * 1.3 + start * TURN),
        y: size.height * (1.3 * (passed - 0.5) - 0.28),
      };
    },
  },
  rain: {
    gait: gait(0.35, 12),
    bend: (phase) => about(30 * Math.sin(TURN * phase), MIDDLE),
    way: ({ seconds }, { size, start }) => ({
      x: size.width * 0.015 * Math.sin(seconds * 1.3 + start * TURN),
      y: size.height * (1.2 * around(seconds / 2.6 + start) - 0.92),
    }),
  },
  rise: {
    gait: gait(1.5, 6),
    bend: (phase) => `translate(0 ${Math.sin(TURN * phase)})`,
    way: ({ seconds }, { size }) => ({
      x: 0,
      y: -size.height * 0.06 * (seconds - STILL_SECONDS) * (1 + 0.25 * seconds),
    }),
  },
  'ride-away': {
    gait: gait(1.6, 6),
    bend: (phase) => `translate(0 ${-1.5 * Math.abs(Math.sin(TURN * phase))})`,
    way: scaled(1.12, 0.6, 0.9),
  },
  'come-closer': {
    gait: gait(1.6, 6),
    bend: (phase) => `translate(0 ${-1.5 * Math.abs(Math.sin(TURN * phase))})`,
    way: scaled(0.78, 1.34, 0.6),
  },
  grow: { way: scaled(0.56, 1.02, 0) },
  bloom: { gait: gait(0.35, 10), bend: (phase) => about(3 * Math.sin(TURN * phase), FEET), way: scaled(0.56, 1, 0) },
  open: { way: scaled(0.74, 1.02, 0) },
  melt: {
    gait: gait(1 / 6, 14),
    once: true,
    bend: (phase) => stretch(1 + 0.16 * around(phase), 1 - 0.28 * around(phase)),
  },
  pour: { gait: gait(0.5, 8), bend: (phase) => about(17 + 2 * Math.sin(TURN * phase), MIDDLE) },
  burn: {
    gait: gait(1.4, 10),
    bend: (phase) => `${lean(3.5 * Math.sin(TURN * phase))} ${stretch(1, 1 + 0.05 * Math.sin(2 * TURN * phase))}`,
  },
  erupt: { gait: gait(5, 4), bend: (phase) => `translate(${0.8 * Math.sin(TURN * phase)} 0)` },
  explode: { gait: gait(6, 4), bend: (phase) => `translate(${1.6 * Math.sin(TURN * phase)} 0)` },
  surf: { gait: gait(0.6, 10), bend: (phase) => about(5 * Math.sin(TURN * phase), FEET), way: along(0.02) },
};

/** Turns in its hinges on the left until it is seen from the edge, and stays open. */
const SWUNG: Deed = {
  gait: gait(1 / 5, 24),
  once: true,
  bend: (phase) => {
    const [hinge, wide] = [FIELD * 0.27, 1 - 0.74 * smooth(Math.min(1, around(phase) * 1.5))];
    return `translate(${hinge} 0) scale(${wide} 1) translate(${-hinge} 0)`;
  },
};

function hops(speed: number, high: number) {
  return (moment: Moment, on: Course): Moved => ({
    x: along(speed)(moment, on).x,
    y: 0,
    lift: on.edge * high * Math.abs(Math.sin(Math.PI * (on.start + moment.seconds * on.cycles * 2))),
  });
}

function bobs(high: number) {
  return ({ seconds }: Moment, { edge, start }: Course): Moved => ({
    x: edge * 0.05 * Math.sin(seconds * 0.7 + start * TURN),
    y: edge * high * Math.sin(seconds * 1.1 + start * TURN),
  });
}

/** Seen from the side while it turns on its foot; never so thin that it is gone. */
function turnedRound(phase: number): string {
  const wide = Math.cos(TURN * phase);
  return stretch(Math.sign(wide || 1) * Math.max(0.14, Math.abs(wide)), 1);
}

function around(turn: number): number {
  return turn - Math.floor(turn);
}

/** What some do although no verb says so, because nobody has seen them otherwise. */
const HABITS: Record<string, Verb> = {
  volcano: 'erupt',
  fire: 'burn',
  kite: 'wave',
  tornado: 'dance',
  'hot-beverage': 'steam',
  'steaming-bowl': 'steam',
  'pot-of-food': 'steam',
  'pirate-flag': 'wave',
  'white-flag': 'wave',
  'chequered-flag': 'wave',
  'triangular-flag': 'wave',
  'black-flag': 'wave',
  'rainbow-flag': 'wave',
  'carp-streamer': 'wave',
  helicopter: 'hover',
  honeybee: 'hover',
  'mirror-ball': 'glow',
  sparkler: 'glow',
};

/** What is round rolls over; all else that rolls goes along on its wheels. */
const ROUND = new Set(
  `soccer-ball basketball volleyball baseball softball tennis pool-8-ball bowling american-football rugby-football wheel oil-drum
  coin egg red-apple green-apple tangerine watermelon peach tomato onion cookie doughnut hedgehog ring-buoy globe-showing-americas
  globe-showing-asia-australia globe-showing-europe-africa game-die rock wood jack-o-lantern yarn coconut cherries grapes
  crystal-ball melon snowball ball armadillo lemon`.split(/\s+/),
);

/** What has a spout or a neck pours; into anything else it is poured. */
const POURS = new Set(
  `teapot kettle watering-can pouring-liquid amphora bucket sake bottle-with-popping-cork baby-bottle alembic
  test-tube beverage-box lotion-bottle water-pistol canned-food jar pot-of-food beer-mug`.split(/\s+/),
);

/** The verb as this one can do it. */
function ableTo(verb: Verb, { own, vector }: CastSubject): Verb {
  const ours = own === null ? null : subjectOf(own);
  const drives = ours === null ? vector!.nature === 'vehicle' : ours.way === 'drives';
  const round = ours === null ? ROUND.has(vector!.id) : ours.shape === 'round';
  const pours = ours === null ? POURS.has(vector!.id) : ours.neck === 'pours';
  if (verb === 'roll' && !round) return 'drive';
  if (drives && (verb === 'run' || verb === 'walk' || verb === 'crawl')) return 'drive';
  if (vector?.nature === 'crawler' && (verb === 'walk' || verb === 'run')) return 'crawl';
  if (verb === 'pour' && !pours) return 'fill';
  // What lands does not drop.
  if (verb === 'fall' && drives && vector?.footing === 'sky') return 'hover';
  return verb;
}

export function verbOf(subject: CastSubject): Verb | null {
  const { heading, vector } = subject;
  const verb = subject.verb === null ? null : ableTo(subject.verb, subject);
  if (heading === 'away' && (verb === null || verb === 'drive' || verb === 'run' || verb === 'walk'))
    return 'ride-away';
  if (heading === 'towards' && (verb === null || verb === 'drive' || verb === 'run' || verb === 'walk'))
    return 'come-closer';
  if (verb !== null) return verb;
  return vector === null
    ? null
    : (HABITS[vector.id] ?? (vector.footing === 'water' ? 'swim' : vector.footing === 'sky' ? 'float' : null));
}

/** Empty for one that only rests. */
export function deedOf(subject: CastSubject): Deed {
  const verb = verbOf(subject);
  // A fire flickers; a house that burns stands still in it.
  if (verb === null || (verb === 'burn' && subject.vector?.id !== 'fire')) return {};
  if (verb === 'open' && subject.vector?.id === 'door') return SWUNG;
  return DEEDS[verb] ?? {};
}

/** The way alone, for what cannot be bent: a cut-out of a photo. */
export function wayOfVerb(verb: Verb): Deed['way'] {
  return DEEDS[verb]?.way;
}

/** How fast those with limbs of their own go about it. */
export function paceOf(subject: CastSubject, usual: Pace): Pace {
  const verb = verbOf(subject);
  if (verb === null) return usual;
  if (verb === 'run' || verb === 'jump' || verb === 'drive') return 'run';
  if (
    verb === 'walk' ||
    verb === 'crawl' ||
    verb === 'dance' ||
    verb === 'swim' ||
    verb === 'ride-away' ||
    verb === 'come-closer'
  )
    return 'walk';
  return 'rest';
}

/** Our own drawings have limbs for these: bending them as well would be a limp. */
export function bendsWith(record: Subject, verb: Verb | null): boolean {
  const moves = record.limbs !== undefined && record.limbs !== 'tail';
  // A windmill spins its sails, and not its house.
  if (typeof record.limbs === 'object' && (verb === 'spin' || verb === 'turn')) return false;
  return !(moves && (verb === 'walk' || verb === 'crawl' || verb === 'run' || verb === 'fly' || verb === 'swim'));
}

/** How a figure that was cut out of a picture bends for each verb: legs that step, wings that beat, an arm that waves. */
import type { Arm } from '../motion/arm.ts';
import { smooth } from '../picture/random.ts';
import type { Verb } from '../scene/cast.ts';

/** From the middle of its foot, in shares of the figure's height: `x` to the right, `y` up. */
export type Spot = readonly [x: number, y: number];

export interface Figure {
  /** Half its width, in shares of its height. */
  half: number;
  look: 1 | -1;
  arm: Arm | null;
}

/** Which place of the figure is seen at a spot, at a part of the movement from 0 to 1. */
type Bending = (spot: Spot, phase: number, figure: Figure) => Spot;

export interface Bend {
  /** Whole movements a second; what is done once takes the time of one. */
  cycles: number;
  once?: true;
  bending: Bending;
}

const wave = (phase: number) => Math.sin(2 * Math.PI * phase);

function turned([x, y]: Spot, about: Spot, angle: number): Spot {
  const [across, up] = [x - about[0], y - about[1]];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [about[0] + cosine * across - sine * up, about[1] + sine * across + cosine * up];
}

const rocking =
  (reach: number, about: Spot): Bending =>
  (spot, phase) =>
    turned(spot, about, reach * wave(phase));

const leaning = ([x, y]: Spot, reach: number): Spot => [x - reach * y, y];

const stretched = ([x, y]: Spot, across: number, up: number): Spot => [x / across, y / up];

const HIP = 0.45;

/** Legs on both sides of the middle swing against each other, and the body leans a little. */
const stepping =
  (stride: number): Bending =>
  (spot, phase, { half, look }) => {
    const [x, y] = leaning(spot, look * stride * 0.25 + 0.02 * wave(phase));
    const leg = smooth(1 - y / HIP) * Math.tanh(x / (0.35 * half));
    return [x - stride * wave(phase) * leg, y - 0.35 * stride * Math.max(0, wave(phase) * leg)];
  };

/** What is far from the middle beats up and down. */
const beating: Bending = ([x, y], phase, { half }) => {
  const out = Math.max(0, Math.abs(x) / half - 0.2);
  return [x * (1 + 0.1 * (1 - Math.cos(2 * Math.PI * phase)) * out), y - 0.34 * half * wave(phase) * out];
};

/** A wave runs from the head to the tail and grows on its way. */
const winding: Bending = ([x, y], phase, { half, look }) => {
  const back = (1 - (look * x) / half) / 2;
  return [x, y - 0.09 * half * (0.25 + 0.75 * back) * wave(phase - back)];
};

const waving: Bending = ([x, y], phase, { arm, half }) => {
  // Cloth, grass, a tree: the wave climbs, and the top goes furthest.
  if (arm === null) return [x - 0.07 * Math.min(1, 3 * half) * y * wave(phase - 0.5 * y), y];
  const { side, shoulder, from } = arm;
  const away = Math.hypot(x - shoulder.x, y - shoulder.y);
  const beside = smooth((side * (x - shoulder.x)) / Math.max(0.12, from) + 0.35);
  const above = smooth((y - shoulder.y) / 0.12 + 1);
  const share = beside * above * smooth(away / 0.1);
  // A wider swing would fold the figure between its arm and its body.
  return turned([x, y], [shoulder.x, shoulder.y], 0.26 * share * wave(phase));
};

/** Seen from the edge while it turns on its foot; never so thin that it is gone. */
const turningRound: Bending = ([x, y], phase) => {
  const wide = Math.cos(2 * Math.PI * phase);
  return [x / (Math.sign(wide || 1) * Math.max(0.14, Math.abs(wide))), y];
};

const dancing: Bending = (spot, phase) => {
  const [x, y] = leaning(spot, 0.15 * wave(phase));
  const hips = smooth(1 - Math.abs(y - 0.45) / 0.35);
  return stretched([x + 0.05 * hips * wave(phase), y], 1, 1 + 0.05 * wave(2 * phase));
};

const landing: Bending = (spot, phase) => {
  const low = (1 - Math.abs(Math.sin(Math.PI * phase))) ** 3;
  return stretched(spot, 1 + 0.12 * low, 1 - 0.14 * low);
};

const MIDDLE: Spot = [0, 0.5];
const FOOT: Spot = [0, 0];
const TOP: Spot = [0, 1];

const BENDS: Partial<Record<Verb, Bend>> = {
  walk: { cycles: 1.2, bending: stepping(0.09) },
  run: { cycles: 2, bending: stepping(0.16) },
  crawl: {
    cycles: 1.3,
    bending: (spot, phase) => stretched(leaning(spot, 0.05 * wave(phase)), 1 + 0.06 * wave(phase), 1),
  },
  'come-closer': { cycles: 1.4, bending: stepping(0.05) },
  'ride-away': { cycles: 1.4, bending: stepping(0.05) },
  jump: { cycles: 0.8, bending: landing },
  dance: { cycles: 1, bending: dancing },
  fly: { cycles: 1.6, bending: beating },
  hover: { cycles: 2.4, bending: beating },
  swim: { cycles: 1.1, bending: winding },
  float: { cycles: 0.4, bending: rocking(0.09, MIDDLE) },
  sail: { cycles: 0.4, bending: rocking(0.05, FOOT) },
  surf: { cycles: 0.6, bending: rocking(0.09, FOOT) },
  turn: { cycles: 0.3, bending: turningRound },
  spin: { cycles: 0.7, bending: turningRound },
  roll: { cycles: 0.6, bending: (spot, phase, { look }) => turned(spot, MIDDLE, look * 2 * Math.PI * phase) },
  swing: { cycles: 0.7, bending: rocking(0.24, TOP) },
  wave: { cycles: 1.5, bending: waving },
  shake: { cycles: 4, bending: rocking(0.035, FOOT) },
  erupt: { cycles: 5, bending: rocking(0.006, FOOT) },
  explode: { cycles: 6, bending: rocking(0.012, FOOT) },
  sleep: { cycles: 0.3, bending: (spot, phase) => stretched(spot, 1, 1 + 0.02 * wave(phase)) },
  fall: { cycles: 0.35, bending: rocking(0.4, MIDDLE) },
  rain: { cycles: 0.35, bending: rocking(0.5, MIDDLE) },
  pour: {
    cycles: 0.5,
    bending: (spot, phase, { look }) => turned(spot, MIDDLE, look * (0.3 + 0.04 * wave(phase))),
  },
  melt: {
    cycles: 1 / 6,
    once: true,
    bending: (spot, phase) => stretched(spot, 1 + 0.2 * phase * (1.4 - spot[1]), 1 - 0.34 * phase),
  },
};

/** Undefined for what only stands, goes or grows. */
export function bendOf(verb: Verb): Bend | undefined {
  return BENDS[verb];
}

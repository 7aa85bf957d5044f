/** How each subject moves: its limbs, in so many drawings and movements a second, and its way across the picture. */
import type { Pace, SubjectKind } from '../scene/subject-words.ts';
import type { Moment } from './painting.ts';

export interface Gait {
  /** How far the limbs reach out, from 0 to 1. */
  stride: number;
  cycles: number;
  poses: number;
}

const WALKERS = new Set<SubjectKind>([
  'person',
  'woman',
  'horse',
  'dog',
  'fox',
  'deer',
  'elephant',
  'robot',
  'penguin',
  'rabbit',
  'lion',
  'bear',
  'tiger',
  'panda',
  'giraffe',
  'zebra',
  'unicorn',
  'wolf',
  'cow',
  'sheep',
]);

/** These never hold still. */
const ALWAYS: Partial<Record<SubjectKind, Gait>> = {
  bird: { stride: 1, cycles: 1.5, poses: 10 },
  butterfly: { stride: 1, cycles: 2, poses: 8 },
  dragon: { stride: 1, cycles: 0.8, poses: 10 },
  fish: { stride: 1, cycles: 1.5, poses: 8 },
  whale: { stride: 1, cycles: 0.5, poses: 10 },
  dolphin: { stride: 1, cycles: 0.9, poses: 10 },
  turtle: { stride: 1, cycles: 0.6, poses: 10 },
  jellyfish: { stride: 1, cycles: 0.6, poses: 10 },
  shark: { stride: 1, cycles: 0.8, poses: 10 },
  windmill: { stride: 1, cycles: 0.4, poses: 12 },
};

/** At rest these move a tail. */
const TAILS = new Set<SubjectKind>([
  'cat',
  'dog',
  'fox',
  'horse',
  'lion',
  'tiger',
  'wolf',
  'unicorn',
  'zebra',
  'cow',
  'giraffe',
]);

const PACES: Record<Pace, { stride: number; cycles: number; poses: number }> = {
  rest: { stride: 0, cycles: 0.45, poses: 8 },
  walk: { stride: 0.55, cycles: 1, poses: 12 },
  run: { stride: 1, cycles: 1.9, poses: 12 },
};

/** Null for what has nothing to move. */
export function gaitOf(kind: SubjectKind, pace: Pace): Gait | null {
  const always = ALWAYS[kind];
  if (always !== undefined) return always;
  if (WALKERS.has(kind) && pace !== 'rest') return PACES[pace];
  return TAILS.has(kind) ? PACES.rest : null;
}

/** A running horse crosses a tenth of the picture in two seconds. */
const SPEEDS: Record<Pace, number> = { rest: 0, walk: 0.018, run: 0.05 };

/** Walkers go where they look; two seconds in, where a single picture is taken, they stand where they were put. */
export function wayOf(kind: SubjectKind, pace: Pace, look: number): (moment: Moment, width: number) => number {
  const speed = WALKERS.has(kind) ? SPEEDS[pace] : 0;
  return ({ seconds }, width) => look * width * speed * (seconds - 2);
}

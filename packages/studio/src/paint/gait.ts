/** How each subject moves: its limbs, in so many drawings and movements a second, and its way across the picture. */
import type { Pace } from '../scene/pace.ts';
import type { Gait, Subject } from '../subjects/subject.ts';
import type { Moment } from './painting.ts';

const PACES: Record<Pace, { stride: number; cycles: number; poses: number }> = {
  rest: { stride: 0, cycles: 0.45, poses: 8 },
  walk: { stride: 0.55, cycles: 1, poses: 12 },
  run: { stride: 1, cycles: 1.9, poses: 12 },
};

/** Null for what has nothing to move. */
export function gaitOf({ limbs }: Subject, pace: Pace): Gait | null {
  if (limbs === undefined) return null;
  if (typeof limbs === 'object') return limbs;
  if (pace === 'rest') return limbs === 'legs' ? null : PACES.rest;
  return limbs === 'tail' ? PACES.rest : PACES[pace];
}

/** A running horse crosses a tenth of the picture in two seconds. */
const SPEEDS: Record<Pace, number> = { rest: 0, walk: 0.018, run: 0.05 };

/** Walkers go where they look; two seconds in, where a single picture is taken, they stand where they were put. */
export function wayOf({ limbs }: Subject, pace: Pace, look: number): (moment: Moment, width: number) => number {
  const speed = limbs === 'legs' || limbs === 'legs and tail' ? SPEEDS[pace] : 0;
  return ({ seconds }, width) => look * width * speed * (seconds - 2);
}

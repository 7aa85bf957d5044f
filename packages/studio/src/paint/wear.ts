/** Where what somebody wears is: on the head, before the eyes, over the ears, about the neck, around the body. */
import type { Bond, Placed } from './bond.ts';
import { standingFeet } from './bond.ts';
import { type Outline, outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Actor } from './troupe.ts';

/** Shares: how large it is beside the wearer, how high up it sits, and how far of itself it reaches below that. */
interface Fit {
  edge: number;
  high: number;
  sunk: number;
  /** How far behind the head: a neck is behind a muzzle. */
  back?: number;
}

const FITS: [RegExp, Record<'person' | 'other' | 'thing', Fit>][] = [
  [
    /glasses|goggles|mask/,
    {
      person: { edge: 0.26, high: 0.8, sunk: 0.4 },
      other: { edge: 0.3, high: 0.8, sunk: 0.4 },
      thing: { edge: 0.4, high: 0.5, sunk: 0.4 },
    },
  ],
  [
    /headphone/,
    {
      person: { edge: 0.28, high: 0.94, sunk: 0.6 },
      other: { edge: 0.3, high: 0.94, sunk: 0.6 },
      thing: { edge: 0.4, high: 0.94, sunk: 0.6 },
    },
  ],
  [
    /scarf|necktie|ribbon|necklace|medal/,
    {
      person: { edge: 0.3, high: 0.71, sunk: 0.82 },
      other: { edge: 0.24, high: 0.64, sunk: 0.82, back: 0.11 },
      thing: { edge: 0.34, high: 0.6, sunk: 0.7 },
    },
  ],
  [
    /coat|dress|kimono|sari|shirt|clothes|sweater/,
    {
      person: { edge: 0.5, high: 0.72, sunk: 0.96 },
      other: { edge: 0.42, high: 0.6, sunk: 0.96 },
      thing: { edge: 0.5, high: 0.6, sunk: 0.9 },
    },
  ],
];

/** Upon the highest point, a little over the brow. */
const ON_THE_HEAD: Fit = { edge: 0.3, high: 1, sunk: 0.22 };

export async function wearing({ anchor, moved }: Bond): Promise<Placed> {
  const outline = await outlineOf(anchor.record);
  const { top, crown } = anchor.record.faces === 'front' ? outline : headOf(outline);
  const id = moved.subject.vector?.id ?? '';
  const who = wearerOf(anchor);
  const { edge: share, high, sunk, back = 0 } = FITS.find(([worn]) => worn.test(id))?.[1][who] ?? ON_THE_HEAD;
  const edge = even(anchor.edge * share);
  return {
    edge,
    x: anchor.x + anchor.edge * (who === 'thing' ? 0 : crown - (anchor.record.faces === 'front' ? 0 : back)),
    feet: standingFeet(anchor) - anchor.edge * top * high + edge * sunk,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

/** Who is seen from the side looks right: a tail that stands higher than the head is on the left. */
function headOf({ top, crown, heightAt }: Outline): Pick<Outline, 'top' | 'crown'> {
  if (crown > -0.12) return { top, crown };
  const ahead = Array.from({ length: 28 }, (_, step) => -0.06 + step * 0.02);
  const high = Math.max(...ahead.map(heightAt));
  const head = ahead.filter((across) => heightAt(across) > high - 0.06);
  return { top: high, crown: head.reduce((sum, across) => sum + across, 0) / head.length };
}

function wearerOf({ subject, record }: Actor): 'person' | 'other' | 'thing' {
  if (subject.vector?.nature === 'person' || record.hand === 'free') return 'person';
  return subject.vector?.nature === 'thing' ? 'thing' : 'other';
}

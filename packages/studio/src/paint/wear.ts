/** Where what somebody wears is: on the head, before the eyes, over the ears, about the neck, around the body, on the feet. */
import { FEET, FIELD, type Head } from '../subjects/subject.ts';
import type { Bond, Placed } from './bond.ts';
import { standingFeet } from './bond.ts';
import { headOfDrawing } from './heads.ts';
import { type Outline, outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Actor } from './troupe.ts';

/** How one kind of clothes sits. */
interface Fit {
  at: keyof Head;
  /** How broad it is beside the body there. */
  wide: number;
  /** Which share of its height from its top is at the spot. */
  from: number;
}

const FITS: [RegExp, Fit][] = [
  [/glasses|goggles|mask|performing-arts/, { at: 'eyes', wide: 1.12, from: 0.5 }],
  [/headphone/, { at: 'eyes', wide: 1.5, from: 0.66 }],
  [/worn-scarf/, { at: 'neck', wide: 1.16, from: 0.16 }],
  [/worn-tie/, { at: 'neck', wide: 0.42, from: 0.05 }],
  [/ribbon/, { at: 'neck', wide: 0.8, from: 0.4 }],
  [/necklace/, { at: 'neck', wide: 1, from: 0.3 }],
  [/medal/, { at: 'neck', wide: 0.8, from: 0.05 }],
  [/coat|dress|kimono|sari|shirt|clothes|sweater|tutu|cape/, { at: 'neck', wide: 2, from: 0.02 }],
  [/wizard-hat|straw-hat|cowboy-hat|top-hat|graduation/, { at: 'brow', wide: 1.5, from: 0.86 }],
  [/./, { at: 'brow', wide: 1.12, from: 0.92 }],
];

const ON_THE_FEET = /boot|shoe|sandal|skate|slipper|socks/;

export async function wearing(bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  const worn = { footing: anchor.footing, rank: anchor.rank + 1, carriedBy: anchor };
  const id = moved.subject.vector?.id ?? '';
  if (ON_THE_FEET.test(id)) return { ...worn, ...(await onFeet(bond)) };
  if (id === 'animal-coat') return { ...worn, ...(await onBack(bond)) };
  const { at, wide, from } = FITS.find(([clothes]) => clothes.test(id))![1];
  const body = await outlineOf(anchor.record);
  const spot = (headOfActor(anchor) ?? guessedHead(anchor, body))[at];
  const own = await outlineOf(moved.record);
  const edge = even((anchor.edge * (spot.wide / FIELD) * wide) / (own.right - own.left));
  const standsAt = standingFeet(anchor) - (anchor.edge * (FEET - spot.y)) / FIELD + anchor.edge * body.base;
  return {
    ...worn,
    edge,
    x: anchor.x + (anchor.edge * (spot.x - FIELD / 2)) / FIELD - (edge * (own.left + own.right)) / 2,
    feet: standsAt + edge * (own.top - own.base) * (1 - from),
  };
}

/** From the neck to the hips, with its top along the back. */
async function onBack({ anchor, moved }: Bond): Promise<Placed> {
  const body = await outlineOf(anchor.record);
  const own = await outlineOf(moved.record);
  const neck = (headOfActor(anchor) ?? guessedHead(anchor, body)).neck.x / FIELD - 0.5;
  const wide = (neck - body.left) * COAT;
  const middle = neck - wide * 0.5;
  // The back is what is usual between the tail and the neck.
  const heights = [-0.3, -0.15, 0, 0.1].map((share) => body.heightAt(middle + share * wide)).sort((a, b) => a - b);
  const edge = even((anchor.edge * wide) / (own.right - own.left));
  const top = standingFeet(anchor) - anchor.edge * heights[1]!;
  return {
    edge,
    x: anchor.x + anchor.edge * middle - (edge * (own.left + own.right)) / 2,
    feet: top + edge * (own.top - own.base) * 0.86,
  };
}

/** How much of the body between tail and neck a coat covers. */
const COAT = 0.72;

/** As broad as half of whoever has them on, and before them. */
async function onFeet({ anchor, moved }: Bond): Promise<Placed> {
  const { left, right } = await outlineOf(anchor.record);
  const edge = even(anchor.edge * Math.min(0.26, (right - left) * 0.5));
  return { edge, x: anchor.x - edge * 0.1 * (moved.subject.count - 1), feet: anchor.feet + edge * 0.04 };
}

function headOfActor({ subject, record }: Actor): Head | undefined {
  return record.head ?? (subject.own === null ? undefined : headOfDrawing(subject.own));
}

/** Of those whose face nobody has measured: the highest part is the head. */
function guessedHead({ record }: Actor, outline: Outline): Head {
  const { top, crown } = record.faces === 'front' ? outline : crownOf(outline);
  const spot = (down: number, wide: number) => ({
    x: FIELD * (0.5 + crown),
    y: FEET - FIELD * top * (1 - down),
    wide: FIELD * wide * (outline.right - outline.left),
  });
  return { brow: spot(0.06, 0.3), eyes: spot(0.2, 0.3), neck: spot(0.36, 0.34) };
}

/** Who is seen from the side looks right: a tail that stands higher than the head is on the left. */
function crownOf({ top, crown, heightAt }: Outline): Pick<Outline, 'top' | 'crown'> {
  if (crown > -0.12) return { top, crown };
  const ahead = Array.from({ length: 28 }, (_, step) => -0.06 + step * 0.02);
  const high = Math.max(...ahead.map(heightAt));
  const head = ahead.filter((across) => heightAt(across) > high - 0.06);
  return { top: high, crown: head.reduce((sum, across) => sum + across, 0) / head.length };
}

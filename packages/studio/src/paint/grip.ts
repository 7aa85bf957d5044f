/** How somebody with hands holds what: by its handle, hanging down, before the belly with both, or on the palm. */
import { type Bond, fitted, type Placed, standingFeet } from './bond.ts';
import { type Brush, oval } from './brush.ts';
import { type Outline, outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Actor } from './troupe.ts';

/** Has a handle at its top, and hangs from the hand. */
const HUNG =
  /^(bucket|briefcase|handbag|shopping-bags|oil-lantern|red-paper-lantern|luggage|birdcage|watering-can|toolbox)$/;

/** Is carried there. */
const ON_THE_BACK = /^backpack$/;

/** What is played before the body. */
const PLAYED =
  /^(guitar|violin|saxophone|trumpet|accordion|banjo|cello|flute|long-drum|drum|tambourine|harp|musical-keyboard|postal-horn)$/;

/** Works with its lower end, and so is held in the middle. */
const HEAD_DOWN =
  /^(broom|rake|dagger|paintbrush|fountain-pen|pen|crayon|crossed-swords|shovel|hockey|field-hockey|lacrosse|fishing-pole)$/;

/** Has a handle, though it is broad. */
const HANDLED =
  /^(tennis|badminton|ping-pong|cooking|axe|hammer|magnifying-glass|microphone|magic-wand|lollipop|candy)/;

/** So much longer than broad is what has a handle. */
const LONG = 1.45;

/** So much of the distance between two hands what they hold between them is broad. */
const BETWEEN_HANDS = 0.62;

/** At the hand that is free, with the hand before it. */
export async function inHands(bond: Bond): Promise<Placed | null> {
  const { anchor, moved } = bond;
  const { hands } = anchor.record;
  if (hands === undefined) return null;
  const outline = await outlineOf(moved.record);
  const id = moved.subject.vector?.id ?? moved.subject.own ?? '';
  const edge = fitted(bond, 0.15, 0.6);
  const feet = standingFeet(anchor);
  const hand = { x: anchor.x + anchor.edge * hands.across, y: feet - anchor.edge * hands.high };
  const held = { footing: anchor.footing, rank: anchor.rank + 1, carriedBy: anchor };
  // It is drawn with its lowest point on its feet.
  const middle = (outline.top - outline.base) / 2;
  if (ON_THE_BACK.test(id)) {
    // Seen from the side it is behind the shoulders, and from the front beside them.
    const own = even(anchor.edge * (hands.both ? 0.52 : 0.34));
    const x = anchor.x - anchor.edge * (hands.both ? 0 : 0.12);
    return { ...held, rank: anchor.rank - 0.5, edge: own, x, feet: hand.y - anchor.edge * 0.02 };
  }
  if (moved.record.held === 'as it is played' || PLAYED.test(id)) {
    // What is drawn upright has its body at its lower end.
    const upright = outline.axis.long > 1.8 && Math.abs(outline.axis.low.across) < 0.12;
    const raised = anchor.edge * (upright ? 0.14 : 0.09);
    const at = { x: anchor.x + anchor.edge * (hands.both ? 0 : 0.05), y: hand.y - raised };
    const own = even(edge * 0.86);
    return { ...held, edge: own, x: at.x, feet: at.y + own * middle, grips: [{ x: hand.x, y: hand.y }] };
  }
  const broad = edge * (outline.right - outline.left);
  const apart = 2 * Math.abs(anchor.edge * hands.across);
  if (hands.both && !isLong(id, outline) && !HUNG.test(id) && broad > apart * BETWEEN_HANDS) {
    const own = even(edge * Math.min(1.15, (apart * 1.08) / broad));
    const reach = Math.min(apart / 2, (broad / edge) * own * 0.48);
    const grips = [-1, 1].map((side) => ({ x: anchor.x + side * reach, y: hand.y }));
    return { ...held, edge: own, x: anchor.x, feet: hand.y + own * middle * 0.9, grips };
  }
  const { across, high } = holdOf(id, outline);
  // What leans towards the face is turned round.
  const side = Math.sign(hands.across) || 1;
  const looks = leans(id, outline) * side > 0 && !HEAD_DOWN.test(id) ? -1 : 1;
  return { ...held, edge, looks, x: hand.x - looks * edge * across, feet: hand.y + edge * high, grips: [hand] };
}

function isLong(id: string, { axis }: Outline): boolean {
  return axis.long >= LONG || HANDLED.test(id);
}

/** Where a thing is taken hold of. */
function holdOf(id: string, outline: Outline): { across: number; high: number } {
  const { axis, top, base, left, right } = outline;
  const middle = { across: (left + right) / 2, high: (top - base) / 2 };
  if (HUNG.test(id)) return { across: middle.across, high: top - base - 0.05 };
  if (!isLong(id, outline)) return { across: middle.across, high: (top - base) * 0.22 };
  const inwards = HEAD_DOWN.test(id) ? 1 : 0.22;
  return {
    across: axis.low.across + (middle.across - axis.low.across) * inwards,
    high: axis.low.high - base + (middle.high - axis.low.high + base) * inwards,
  };
}

/** To which side of its middle the lower end of something long is. */
function leans(id: string, outline: Outline): number {
  const { axis, left, right } = outline;
  const aside = axis.low.across - (left + right) / 2;
  return !isLong(id, outline) || Math.abs(aside) < 0.1 ? 0 : Math.sign(aside);
}

/** Fingers before what they hold: without them it would only be near the hand. */
export function fingersOf({ grips, carriedBy }: Actor, brush: Brush): string {
  const hands = carriedBy?.record.hands;
  if (grips === undefined || hands === undefined) return '';
  const size = carriedBy!.edge * hands.size;
  return grips.map(({ x, y }) => oval([x, y, size, size], brush.ball(hands.skin(brush)))).join('');
}

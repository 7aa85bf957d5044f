/** Where what is in something is: it looks over the rim, or is seen through the glass. */
import type { Glass, Mouth } from '../subjects/subject.ts';
import { type Bond, fitted, type Placed } from './bond.ts';
import { outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Actor } from './troupe.ts';

const mouth = (across: number, high: number, half: number, deep: number): Mouth => ({ across, high, half, deep });

/** Of drawings of the index, as all tables here: ours tell it themselves. */
const MOUTHS: Record<string, Mouth> = {
  basket: mouth(-0.03, 0.6, 0.33, 0.055),
  bucket: mouth(0.05, 0.84, 0.35, 0.06),
  bathtub: mouth(-0.02, 0.44, 0.38, 0.03),
  'nest-with-eggs': mouth(0.04, 0.6, 0.24, 0.11),
  'empty-nest': mouth(0.04, 0.6, 0.24, 0.11),
  'teacup-without-handle': mouth(0, 0.52, 0.23, 0.05),
  'hot-beverage': mouth(-0.04, 0.56, 0.26, 0.08),
  'cup-with-straw': mouth(0, 0.82, 0.25, 0.05),
  'bowl-with-spoon': mouth(0, 0.5, 0.38, 0.07),
  bowl: mouth(0, 0.49, 0.4, 0.06),
  'pot-of-food': mouth(0, 0.5, 0.32, 0.08),
  cauldron: mouth(0, 0.63, 0.36, 0.045),
  'honey-pot': mouth(-0.03, 0.7, 0.2, 0.04),
  'open-box': mouth(0, 0.44, 0.38, 0),
  'top-hat': mouth(0, 0.73, 0.21, 0.025),
  wastebasket: mouth(0, 0.82, 0.37, 0.06),
  wheelbarrow: mouth(-0.05, 0.6, 0.28, 0),
  stroller: mouth(-0.04, 0.5, 0.15, 0),
  handbag: mouth(0, 0.64, 0.3, 0),
  backpack: mouth(-0.05, 0.74, 0.24, 0),
  'shopping-cart': mouth(-0.06, 0.74, 0.3, 0),
  'shopping-bags': mouth(-0.12, 0.6, 0.26, 0),
  'treasure-chest': mouth(0, 0.6, 0.3, 0.04),
  vase: { ...mouth(0, 0.9, 0.16, 0.03), spread: 3.4 },
  amphora: { ...mouth(0, 0.94, 0.1, 0.02), spread: 4 },
};

export function mouthOf({ subject, record }: Actor): Mouth | undefined {
  return record.mouth ?? MOUTHS[subject.vector?.id ?? ''];
}

/** How much of what is in a vessel is below its rim. */
const SUNK = 0.38;

/** As wide as the mouth lets it be; several share it. */
export async function inMouth(bond: Bond, mouth: Mouth): Promise<Placed> {
  const { anchor, moved } = bond;
  const { across, high, half, deep, spread = 1 } = mouth;
  const { left, right, top, base } = await outlineOf(moved.record);
  const wide = (anchor.edge * 2 * half * 0.92 * spread) / (1 + 0.3 * (Math.min(3, moved.subject.count) - 1));
  const edge = even(Math.min(fitted(bond, spread > 1 ? 0.7 : 0.4, 1), wide / (right - left)));
  return {
    edge,
    x: anchor.x + anchor.edge * across - (edge * (left + right)) / 2,
    feet: anchor.feet - anchor.edge * (high - deep) + edge * (top - base) * SUNK,
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
    within: mouth,
  };
}

const pane = (across: number, half: number, high: number, top: number): Mouth => ({ across, half, high, deep: 0, top });

/** The driver's window of what is closed. */
const CABS: Record<string, Mouth> = {
  tractor: pane(-0.07, 0.13, 0.34, 0.69),
  ambulance: pane(0.18, 0.11, 0.39, 0.57),
  bulldozer: pane(-0.09, 0.06, 0.46, 0.64),
  bus: pane(0.31, 0.09, 0.27, 0.54),
  'delivery-truck': pane(0.24, 0.1, 0.385, 0.53),
  'dump-truck': pane(0.33, 0.065, 0.44, 0.567),
  excavator: pane(-0.035, 0.08, 0.45, 0.63),
  'fire-engine': pane(0.235, 0.055, 0.39, 0.517),
  forklift: pane(-0.09, 0.14, 0.32, 0.63),
  'garbage-truck': pane(0.33, 0.07, 0.44, 0.575),
  helicopter: pane(0.15, 0.14, 0.24, 0.375),
  locomotive: pane(-0.27, 0.06, 0.4, 0.55),
  'pickup-truck': pane(0.1, 0.11, 0.41, 0.59),
  'police-car': pane(0.085, 0.11, 0.37, 0.55),
  taxi: pane(0.03, 0.12, 0.32, 0.5),
};

export function cabOf({ subject, record }: Actor): Mouth | undefined {
  return record.cab ?? CABS[subject.vector?.id ?? ''];
}

/** Head and shoulders are this share of somebody's height. */
const BUST = 0.44;

/** At the wheel: head and shoulders in the window, and nobody on the roof. */
export async function atTheWheel({ anchor, moved }: Bond, cab: Mouth): Promise<Placed> {
  const { top, base } = await outlineOf(moved.record);
  const edge = even((anchor.edge * (cab.top! - cab.high)) / (BUST * (top - base)));
  return {
    edge,
    x: anchor.x + anchor.edge * cab.across,
    feet: anchor.feet - anchor.edge * (cab.top! - 0.01) + edge * (top - base),
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
    within: cab,
  };
}

/** What can be seen of somebody in a vessel, in pixels of the frame: all above the nearer rim. */
export function clipOf({ within, carriedBy }: Actor): string | null {
  if (within === undefined || carriedBy === undefined) return null;
  const { x, feet, edge, mirror } = carriedBy;
  const [middle, rim] = [x + mirror * edge * within.across, feet - edge * within.high];
  const [wide, far] = [edge * within.half, edge * 4];
  if (within.top !== undefined)
    return `M${middle - wide} ${rim} H${middle + wide} V${feet - edge * within.top} H${middle - wide} Z`;
  if (within.rim === 'leaves') {
    const leaf = wide / 4;
    const leaves = Array.from(
      { length: 8 },
      (_, at) => `a${leaf / 2} ${leaf * (at % 2 === 0 ? 0.6 : 0.36)} 0 0 1 ${leaf} 0`,
    );
    return `M${middle - wide} ${rim} ${leaves.join(' ')} H${middle + far} V${rim - far} H${middle - far} V${rim} Z`;
  }
  const nearer = `M${middle - wide} ${rim} A${wide} ${Math.max(0.01, edge * within.deep)} 0 0 0 ${middle + wide} ${rim}`;
  return `${nearer} H${middle + far} V${rim - far} H${middle - far} V${rim} Z`;
}

const GLASSES: Record<string, Glass> = {
  fishbowl: { floor: 0.24, half: 0.28, tall: 0.34 },
  aquarium: { floor: 0.3, half: 0.36, tall: 0.4 },
  birdcage: { floor: 0.14, half: 0.26, tall: 0.5 },
  crib: { floor: 0.3, half: 0.36, tall: 0.5 },
  jar: { floor: 0.08, half: 0.27, tall: 0.62, solid: true },
  'spider-web': { floor: 0.22, half: 0.34, tall: 0.52, solid: true },
  'message-bottle': { floor: 0.06, half: 0.2, tall: 0.5, solid: true },
  'glass-of-milk': { floor: 0.1, half: 0.19, tall: 0.62, solid: true },
  'tumbler-glass': { floor: 0.14, half: 0.26, tall: 0.6, solid: true },
  'snow-globe': { floor: 0.24, half: 0.3, tall: 0.5, solid: true },
};

export function glassOf({ subject, record }: Actor): Glass | undefined {
  return record.glass ?? GLASSES[subject.vector?.id ?? ''];
}

export async function inGlass(bond: Bond, { floor, half, tall, solid }: Glass): Promise<Placed> {
  const { anchor, moved } = bond;
  const { left, right, top, base } = await outlineOf(moved.record);
  const several = 1 + 0.5 * (Math.min(3, moved.subject.count) - 1);
  const room = anchor.edge * Math.min((2 * half) / (right - left) / several, tall / (top - base));
  const edge = even(Math.min(fitted(bond, 0.3, 1), room));
  return {
    edge,
    x: anchor.x - (edge * (left + right)) / 2,
    feet: anchor.feet - anchor.edge * floor,
    footing: anchor.footing,
    rank: anchor.rank + (solid ? 1 : -0.5),
    carriedBy: anchor,
  };
}

/** Where somebody is who is under something or over it. */
import { type Bond, fitted, isBough, type Placed } from './bond.ts';
import { verbOf } from './deeds.ts';
import { outlineOf } from './outline.ts';
import { even } from './painting.ts';
import type { Site } from './site.ts';
import { clamp } from './sizes.ts';
import { isTree } from './trees.ts';

export async function under(site: Site, bond: Bond): Promise<Placed> {
  const { anchor, moved } = bond;
  if (anchor.footing === 'sky' || moved.footing === 'sky') return { x: anchor.x };
  // On the ground, with the leaf above like a roof.
  if (isBough(anchor)) return { x: anchor.x + anchor.edge * 0.12, rank: anchor.rank + 1 };
  // Between its legs.
  if (anchor.subject.vector?.id === 'wooden-table')
    return { edge: fitted(bond, 0.3, 0.56), x: anchor.x, feet: anchor.feet, rank: anchor.rank - 0.5 };
  const low = anchor.record.metres < 3;
  return {
    // Nobody who sleeps under a tree is as large as half of it.
    edge: low ? fitted(bond, 0.3, 0.45) : isTree(anchor) ? Math.min(moved.edge, fitted(bond, 0.3, 0.5)) : moved.edge,
    x: anchor.x + anchor.edge * (low ? 0.2 : 0.14),
    feet: low
      ? anchor.feet + anchor.edge * 0.02
      : Math.min(site.size.height * 0.95, anchor.feet + site.size.height * 0.03),
    rank: anchor.rank + 1,
  };
}

export async function over({ size }: Site, { anchor, moved }: Bond): Promise<Placed> {
  const { top } = await outlineOf(anchor.record);
  // A jump has a height of its own, and clears what is low by no more than that.
  if (verbOf(moved.subject) === 'jump' && anchor.footing === 'ground' && anchor.record.metres < LOW_METRES)
    return { x: anchor.x, feet: anchor.feet - leapOver(anchor.edge * top, moved.edge), rank: anchor.rank + 1 };
  const above = anchor.feet - anchor.edge * top - size.height * 0.02;
  // Under a low sky it flies smaller, and not into what it flies over.
  const edge = even(clamp(above - size.height * 0.02, size.height * 0.34, moved.edge));
  return { edge, x: anchor.x, feet: Math.max(edge + size.height * 0.02, above), footing: 'sky', rank: anchor.rank + 1 };
}

const LOW_METRES = 4;

/** How high above the ground whoever leaps starts, to clear something of this height at the top of the leap. */
function leapOver(height: number, edge: number): number {
  return Math.max(height * 0.5, height - edge * 0.4);
}

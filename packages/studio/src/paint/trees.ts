/** Who is in a tree sits among its leaves, or hangs below them. */
import { type Bond, fitted, type Placed } from './bond.ts';
import { verbOf } from './deeds.ts';
import type { Actor } from './troupe.ts';

/** Drawings of the index. */
const TREES = new Set('deciduous-tree evergreen-tree leafless-tree christmas-tree palm-tree tanabata-tree'.split(' '));

export function isTree({ subject, record }: Actor): boolean {
  return record.crown !== undefined || TREES.has(subject.vector?.id ?? '');
}

/** Sits among the leaves, where there are some; what hangs hangs below them. */
export function inCrown(bond: Bond, top: number): Placed {
  const { anchor, moved } = bond;
  const hangs = verbOf(moved.subject) === 'swing';
  const edge = fitted(bond, 0.34, 0.46);
  const high = top * (hangs ? 0.3 : 0.5);
  const leafy = anchor.record.crown === 'leafy' || anchor.subject.vector?.id === 'deciduous-tree';
  const tucked = !hangs && leafy;
  const leaves = {
    across: 0,
    high: high + (edge / anchor.edge) * AMONG_LEAVES,
    half: 0.4,
    deep: 0,
    rim: 'leaves',
  } as const;
  return {
    edge,
    x: anchor.x + anchor.edge * (hangs ? -0.24 : 0.06),
    feet: anchor.feet - anchor.edge * high,
    ...(tucked ? { within: leaves } : {}),
    footing: anchor.footing,
    rank: anchor.rank + 1,
    carriedBy: anchor,
  };
}

/** How much of whoever sits in a tree is behind its leaves. */
const AMONG_LEAVES = 0.2;

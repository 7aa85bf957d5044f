/** Counts what each owner holds open, and lets none hold more than so many, nor more than it leaves to others. */
import { errors, type HttpError } from '@afterimage/contract';
import { createTally } from '../queue/tally.ts';

/** `all_it_may`: the owner has as many as one may; `crowded`: as many as are left for all others. */
export type Opening = 'open' | 'all_it_may' | 'crowded';

export interface OpenCount {
  /** Whatever does not say `open` was not counted. */
  add(owner: string): Opening;
  remove(owner: string): void;
  /** Of all owners. */
  all(): number;
}

export interface OpenLimits {
  ownerMax: number;
  /** Of all owners. The fuller it gets, the fewer each may hold: there is room for one that comes with its first. */
  processMax: number;
}

export function createOpenCount({ ownerMax, processMax }: OpenLimits): OpenCount {
  const open = createTally();
  return {
    add(owner) {
      if (open.of(owner) >= ownerMax) return 'all_it_may';
      if (open.of(owner) >= processMax - open.all()) return 'crowded';
      open.add(owner, 1);
      return 'open';
    },
    remove: (owner) => open.add(owner, -1),
    all: open.all,
  };
}

/** What is told to who may open no more. */
export const openRefusal = (
  what: 'waits' | 'streams',
  opening: Exclude<Opening, 'open'>,
  { ownerMax }: OpenLimits,
): HttpError => (opening === 'crowded' ? errors.crowded(what) : errors.tooManyOpen(what, ownerMax));

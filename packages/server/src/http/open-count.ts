/** Counts what each owner holds open, and lets none hold more than so many, nor more than it leaves to others. */
import { errors, type HttpError } from '@afterimage/contract';

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
  const open = new Map<string, number>();
  let all = 0;
  return {
    add(owner) {
      const count = open.get(owner) ?? 0;
      if (count >= ownerMax) return 'all_it_may';
      if (count >= processMax - all) return 'crowded';
      open.set(owner, count + 1);
      all += 1;
      return 'open';
    },
    remove(owner) {
      const count = open.get(owner)!;
      if (count === 1) open.delete(owner);
      else open.set(owner, count - 1);
      all -= 1;
    },
    all: () => all,
  };
}

/** What is told to who may open no more. */
export const openRefusal = (
  what: 'waits' | 'streams',
  opening: Exclude<Opening, 'open'>,
  { ownerMax }: OpenLimits,
): HttpError => (opening === 'crowded' ? errors.crowded(what) : errors.tooManyOpen(what, ownerMax));

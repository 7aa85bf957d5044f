/** How many pixels of one owner may be looked at, or wait for it, at once: a flood of images fills its sender's share only. */
import { createTally } from '../../queue/tally.ts';

export interface PixelBudget {
  /** Returns the function that gives them back, or `full`. An owner that has none under way may always have some. */
  take(owner: string, pixels: number): (() => void) | 'full';
}

export function createPixelBudget(ownerPixelsMax: number): PixelBudget {
  const taken = createTally();
  return {
    take(owner, pixels) {
      const before = taken.of(owner);
      if (before > 0 && before + pixels > ownerPixelsMax) return 'full';
      taken.add(owner, pixels);
      return () => taken.add(owner, -pixels);
    },
  };
}

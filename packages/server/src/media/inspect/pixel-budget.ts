/** How many pixels of one owner may be looked at, or wait for it, at once: a flood of images fills its sender's share only. */

export interface PixelBudget {
  /** Answers the function that gives them back, or `full`. An owner that has none under way may always have some. */
  take(owner: string, pixels: number): (() => void) | 'full';
}

export function createPixelBudget(ownerPixelsMax: number): PixelBudget {
  const taken = new Map<string, number>();
  const change = (owner: string, pixels: number) => {
    const sum = (taken.get(owner) ?? 0) + pixels;
    if (sum === 0) taken.delete(owner);
    else taken.set(owner, sum);
  };
  return {
    take(owner, pixels) {
      const before = taken.get(owner);
      if (before !== undefined && before + pixels > ownerPixelsMax) return 'full';
      change(owner, pixels);
      return () => change(owner, -pixels);
    },
  };
}

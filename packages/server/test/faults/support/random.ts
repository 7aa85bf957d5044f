/** Chance that can be repeated: the same seed makes the same choices, so a run that failed can be run again. */
export interface Random {
  readonly seed: number;
  /** From 0 to below 1. */
  fraction(): number;
  between(min: number, max: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
  happens(probability: number): boolean;
}

/** mulberry32: 32 bits of state are plenty for choosing moments and scenarios. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    fraction,
    between: (min, max) => min + fraction() * (max - min),
    oneOf: (items) => items[Math.floor(fraction() * items.length)]!,
    happens: (probability) => fraction() < probability,
  };
}

/** A chance of its own for each cycle, so that a run that goes on plays what a run without a pause would have. */
export const randomOfCycle = (seed: number, cycle: number): Random =>
  createRandom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(cycle, 0x85ebca6b)) >>> 0);

export function drawByWeight<Item extends { weight: number }>(random: Random, items: readonly Item[]): Item {
  const whole = items.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.fraction() * whole;
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items[0]!;
}

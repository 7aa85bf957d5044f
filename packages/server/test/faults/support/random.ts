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

/** How much each owner has of something, and all of them together. Whoever has nothing is forgotten. */

export interface Tally {
  of(owner: string): number;
  /** Of all owners. */
  all(): number;
  add(owner: string, amount: number): void;
}

export function createTally(): Tally {
  const byOwner = new Map<string, number>();
  let all = 0;
  return {
    of: (owner) => byOwner.get(owner) ?? 0,
    all: () => all,
    add(owner, amount) {
      const now = (byOwner.get(owner) ?? 0) + amount;
      if (now === 0) byOwner.delete(owner);
      else byOwner.set(owner, now);
      all += amount;
    },
  };
}

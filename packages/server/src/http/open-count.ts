/** Counts what each owner holds open, and lets none hold more than so many. */

export interface OpenCount {
  /** False: the owner has as many as it may. */
  add(owner: string): boolean;
  remove(owner: string): void;
  /** Of all owners. */
  all(): number;
}

export function createOpenCount(max: number): OpenCount {
  const open = new Map<string, number>();
  let all = 0;
  return {
    add(owner) {
      const count = open.get(owner) ?? 0;
      if (count >= max) return false;
      open.set(owner, count + 1);
      all += 1;
      return true;
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

/** Remembers in which state things were seen last, and tells which have changed since. */

export interface Seen {
  id: string;
  /** Everything that may change, as one text. */
  state: string;
  /** Nothing will change any more. */
  ended: boolean;
}

export interface KnownStates {
  /** The ids of those that are new or no longer as they were. */
  note(seen: readonly Seen[]): string[];
  /** As they are now, without counting as a change. */
  take(seen: readonly Seen[]): void;
  /** So many of those that may still change, half of them the oldest, the others one after the other, so that each comes up. */
  toCheck(max: number): string[];
  /** The oldest of those whose state is this one. */
  oldestIn(state: string, max: number): string[];
}

/** More than can come into sight in one look: an ended one that were forgotten too early would seem new. */
const endedMax = 20_000;

export function createKnownStates(): KnownStates {
  const states = new Map<string, string>();
  const open = new Set<string>();
  let checked = 0;

  function write({ id, state, ended }: Seen): void {
    states.set(id, state);
    if (ended) open.delete(id);
    else open.add(id);
  }

  function forgetOldest(): void {
    let tooMany = states.size - open.size - endedMax;
    for (const id of states.keys()) {
      if (tooMany <= 0) return;
      if (open.has(id)) continue;
      states.delete(id);
      tooMany -= 1;
    }
  }

  return {
    note(seen) {
      const changed = seen.filter(({ id, state }) => states.get(id) !== state);
      for (const one of changed) write(one);
      forgetOldest();
      return changed.map(({ id }) => id);
    },
    take(seen) {
      for (const one of seen) if (!states.has(one.id)) write(one);
    },
    toCheck(max) {
      if (open.size <= max) return [...open];
      // What is oldest changes first; the others may, too, when a family's queue is overtaken.
      const ids = [...open].sort();
      const first = ids.slice(0, max / 2);
      const others = ids.slice(max / 2);
      if (checked >= others.length) checked = 0;
      const next = others.slice(checked, checked + max / 2);
      checked += max / 2;
      return [...first, ...next];
    },
    oldestIn(state, max) {
      const ids = [...open].filter((id) => states.get(id) === state);
      return ids.sort().slice(0, max);
    },
  };
}

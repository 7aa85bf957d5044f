/** Puts generations that came while the list was open where they belong: newest first, as ids grow with time. */
import { type Arrival, belongs, type Filters } from './filter-words.ts';

interface Loaded<Item> {
  items: readonly Item[];
  /** Nothing further down is left to load. */
  isWhole: boolean;
  filters: Filters;
}

/**
 * Those that the loaded part of the list lacks. Not only ones newer than the newest: a submit draws its id before it is
 * committed, so that of two at once the older may come into sight second.
 */
export function missingFrom<Item extends Arrival>(
  { items, isWhole, filters }: Loaded<Item>,
  changed: readonly Item[],
): Item[] {
  const shown = new Set(items.map(({ id }) => id));
  const oldest = isWhole ? '' : (items.at(-1)?.id ?? '');
  return changed.filter((one) => one.id > oldest && !shown.has(one.id) && belongs(one, filters));
}

export function putIn<Item extends { id: string }, Page extends { items: Item[] }>(
  pages: readonly Page[],
  arrivals: readonly Item[],
): Page[] {
  const next = pages.map((page) => ({ ...page, items: [...page.items] }));
  const [first] = next;
  if (first === undefined) return next;
  for (const arrival of arrivals) {
    if (next.some(({ items }) => items.some(({ id }) => id === arrival.id))) continue;
    const page = next.find(({ items }) => (items.at(-1)?.id ?? '') < arrival.id) ?? next.at(-1) ?? first;
    const index = page.items.findIndex(({ id }) => id < arrival.id);
    page.items.splice(index === -1 ? page.items.length : index, 0, arrival);
  }
  return next;
}

/** How many stand above the newest that may be shown: a list that is asked for anew has what came meanwhile, too. */
export function newerThan(items: readonly { id: string }[], newest: string | null): number {
  if (newest === null) return 0;
  return Math.max(
    0,
    items.findIndex(({ id }) => id <= newest),
  );
}

/** What is held back goes on changing, and may grow. */
export function holdBack<Item extends { id: string }>(
  held: readonly Item[],
  changed: readonly Item[],
  { arrivals }: { arrivals: readonly Item[] },
): readonly Item[] {
  const now = new Map(changed.map((one) => [one.id, one]));
  const kept = held.map((one) => now.get(one.id) ?? one);
  const ids = new Set(kept.map(({ id }) => id));
  return [...arrivals.filter(({ id }) => !ids.has(id)), ...kept];
}

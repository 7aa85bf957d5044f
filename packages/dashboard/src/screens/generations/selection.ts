/** Which generations of the gallery are chosen, for what is done to several at once. */
import { useSyncExternalStore } from 'react';

let chosen: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();

export function choose(ids: Iterable<string>): void {
  chosen = new Set(ids);
  for (const watcher of watchers) watcher();
}

export function toggle(id: string): void {
  const without = [...chosen].filter((each) => each !== id);
  choose(chosen.has(id) ? without : [...without, id]);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

export const useChosen = (): ReadonlySet<string> => useSyncExternalStore(watch, () => chosen);
/** Only what this is about is drawn again. */
export const useIsChosen = (id: string): boolean => useSyncExternalStore(watch, () => chosen.has(id));

/** The modal that is open on top of all: what has to be seen over it must be drawn inside it, for the rest is inert. */
import { useSyncExternalStore } from 'react';

let modals: readonly HTMLElement[] = [];
const watchers = new Set<() => void>();

function show(next: readonly HTMLElement[]): void {
  modals = next;
  for (const watcher of watchers) watcher();
}

/** Returns how it is told that the modal is closed. */
export function modalOpened(modal: HTMLElement): () => void {
  show([...modals, modal]);
  return () => show(modals.filter((each) => each !== modal));
}

const watch = (onChange: () => void) => {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
};

export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(watch, () => modals.at(-1));

/** The token of a sign-in link: taken from the address, and gone from it before anything else happens. */
import { useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();

/**
 * Kept outside React, which may throw a first render away and begin again. The fragment would stay in the history and in
 * what a person copies, so that it is removed at once.
 */
let token = takeToken();

function takeToken(): string | null {
  const taken = window.location.hash.slice(1);
  if (taken === '') return null;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return taken;
}

function change(next: string | null): void {
  token = next;
  for (const watcher of watchers) watcher();
}

/** Also when the app comes to this page by itself, and when a second link is pasted into the same tab. */
function watch(onChange: () => void): () => void {
  const look = () => {
    const next = takeToken();
    if (next !== null) change(next);
  };
  watchers.add(onChange);
  window.addEventListener('hashchange', look);
  look();
  return () => {
    watchers.delete(onChange);
    window.removeEventListener('hashchange', look);
  };
}

export function useLinkToken(): { token: string | null; forget(): void } {
  return { token: useSyncExternalStore(watch, () => token), forget: () => change(null) };
}

/** Choices that this browser keeps: theme, view, shortcuts. Nothing secret is ever among them. */
import { useSyncExternalStore } from 'react';

export interface Stored<Value extends string> {
  read(): Value;
  write(value: Value): void;
  /** Calls back on every change, those of other tabs included. */
  watch(onChange: () => void): () => void;
}

export function stored<Value extends string>(
  name: string,
  { isValid, initial }: { isValid(text: string): text is Value; initial: Value },
): Stored<Value> {
  const key = `afterimage.${name}`;
  const watchers = new Set<() => void>();
  let current = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null && isValid(text)) current = text;
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  const tell = () => {
    for (const watcher of watchers) watcher();
  };
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    current = event.newValue !== null && isValid(event.newValue) ? event.newValue : initial;
    tell();
  });
  return {
    read: () => current,
    write(value) {
      if (value === current) return;
      current = value;
      try {
        localStorage.setItem(key, value);
      } catch {
        // As above.
      }
      tell();
    },
    watch(onChange) {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
  };
}

export function useStored<Value extends string>(store: Stored<Value>): [Value, (value: Value) => void] {
  return [useSyncExternalStore(store.watch, store.read), store.write];
}

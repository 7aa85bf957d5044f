/** Wakes whoever waits for word of an engine's work, by the token of its attempt: watches and calls of vendors end here. */

export interface Nudges {
  /** Something may have changed at the engine. */
  nudge(token: string): void;
  open(token: string): Ear;
}

/** One who waits for word. A nudge that comes while it is not resting ends its next rest at once. */
export interface Ear {
  nudge(): void;
  /** Resolves after so long, or when nudged: then it was told. Rejects when the signal aborts. */
  rest(milliseconds: number, signal: AbortSignal): Promise<'told' | 'due'>;
  close(): void;
}

export function createNudges(): Nudges {
  const ears = new Map<string, Ear>();
  return {
    nudge: (token) => ears.get(token)?.nudge(),
    open(token) {
      const ear = createEar(() => {
        if (ears.get(token) === ear) ears.delete(token);
      });
      ears.set(token, ear);
      return ear;
    },
  };
}

function createEar(close: () => void): Ear {
  let wake: (() => void) | null = null;
  let heard = false;
  return {
    close,
    nudge() {
      heard = true;
      wake?.();
    },
    async rest(milliseconds, signal) {
      signal.throwIfAborted();
      if (!heard && milliseconds > 0) {
        await new Promise<void>((resolve) => {
          const end = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', end);
            wake = null;
            resolve();
          };
          const timer = setTimeout(end, milliseconds);
          signal.addEventListener('abort', end, { once: true });
          wake = end;
        });
      }
      const why = heard ? 'told' : 'due';
      heard = false;
      signal.throwIfAborted();
      return why;
    },
  };
}

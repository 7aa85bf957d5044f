/** Wakes whoever waits for word of an engine's work, by the token of its attempt: watches and calls of vendors end here. */

export interface AttemptNews {
  /** Something may have changed at the engine. */
  wake(token: string): void;
  open(token: string): Ear;
}

/** One who waits for word. A call that comes while it is not resting ends its next rest at once. */
export interface Ear {
  wake(): void;
  /** Resolves after so long, or when woken: then it was told. Rejects when the signal aborts. */
  rest(milliseconds: number, signal: AbortSignal): Promise<'told' | 'due'>;
  close(): void;
}

export function createAttemptNews(): AttemptNews {
  const ears = new Map<string, Ear>();
  return {
    wake: (token) => ears.get(token)?.wake(),
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
    wake() {
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

/** Runs a sweeper again and again: one turn at a time, a pause between turns, and a stop that waits for the turn in hand. */
import type { Log } from '../log/log.ts';

export interface Repetition {
  stop(): Promise<void>;
}

/** A turn that answers `more` has left work over: the next follows without a pause, and may still be stopped before. */
export function every(
  seconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  options: { name: string; log: Log },
): Repetition {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | null = null;
  let failures = 0;

  async function once(): Promise<unknown> {
    try {
      const left = await work(stopping.signal);
      failures = 0;
      return left;
    } catch (error) {
      // One line an outage, as in the work loop.
      if (failures === 0) options.log.warn({ sweeper: options.name, err: error }, 'a sweep failed; trying again');
      failures += 1;
      return undefined;
    }
  }

  function next(): void {
    turn = once().then((left) => {
      turn = null;
      if (!stopping.signal.aborted) timer = setTimeout(next, left === 'more' ? 0 : seconds * 1000);
    });
  }

  next();
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort(new Error(`${options.name} is stopping`));
      await turn;
    },
  };
}

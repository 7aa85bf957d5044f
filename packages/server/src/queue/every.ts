/** Runs a sweeper again and again: one round at a time, a pause between rounds, and a stop that waits for the round in hand. */
import type { Log } from '../log/log.ts';

export interface Repetition {
  stop(): Promise<void>;
}

/** A round that returns `more` has left work over: the next follows without a pause, and may still be stopped before. */
export function every(
  seconds: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  options: { name: string; log: Log },
): Repetition {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
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
    round = once().then((left) => {
      round = null;
      if (!stopping.signal.aborted) timer = setTimeout(next, left === 'more' ? 0 : seconds * 1000);
    });
  }

  next();
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort(new Error(`${options.name} is stopping`));
      await round;
    },
  };
}

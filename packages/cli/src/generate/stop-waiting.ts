/** What may end the waiting before the generation ends: Ctrl-C, or the time that the caller allows. */
import { exitCodes } from '../exit-codes.ts';

export interface Stopping {
  signal: AbortSignal;
  /** Undefined while nothing has. */
  stoppedBy(): { words: string; exitCode: number } | undefined;
}

/** The longest that a timer takes. */
const timerMillisecondsMax = 2 ** 31 - 1;

export function listenForStop(timeoutSeconds: number | undefined): Stopping {
  const interruption = new AbortController();
  // Not once: under an older Node the terminal and the process that started this one both send it.
  process.on('SIGINT', () => interruption.abort());
  const timeout =
    timeoutSeconds === undefined
      ? undefined
      : AbortSignal.timeout(Math.min(timeoutSeconds * 1000, timerMillisecondsMax));
  return {
    signal: timeout === undefined ? interruption.signal : AbortSignal.any([interruption.signal, timeout]),
    stoppedBy() {
      if (interruption.signal.aborted) return { words: 'Interrupted', exitCode: exitCodes.interrupted };
      return timeout?.aborted ? { words: 'The time is up', exitCode: exitCodes.timedOut } : undefined;
    },
  };
}

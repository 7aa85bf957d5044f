/** Asks again after trouble that passes by itself: no connection, too many requests, a service that is busy. */
import { Refusal } from './refusal.ts';

/** Rejects with the signal's reason once it is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

export interface Trouble {
  refusal: Refusal;
  /** Until the next try. */
  pauseMilliseconds: number;
}

export interface RetryOptions {
  triesMax: number;
  pause: Pause;
  signal: AbortSignal | undefined;
  onTrouble: ((trouble: Trouble) => void) | undefined;
}

const passingStatuses: readonly number[] = [0, 408, 429, 500, 502, 503, 504];
/** The try before it was heard, and is still being answered. */
const passingCode = 'IDEMPOTENCY_IN_FLIGHT';
const firstPauseMilliseconds = 500;
const pauseMillisecondsMax = 8_000;
/** Whoever is told to come back later than this is better told so than kept waiting. */
const retryAfterSecondsMax = 60;

export async function retry<Answer>(ask: () => Promise<Answer>, options: RetryOptions): Promise<Answer> {
  const { triesMax, pause, signal, onTrouble } = options;
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (fault) {
      const pauseMilliseconds = tries < triesMax ? pauseAfter(fault, tries) : null;
      if (pauseMilliseconds === null) throw fault;
      onTrouble?.({ refusal: fault as Refusal, pauseMilliseconds });
      await pause(pauseMilliseconds, signal);
    }
  }
}

/** Null: asking again would not help. */
export function pauseAfter(fault: unknown, tries: number): number | null {
  if (!(fault instanceof Refusal)) return null;
  if (!passingStatuses.includes(fault.status) && fault.code !== passingCode) return null;
  if (fault.retryAfterSeconds === null) {
    const longest = Math.min(firstPauseMilliseconds * 2 ** (tries - 1), pauseMillisecondsMax);
    // Those who met the same trouble at once should not all come back at once.
    return longest * (0.75 + Math.random() / 4);
  }
  return fault.retryAfterSeconds > retryAfterSecondsMax ? null : fault.retryAfterSeconds * 1000;
}

export const pauseByTimer: Pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

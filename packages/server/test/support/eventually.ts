/** How tests wait: asking again and again, never once. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  /** What is waited for, in words. */
  what?: string;
  /** The deadline makes a broken guarantee a failure and not a hang. */
  seconds?: number;
  /** Between two looks; without it they come ever less often, because each takes something of the processor waited for. */
  everyMilliseconds?: number;
}

/** What takes a moment on a machine of its own takes many beside other work; only what never comes is a failure. */
const secondsUsual = 60;

/** A look comes a tenth too late at most: so late a wait is not noticed, and one of seconds costs far fewer looks. */
const pauseMilliseconds = { shortest: 10, longest: 200, ofTheWait: 0.1 };

/** Returns what is neither undefined nor false. */
export async function eventually<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  { what = String(look), seconds = secondsUsual, everyMilliseconds }: Patience = {},
): Promise<Value> {
  const beganAt = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    const waited = performance.now() - beganAt;
    if (waited > seconds * 1000) throw new Error(`It did not happen within ${seconds} s: ${what}`);
    await pause(everyMilliseconds ?? pauseAfter(waited));
  }
}

function pauseAfter(waited: number): number {
  const { shortest, longest, ofTheWait } = pauseMilliseconds;
  return Math.min(longest, Math.max(shortest, waited * ofTheWait));
}

/** How tests wait: asking again and again, never once. */
import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
  /** What is waited for, in words. */
  what?: string;
  /** The deadline makes a broken guarantee a failure and not a hang. */
  seconds?: number;
  everyMilliseconds?: number;
}

/** What takes a moment on a machine of its own takes many beside other work; only what never comes is a failure. */
const secondsUsual = 60;

/** Answers what is neither undefined nor false. */
export async function eventually<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  { what = String(look), seconds = secondsUsual, everyMilliseconds = 10 }: Patience = {},
): Promise<Value> {
  const giveUpAt = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > giveUpAt) throw new Error(`It did not happen within ${seconds} s: ${what}`);
    await pause(everyMilliseconds);
  }
}

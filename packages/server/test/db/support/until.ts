/** Waiting for something to become true, with a deadline instead of a guess. */

import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the answer is neither undefined nor false. */
export async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>, seconds = 20) {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain for: ${look}`);
    await pause(10);
  }
}

/** Deals out the machine's render slots: first come, first served inside an account, and accounts take turns. */
import { createFairQueue } from './fair-queue.ts';

export interface RenderSlots {
  /** Resolves with the function that gives the slot back; rejects when `signal` aborts first. */
  take(owner: string, signal: AbortSignal): Promise<() => void>;
}

export function createRenderSlots(slots: number): RenderSlots {
  let free = slots;
  const waiting = createFairQueue<() => void>();

  function next(): void {
    const begin = free === 0 ? undefined : waiting.next();
    if (begin === undefined) return;
    free -= 1;
    begin();
  }

  function giveBackOnce(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      free += 1;
      next();
    };
  }

  return {
    take(owner, signal) {
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.leave(owner, begin);
          reject(signal.reason);
        };
        const begin = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(giveBackOnce());
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.join(owner, begin);
        next();
      });
    },
  };
}

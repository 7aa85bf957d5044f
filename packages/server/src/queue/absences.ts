/** The jobs of a work loop that wait for something else than a slot: they leave theirs, and come back to one in turn. */
import { createFairQueue } from './fair-queue.ts';

/** At once; beyond that, a job waits in its slot. Each may have a download open, whose bytes go to disk. */
const awayMax = 64;
/** What is this quick keeps its slot: otherwise dozens of jobs would be claimed before the first of them is drawn. */
const patienceMilliseconds = 250;

export interface Absences {
  aside<Result>(work: Promise<Result>, absence: { accountId: string; signal: AbortSignal }): Promise<Result>;
  /** Jobs without a slot: still busy elsewhere, or waiting to come back. */
  away(): number;
  /** Those of them that wait to come back. */
  waiting(): number;
  /** Gives a free slot to the job that is next; false when none waits. */
  bringBack(): boolean;
}

/** `onChange` is called when a slot has become free, and when a job wants one again. */
export function createAbsences({ onChange }: { onChange(): void }): Absences {
  let away = 0;
  const waiting = createFairQueue<() => void>();

  function comeBack({ accountId, signal }: { accountId: string; signal: AbortSignal }): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.leave(accountId, begin);
        away -= 1;
        reject(signal.reason);
      };
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.join(accountId, begin);
      if (signal.aborted) giveUp();
      else onChange();
    });
  }

  return {
    async aside(work, absence) {
      let left = false;
      const patience = setInterval(() => {
        if (away >= awayMax) return;
        clearInterval(patience);
        left = true;
        away += 1;
        onChange();
      }, patienceMilliseconds);
      const result = await work
        .catch((fault) => {
          // Only the end is left to be written down, and nobody should wait for a slot to do that.
          if (left) away -= 1;
          throw fault;
        })
        .finally(() => clearInterval(patience));
      if (left) await comeBack(absence);
      return result;
    },
    away: () => away,
    waiting: waiting.size,
    bringBack() {
      const begin = waiting.next();
      if (begin === undefined) return false;
      away -= 1;
      begin();
      return true;
    },
  };
}

/** The jobs of a work loop that wait for something else than a slot: parked, they leave theirs, and come back to one in turn. */
import { createFairQueue } from './fair-queue.ts';

/** At once; beyond that, a job waits in its slot. Each may have a download open, whose bytes go to disk. */
const parkedMax = 64;
/** What is this quick keeps its slot: otherwise dozens of jobs would be claimed before the first of them is drawn. */
const patienceMilliseconds = 250;

export interface ParkedJob {
  accountId: string;
  /** Ends the wait for a slot. */
  signal: AbortSignal;
}

export interface ParkedJobs {
  park<Result>(work: Promise<Result>, job: ParkedJob): Promise<Result>;
  /** Jobs without a slot: their work goes on, or it is done and they wait for a slot. */
  count(): number;
  /** Those of them that wait for a slot. */
  waiting(): number;
  /** Gives a free slot to the job that is next; false when none waits. */
  resume(): boolean;
}

/** `onChange` is called when a slot has become free, and when a job wants one again. */
export function createParkedJobs({ onChange }: { onChange(): void }): ParkedJobs {
  let count = 0;
  const waiting = createFairQueue<() => void>();

  function waitForSlot({ accountId, signal }: ParkedJob): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.leave(accountId, begin);
        count -= 1;
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
    async park(work, job) {
      let parked = false;
      const patience = setInterval(() => {
        if (count >= parkedMax) return;
        clearInterval(patience);
        parked = true;
        count += 1;
        onChange();
      }, patienceMilliseconds);
      const result = await work
        .catch((fault) => {
          // Only the end is left to be written down, and nobody should wait for a slot to do that.
          if (parked) count -= 1;
          throw fault;
        })
        .finally(() => clearInterval(patience));
      if (parked) await waitForSlot(job);
      return result;
    },
    count: () => count,
    waiting: waiting.size,
    resume() {
      const begin = waiting.next();
      if (begin === undefined) return false;
      count -= 1;
      begin();
      return true;
    },
  };
}

/** The jobs of a work loop that wait for something else than a slot: parked, they leave theirs, and come back to one in turn. */
import { createFairQueue } from './fair-queue.ts';

/**
 * At once. Each may have a download open, whose bytes go to disk. No account may hold more places than are left free, so
 * that one whose servers never answer leaves some to the others, however much it has queued.
 */
const parkedMax = 64;
/** What is this quick keeps its slot: otherwise dozens of jobs would be claimed before the first of them is drawn. */
const patienceMilliseconds = 250;

/** There is no place for a job of this account: it is to leave its slot, and to be tried again later. */
export class NoPlaceToPark extends Error {
  override name = 'NoPlaceToPark';
}

export interface ParkedJob {
  /** Whose: an account and its sandbox twin are one. */
  accountId: string;
  /** Ends the wait for a slot. */
  signal: AbortSignal;
}

export interface ParkedJobs {
  /** Rejects with `NoPlaceToPark` when the work takes long and all places of the account are taken; the work goes on. */
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
        leavePlace(accountId);
        reject(signal.reason);
      };
      const begin = () => {
        leavePlace(accountId);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.join(accountId, begin);
      if (signal.aborted) giveUp();
      else onChange();
    });
  }

  const placesOf = new Map<string, number>();

  function takePlace(accountId: string): 'taken' | 'none' {
    const own = placesOf.get(accountId) ?? 0;
    if (own >= parkedMax - count) return 'none';
    placesOf.set(accountId, own + 1);
    count += 1;
    return 'taken';
  }

  function leavePlace(accountId: string): void {
    const left = placesOf.get(accountId)! - 1;
    if (left === 0) placesOf.delete(accountId);
    else placesOf.set(accountId, left);
    count -= 1;
  }

  return {
    async park(work, job) {
      let parked = false;
      let timer: NodeJS.Timeout | undefined;
      const noPlace = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          parked = takePlace(job.accountId) === 'taken';
          if (parked) onChange();
          else reject(new NoPlaceToPark('Too many of the account wait for their media.'));
        }, patienceMilliseconds);
      });
      const result = await Promise.race([work, noPlace])
        .catch((fault) => {
          // Only the end is left to be written down, and nobody should wait for a slot to do that.
          if (parked) leavePlace(job.accountId);
          throw fault;
        })
        .finally(() => clearTimeout(timer));
      if (parked) await waitForSlot(job);
      return result;
    },
    count: () => count,
    waiting: waiting.size,
    resume() {
      const begin = waiting.next();
      if (begin === undefined) return false;
      begin();
      return true;
    },
  };
}

/** The jobs of a work loop that wait for something else than a slot: parked, they leave theirs, and come back to one in turn. */
import { createFairQueue } from './fair-queue.ts';
import { createTally } from './tally.ts';

/**
 * At once. Each may have a download open, whose bytes go to disk. No account may have more parked than it leaves room for, so
 * that one whose servers never answer leaves some to the others, however much it has queued.
 */
const parkedMax = 64;
/** What is this quick keeps its slot: otherwise dozens of jobs would be claimed before the first of them is drawn. */
const patienceMilliseconds = 250;

export type Parked<Result> = { outcome: 'done'; result: Result } | TooManyParked;

/** Too many of the account are parked: the job is to leave its slot, and to be tried again later. */
export type TooManyParked = { outcome: 'too many parked' };

export interface ParkedJob {
  /** Whose: an account and its sandbox twin are one. */
  owner: string;
  /** Ends the wait for a slot. */
  signal: AbortSignal;
}

export interface ParkedJobs {
  /** The work goes on also where too many are parked. */
  park<Result>(work: Promise<Result>, job: ParkedJob): Promise<Parked<Result>>;
  /** Jobs without a slot: their work goes on, or it is done and they wait for a slot. */
  count(): number;
  /** Those of them that wait for a slot. */
  waiting(): number;
  /** Gives a free slot to the job that is next; false when none waits. */
  resume(): boolean;
}

/** `onChange` is called when a slot has become free, and when a job wants one again. */
export function createParkedJobs({ onChange }: { onChange(): void }): ParkedJobs {
  const parked = createTally();
  const waiting = createFairQueue<() => void>();

  function waitForSlot({ owner, signal }: ParkedJob): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.leave(owner, begin);
        leave(owner);
        reject(signal.reason);
      };
      const begin = () => {
        leave(owner);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.join(owner, begin);
      if (signal.aborted) giveUp();
      else onChange();
    });
  }

  /** False: too many are. */
  function enter(owner: string): boolean {
    if (parked.of(owner) >= parkedMax - parked.all()) return false;
    parked.add(owner, 1);
    return true;
  }

  const leave = (owner: string) => parked.add(owner, -1);

  return {
    async park(work, job) {
      let isParked = false;
      let timer: NodeJS.Timeout | undefined;
      const tooMany = new Promise<TooManyParked>((resolve) => {
        timer = setTimeout(() => {
          isParked = enter(job.owner);
          if (isParked) onChange();
          else resolve({ outcome: 'too many parked' });
        }, patienceMilliseconds);
      });
      const done = work.then((result) => ({ outcome: 'done' as const, result }));
      const ended = await Promise.race([done, tooMany])
        .catch((fault) => {
          // Only the end is left to be written down, and nobody should wait for a slot to do that.
          if (isParked) leave(job.owner);
          throw fault;
        })
        .finally(() => clearTimeout(timer));
      if (isParked) await waitForSlot(job);
      return ended;
    },
    count: parked.all,
    waiting: waiting.size,
    resume() {
      const begin = waiting.next();
      if (begin === undefined) return false;
      begin();
      return true;
    },
  };
}

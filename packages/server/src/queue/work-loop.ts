/** Keeps a fixed number of slots busy: claims jobs for the free ones, runs them, and stops without dropping any. */
import type { Log } from '../log/log.ts';
import { createParkedJobs, type Parked, type ParkedJob } from './parked-jobs.ts';

export interface WorkLoop {
  /** There may be work: look now, or as soon as the claim in hand is over. */
  wake(): void;
  /** Claims no more, gives running jobs `graceSeconds` to end by themselves, aborts the rest and waits for them. */
  stop(graceSeconds: number): Promise<void>;
  running(): number;
}

/** What a running job holds. */
export interface JobSlot {
  /** Aborted when the loop stops for good. */
  signal: AbortSignal;
  /**
   * Waits for `work` that needs no slot: when it takes long, the slot goes to others meanwhile, and the job comes back to
   * one afterwards. Rejects when the job's signal aborts before there is one.
   */
  park<Result>(work: Promise<Result>, job: ParkedJob): Promise<Parked<Result>>;
}

export interface WorkLoopOptions<Job> {
  name: string;
  /** May change while the loop runs. */
  slots(): number;
  /** Takes at most `free` jobs. Never called twice at once. */
  claim(free: number): Promise<Job[]>;
  /** Must end soon after the slot's signal aborts. */
  run(job: Job, slot: JobSlot): Promise<void>;
  /** The safety net for a wake-up that got lost, not the way work is found. */
  pollSeconds: number;
  log: Log;
}

const backoffMillisecondsFirst = 50;
const backoffMillisecondsMax = 1000;

export function createWorkLoop<Job>(options: WorkLoopOptions<Job>): WorkLoop {
  const { name, pollSeconds, log } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const parked = createParkedJobs({ onChange: () => wake() });
  let claiming: Promise<void> | null = null;
  let wokenMeanwhile = false;
  let queueIsNext = false;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  function lookAgainIn(milliseconds: number): void {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, milliseconds);
  }

  function start(job: Job): void {
    const run = options
      .run(job, { signal: stopping.signal, park: parked.park })
      .catch((error: unknown) => log.error({ loop: name, err: error }, 'a job ended with a fault'))
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.add(run);
  }

  const freeSlots = () => options.slots() - (running.size - parked.count());

  /** Claims until the slots are full or nothing is left. */
  async function fill(): Promise<void> {
    while (!stopped) {
      // Whoever comes back and whoever waits in the queue take turns: neither must wait for all of the others.
      if (!queueIsNext && freeSlots() > 0 && parked.resume()) queueIsNext = true;
      const free = freeSlots();
      if (free <= 0) return;
      const wanted = parked.waiting() === 0 ? free : 1;
      wokenMeanwhile = false;
      const jobs = await options.claim(wanted);
      if (failures > 0) log.info({ loop: name, failures }, 'claiming works again');
      failures = 0;
      queueIsNext = false;
      // Jobs claimed while stop() was called are started too: only their run can hand them back.
      for (const job of jobs) start(job);
      if (jobs.length < wanted && parked.waiting() === 0) return;
    }
  }

  function claimFailed(error: unknown): void {
    // One line an outage: a database that is down for a minute would write a hundred.
    if (failures === 0) log.warn({ loop: name, err: error }, 'claiming failed; trying again until it works');
    failures += 1;
  }

  function look(): void {
    if (claiming !== null) {
      wokenMeanwhile = true;
      return;
    }
    if (stopped) return;
    clearTimeout(timer);
    claiming = fill()
      .catch(claimFailed)
      .finally(() => {
        claiming = null;
        // A job may have ended between the last claim and here.
        if (wokenMeanwhile && failures === 0 && freeSlots() > 0) return look();
        const backoff = Math.min(backoffMillisecondsMax, backoffMillisecondsFirst * 2 ** (failures - 1));
        lookAgainIn(failures > 0 ? backoff : pollSeconds * 1000);
      });
  }

  function wake(): void {
    // During an outage the pause decides, or every job that ends would knock at a database that is down.
    if (failures === 0) look();
  }

  async function stop(graceSeconds: number): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    const abort = () => stopping.abort(new Error(`${name} is stopping`));
    const grace = setTimeout(abort, graceSeconds * 1000);
    if (graceSeconds === 0) abort();
    await claiming;
    while (running.size > 0) await Promise.allSettled(running);
    clearTimeout(grace);
  }

  look();
  return { wake, stop, running: () => running.size };
}

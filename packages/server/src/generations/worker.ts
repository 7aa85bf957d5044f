/** One process's share of the work: a loop an engine, leases renewed while jobs run, jobs handed back when it stops. */

import { timeOfId } from '../db/id-times.ts';
import type { Engine, Handle } from '../engines/engine.ts';
import { every } from '../queue/every.ts';
import type { LeaseTimings, LoopTimings } from '../queue/timings.ts';
import { createWorkLoop, type JobSlot, type WorkLoop } from '../queue/work-loop.ts';
import { openAttempt } from './attempts-store.ts';
import { cancelWork } from './leave-engine.ts';
import { type ClaimedGeneration, claimGenerations, claimName, handBack, renewLeases } from './queue-store.ts';
import { runGeneration } from './run.ts';
import type { RunOutcome, RunServices } from './running.ts';
import { findGenerations } from './store.ts';
import { traceRun } from './trace-run.ts';

export interface WorkerTimings extends LoopTimings, LeaseTimings {
  /** How often progress that has moved is written. */
  progressSeconds: number;
}

export interface GenerationWorker {
  wake(engine: string): void;
  /** A generation ended by another hand: its engine is told at once, and not when its lease is next renewed. */
  ended(generation: string): void;
  /** There is a loop for each of these from now on; those that were served before and are not among them get no more work. */
  serve(engines: readonly Engine[]): void;
  running(): number;
  stop(): Promise<void>;
}

interface Running {
  claim: ClaimedGeneration;
  /** Null until the engine has the work. */
  underway: { engine: Engine; handle: Handle } | null;
  abort: AbortController;
  lost: boolean;
  progress: number | null;
  /** Progress not yet written. */
  fresh: boolean;
  renewedAt: number;
}

export function startWorker(
  services: RunServices,
  worker: { name: string; timings: WorkerTimings; engines: readonly Engine[] },
): GenerationWorker {
  const { leaseSeconds, renewSeconds, progressSeconds, pollSeconds, graceSeconds } = worker.timings;
  /** By claim and not by generation: after an outage this worker may claim a job again that it is still running. */
  const running = new Set<Running>();
  const loops = new Map<string, WorkLoop>();

  async function run(claim: ClaimedGeneration, { signal: stopping, park }: JobSlot): Promise<void> {
    const startedAt = performance.now();
    const entry: Running = {
      claim,
      underway: null,
      abort: new AbortController(),
      lost: false,
      progress: null,
      fresh: false,
      renewedAt: startedAt,
    };
    running.add(entry);
    const { id: generation, family, engine, claim_number } = claim;
    const { work } = services.metrics;
    if (claim_number === 1) work.taken(engine, (Date.now() - timeOfId(generation)) / 1000);
    const span = traceRun(services.tracing, claim);
    let outcome: RunOutcome | 'fault' = 'fault';
    const giveBack = () => {
      // First of all: a lease that is renewed is not free for others.
      running.delete(entry);
      const back = { afterSeconds: 0, trouble: null, with: isWithEngine(entry) ? 'engine' : 'nobody' } as const;
      return handBack(services.db, claim, back);
    };
    const signal = AbortSignal.any([stopping, entry.abort.signal]);
    try {
      outcome = await runGeneration(services, claim, {
        signal,
        span,
        park: (work) => park(work, { owner: claim.live_id, signal }),
        accepted(underway) {
          entry.underway = underway;
        },
        progress(percent) {
          const shown = asPercentage(percent);
          entry.fresh ||= shown !== entry.progress;
          entry.progress = shown;
        },
      });
      // What a stop has broken off was ours until now: nothing is wrong, and another worker goes on with it.
      if (outcome === 'not ours' && stopping.aborted) outcome = await giveBack();
      const milliseconds = Math.round(performance.now() - startedAt);
      const trace = span?.traceId;
      services.log.info(
        { generation, family, engine, attempt: claim_number, outcome, milliseconds, trace },
        'generation run',
      );
    } finally {
      running.delete(entry);
      work.ran(engine, outcome, (performance.now() - startedAt) / 1000);
      span?.end({ 'afterimage.outcome': outcome }, outcome === 'fault' ? 'The service failed.' : null);
      // What ended otherwise has been written down as it is to be: it may rest.
      if (stopping.aborted && outcome === 'fault') await giveBack();
    }
  }

  /** What has lost its lease may take a while to end, and there is nothing to renew of it. */
  const held = () => [...running].filter((r) => !r.lost);

  /** One statement for all running jobs whose lease is due or whose progress moved. */
  async function renew(): Promise<void> {
    const now = performance.now();
    const due = held().filter((r) => r.fresh || now - r.renewedAt >= renewSeconds * 1000);
    if (due.length === 0) return;
    for (const r of due) r.fresh = false;
    const ours = await renewLeases(
      services.db,
      due.map(({ claim: { id, claim_number }, progress }) => ({ id, claim_number, progress })),
      leaseSeconds,
    );
    for (const r of due) {
      if (ours.has(claimName(r.claim))) r.renewedAt = now;
      else lose(r);
    }
  }

  /**
   * Leases run out while the database is away: what runs here still must be nobody's to claim, and least of all our own again.
   * What a round of renewals has missed counts: the claim that follows may wait for a connection until a lease is over.
   */
  async function renewOverdue(): Promise<void> {
    const missed = performance.now() - (renewSeconds + progressSeconds) * 1000;
    if (held().some((r) => r.renewedAt <= missed)) await renew();
  }

  /** Not waited for: an engine that is slow to cancel must not cost the other jobs their leases. */
  function lose(r: Running): void {
    if (r.lost) return;
    r.lost = true;
    loseLease(r).catch((fault) => {
      // The next round of renewals sees it.
      r.lost = false;
      services.log.warn({ err: fault }, 'a lost job was not cancelled');
    });
  }

  async function loseLease(r: Running): Promise<void> {
    const [row] = await findGenerations(services.db, [r.claim.id]);
    const { underway, abort } = r;
    abort.abort(new Error('the lease was lost'));
    // Ended by its time limit: the engine need not go on. Taken over by another worker: the engine is theirs now.
    if (row?.finished_at === null || underway === null) return;
    // The run, which ends, may be the last to hold an engine that the file no longer names.
    const letEngineGo = services.roster.hold(underway.engine);
    await cancelWork(underway.engine, underway.handle).finally(letEngineGo);
  }

  /** Slots of engines elsewhere are counted over all processes; one that gets no new work keeps what it has. */
  function serve(name: string): WorkLoop {
    const traits = () => services.roster.find(name)?.traits;
    return createWorkLoop({
      name,
      slots: () => traits()?.slots ?? 0,
      pollSeconds,
      async claim(free) {
        await renewOverdue();
        return claimGenerations(services.db, name, {
          worker: worker.name,
          limit: free,
          leaseSeconds,
          slots: traits()?.embedded ? null : (traits()?.slots ?? 0),
          take: services.roster.isOpen(name) ? 'any' : 'begun',
        });
      },
      run,
      log: services.log,
    });
  }

  function serveAll(engines: readonly Engine[]): void {
    for (const { name } of engines) {
      if (loops.has(name)) loops.get(name)!.wake();
      else loops.set(name, serve(name));
    }
  }

  serveAll(worker.engines);
  const renewal = every(progressSeconds, renew, { name: 'renew leases', log: services.log });

  return {
    wake: (engine) => loops.get(engine)?.wake(),
    ended(generation) {
      for (const r of running) if (r.claim.id === generation) lose(r);
    },
    serve: serveAll,
    running: () => running.size,
    async stop() {
      // Leases are renewed until the last job has ended or been handed back.
      await Promise.all([...loops.values()].map((loop) => loop.stop(graceSeconds)));
      await renewal.stop();
    },
  };
}

const isWithEngine = ({ underway, claim }: Running) => underway !== null || openAttempt(claim.attempts) !== null;

/** Whatever an engine says: one value that the column refuses would fail the renewal of every lease. */
function asPercentage(percent: number): number | null {
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : null;
}

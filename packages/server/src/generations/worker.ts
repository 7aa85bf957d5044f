/** One process's share of the work: a loop an engine, leases renewed while jobs run, jobs handed back when it stops. */
import type { Engine, Handle } from '../engines/engine.ts';
import { every } from '../queue/every.ts';
import type { LeaseTimings, LoopTimings } from '../queue/timings.ts';
import { createWorkLoop, type Slot, type WorkLoop } from '../queue/work-loop.ts';
import { type ClaimedGeneration, claimGenerations, claimName, handBack, renewLeases } from './queue-store.ts';
import { type RunServices, runGeneration } from './run.ts';
import { findGenerations } from './store.ts';

export interface WorkerTimings extends LoopTimings, LeaseTimings {
  /** How often progress that has moved is written. */
  progressSeconds: number;
}

export interface GenerationWorker {
  wake(engine: string): void;
  running(): number;
  stop(): Promise<void>;
}

interface Running {
  claim: ClaimedGeneration;
  /** Null until the engine has the work. */
  handle: Handle | null;
  abort: AbortController;
  progress: number | null;
  /** Progress not yet written. */
  fresh: boolean;
  renewedAt: number;
}

export function startWorker(
  services: RunServices,
  worker: { name: string; engines: readonly Engine[]; timings: WorkerTimings },
): GenerationWorker {
  const { leaseSeconds, renewSeconds, progressSeconds, pollSeconds, graceSeconds } = worker.timings;
  /** By claim and not by generation: after an outage this worker may claim a job again that it is still running. */
  const running = new Set<Running>();
  const loops = new Map<string, WorkLoop>();

  async function run(claim: ClaimedGeneration, { signal: stopping, park }: Slot): Promise<void> {
    const startedAt = performance.now();
    const entry: Running = {
      claim,
      handle: claim.engine_handle,
      abort: new AbortController(),
      progress: null,
      fresh: false,
      renewedAt: startedAt,
    };
    running.add(entry);
    const signal = AbortSignal.any([stopping, entry.abort.signal]);
    try {
      const outcome = await runGeneration(services, claim, {
        signal,
        park: (work) => park(work, { accountId: claim.account_id, signal }),
        accepted(handle) {
          entry.handle = handle;
        },
        progress(percent) {
          const shown = asPercentage(percent);
          entry.fresh ||= shown !== entry.progress;
          entry.progress = shown;
        },
      });
      const milliseconds = Math.round(performance.now() - startedAt);
      const { id: generation, family, engine, attempt } = claim;
      services.log.info({ generation, family, engine, attempt, outcome, milliseconds }, 'generation run');
    } finally {
      running.delete(entry);
      if (stopping.aborted) await handBack(services.db, claim, { afterSeconds: 0, trouble: null });
    }
  }

  /** One statement for all running jobs whose lease is due or whose progress moved. */
  async function renew(): Promise<void> {
    const now = performance.now();
    const due = [...running].filter((r) => r.fresh || now - r.renewedAt >= renewSeconds * 1000);
    if (due.length === 0) return;
    for (const r of due) r.fresh = false;
    const ours = await renewLeases(
      services.db,
      due.map((r) => ({ id: r.claim.id, attempt: r.claim.attempt, progress: r.progress })),
      leaseSeconds,
    );
    for (const r of due) {
      if (ours.has(claimName(r.claim))) r.renewedAt = now;
      // Not waited for: an engine that is slow to cancel must not cost the other jobs their leases.
      else void loseLease(r).catch((fault) => services.log.warn({ err: fault }, 'a lost job was not cancelled'));
    }
  }

  async function loseLease({ claim, handle, abort }: Running): Promise<void> {
    const [row] = await findGenerations(services.db, [claim.id]);
    abort.abort(new Error('the lease was lost'));
    // Ended by its time limit: the engine need not go on. Taken over by another worker: the engine is theirs now.
    if (row?.finished_at === null || handle === null) return;
    await services.engineOf(claim.engine).cancel(handle, AbortSignal.timeout(10_000));
  }

  for (const { name: engine, traits } of worker.engines) {
    loops.set(
      engine,
      createWorkLoop({
        name: engine,
        slots: traits.slots,
        pollSeconds,
        claim: (free) => claimGenerations(services.db, engine, { worker: worker.name, limit: free, leaseSeconds }),
        run,
        log: services.log,
      }),
    );
  }
  const renewal = every(progressSeconds, renew, { name: 'renew leases', log: services.log });

  return {
    wake: (engine) => loops.get(engine)?.wake(),
    running: () => running.size,
    async stop() {
      // Leases are renewed until the last job has ended or been handed back.
      await Promise.all([...loops.values()].map((loop) => loop.stop(graceSeconds)));
      await renewal.stop();
    },
  };
}

/** Whatever an engine says: one value that the column refuses would fail the renewal of every lease. */
function asPercentage(percent: number): number | null {
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : null;
}

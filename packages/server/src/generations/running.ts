/** What the steps of a run share: its claim, its engine, what it asks of others, and the ways in which a step may end. */
import type { Engine, EngineFault, Handle, RouteUse } from '../engines/engine.ts';
import type { EngineRoster } from '../engines/engine-roster.ts';
import type { Workshop } from '../engines/media/workshop.ts';
import type { Log } from '../log/log.ts';
import type { Moderator } from '../moderation/moderator.ts';
import type { FairSlots } from '../queue/fair-slots.ts';
import type { Parked } from '../queue/parked-jobs.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';
import type { AttemptNews } from './attempt-news.ts';
import type { AttemptEnd, EngineAttempt } from './attempts-store.ts';
import type { RetryTimings } from './next-step.ts';
import type { PrepareServices } from './prepare-work.ts';
import type { ClaimedGeneration } from './queue-store.ts';
import type { Settled, SettleServices } from './settle.ts';
import type { WaitTimings } from './wait-for-end.ts';

export interface RunTimings extends WaitTimings, RetryTimings {
  /** An order is waited for until the deadline, unless its engine can be asked whether it has it: then after so long it is. */
  orderSeconds: number;
  /** Between two looks for work that may be there. */
  findSeconds: number;
  /** How long a result that nobody waits for any more is looked out for, so that its cost is known. */
  lateSeconds: number;
  /** After which another process looks for such results, should the one that took them on end before it has. */
  lateLeaseSeconds: number;
}

export interface RunServices extends SettleServices, PrepareServices {
  roster: EngineRoster;
  attemptNews: AttemptNews;
  /** Of what makes media ready for engines elsewhere. */
  preparing: FairSlots;
  /** Makes media fit for engines elsewhere, and what they deliver ours. */
  workshop: Workshop;
  moderator: Moderator;
  timings: RunTimings;
  log: Log;
  /** Null: nobody traces. */
  tracing: Tracing | null;
}

/** What a run asks of the worker that holds its claim. */
export interface RunHooks {
  /** Aborted when the lease is lost or the worker stops: then nothing more may be written. */
  signal: AbortSignal;
  /** Waits for what needs no engine; other jobs may have the slot meanwhile. */
  park<Result>(work: Promise<Result>): Promise<Parked<Result>>;
  /** From here on the engine is at work: what to cancel, should the generation end by another hand. */
  accepted(underway: { engine: Engine; handle: Handle }): void;
  progress(percent: number): void;
  /** Of the run; null: nobody traces. */
  span: Span | null;
}

export type RunOutcome = Settled | 'handed back' | 'handed on';

export interface Run {
  services: RunServices;
  claim: ClaimedGeneration;
  engine: Engine;
  use: RouteUse;
  hooks: RunHooks;
}

/** It was not made. */
export interface Troubled {
  outcome: 'failed';
  fault: EngineFault;
  /** Whether the engine wants money for it; null: it does not say. */
  billed: boolean | null;
  /** What it says that this cost, where it says so. */
  costUsd?: number | null;
  /** Null: none was made. */
  attempt: Underway | null;
  /** How that attempt ends; null: it stays open, and is asked for again. */
  ends: Exclude<AttemptEnd['state'], 'succeeded' | 'late'> | null;
}

/** The lease went to another worker, or the generation ended: whatever comes next is theirs. */
export type NotOurs = { outcome: 'not ours' };

/** An attempt that this worker goes on with. */
export type Underway = Pick<EngineAttempt, 'number' | 'token'>;

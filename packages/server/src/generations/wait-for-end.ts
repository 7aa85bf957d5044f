/** Waits for the end of work that is with an engine: a promise and a timer, looked at by its cadence and whenever it tells. */
import type { Engine, EngineFault, Handle, Poll, Succeeded } from '../engines/engine.ts';
import type { Cadence, EngineRoster } from '../engines/engine-roster.ts';
import type { Ear } from './attempt-news.ts';
import type { Deadline } from './deadline.ts';

export type Waited =
  | { outcome: 'made'; end: Succeeded }
  | {
      outcome: 'failed';
      fault: EngineFault;
      billed: boolean | null;
      costUsd?: number | null;
      ends: 'failed' | 'cancelled';
    }
  /** Its time limit has come, and one last look found it unfinished. */
  | { outcome: 'overdue' };

export interface WaitTimings {
  /** Work that an engine does not know may turn up again: it is believed after so long, and three looks. */
  lostSeconds: number;
  /** An engine that reports nothing has begun by then. */
  begunSeconds: number;
  /** What the last look may take, at the time limit: one that gets no reply ends nothing later. */
  lastLookSeconds: number;
}

export interface WaitOptions {
  roster: EngineRoster;
  engine: Engine;
  handle: Handle;
  deadline: Deadline;
  timings: WaitTimings;
  ear: Ear;
  signal: AbortSignal;
  /** In a process that did not start it, it may be over. */
  begin: 'after a while' | 'now';
  on: {
    /** The engine has begun. Called at every look. */
    working(): void;
    progress(percent: number): void;
    queued(position: number | null): void;
  };
}

const lostLooks = 3;
const embeddedWaitSeconds = 5;

export async function waitForEnd(options: WaitOptions): Promise<Waited> {
  const { engine, ear } = options;
  if (engine.traits.embedded) return waitForOurs(options);
  const endWatch = engine.watch === undefined ? null : watch(options, engine.watch);
  try {
    return await lookUntilOver(options);
  } finally {
    await endWatch?.();
    ear.close();
  }
}

/** An accelerator: what it says of the end is looked at before it is believed. Returns how to end it. */
function watch(options: WaitOptions, listen: NonNullable<Engine['watch']>): () => Promise<void> {
  const watching = new AbortController();
  const watched = AbortSignal.any([options.signal, watching.signal]);
  const over = listen(options.handle, (poll) => hear(poll, options), watched).catch(() => {});
  return () => {
    watching.abort();
    return over;
  };
}

function hear(poll: Poll, { on, ear }: WaitOptions): void {
  if (poll.state === 'queued') on.queued(poll.position);
  else if (poll.state === 'running') tellRunning(poll, on);
  else ear.wake();
}

function tellRunning(poll: Extract<Poll, { state: 'running' }>, on: WaitOptions['on']): void {
  on.working();
  if (poll.progress !== null) on.progress(poll.progress);
}

/** Its own slots, its own deadline, and an answer at every change. */
async function waitForOurs({ engine, handle, signal, on }: WaitOptions): Promise<Waited> {
  let seen: Poll | null = null;
  for (;;) {
    const poll: Poll = await engine.poll(handle, { seen, waitSeconds: embeddedWaitSeconds, signal });
    const over = overBy(poll);
    if (over !== null) return over;
    if (poll.state === 'lost') return lost;
    if (poll.state === 'running') tellRunning(poll, on);
    seen = poll;
  }
}

async function lookUntilOver(options: WaitOptions): Promise<Waited> {
  const { roster, engine, handle, ear, on, timings } = options;
  const cadence = roster.cadenceOf(engine.name);
  const startedAt = performance.now();
  const left = options.deadline.leftMilliseconds;
  const late = AbortSignal.timeout(Math.max(0, left()) + timings.lastLookSeconds * 1000);
  const signal = AbortSignal.any([options.signal, late]);
  function look(waitSeconds: number, why: 'told' | 'due'): Promise<Poll> {
    return roster.look(engine, handle, { waitSeconds, signal, why }).catch((fault) => {
      if (options.signal.aborted || !late.aborted) throw fault;
      return unheard;
    });
  }
  let silentPolls = 0;
  const isLost = createLostCount(timings.lostSeconds);
  let why = await ear.rest(
    options.begin === 'now' ? 0 : Math.min(jittered(cadence.firstSeconds), left()),
    options.signal,
  );
  for (;;) {
    const isLast = left() <= 0;
    // Spans are not measured by the wall clock: one that is set back would let the next look wait as long.
    const askedAt = performance.now();
    const waitSeconds = isLast ? 0 : Math.max(0, Math.min(cadence.everySeconds, left() / 1000));
    const poll = await look(waitSeconds, why);
    const over = overBy(poll);
    // It was never seen at work: until what it made has become ours, which may take a while, it is worked on here.
    if (over?.outcome === 'made') on.working();
    if (over !== null) return over;
    // A look that was broken off is no last one.
    options.signal.throwIfAborted();
    if (isLast) return { outcome: 'overdue' };
    silentPolls = poll.state === 'silent' ? silentPolls + 1 : 0;
    if (isLost(poll, askedAt)) return lost;
    if (poll.state === 'queued') on.queued(poll.position);
    else if (poll.state === 'running') tellRunning(poll, on);
    else if (performance.now() - startedAt >= timings.begunSeconds * 1000) on.working();
    const spent = performance.now() - askedAt;
    why = await ear.rest(Math.min(restMilliseconds(poll, { cadence, silentPolls }) - spent, left()), options.signal);
  }
}

/** Whether an engine has said often and long enough that it does not know the work. */
function createLostCount(seconds: number): (poll: Poll, at: number) => boolean {
  let since = 0;
  let looks = 0;
  return (poll, at) => {
    if (poll.state !== 'lost') {
      looks = 0;
      return false;
    }
    if (looks === 0) since = at;
    looks += 1;
    return looks >= lostLooks && at - since >= seconds * 1000;
  };
}

/** Errors and requests for patience stretch the cadence, up to its longest step. */
function restMilliseconds(poll: Poll, { cadence, silentPolls }: { cadence: Cadence; silentPolls: number }): number {
  const { everySeconds, maxSeconds } = cadence;
  if (poll.state !== 'silent') return jittered(everySeconds);
  const wanted = poll.fault.retryAfterSeconds ?? everySeconds * 2 ** Math.min(silentPolls - 1, 10);
  return jittered(Math.max(everySeconds, Math.min(maxSeconds, wanted)));
}

/** A thousand jobs that began together must not be looked at together for ever. */
const jittered = (seconds: number): number => seconds * 1000 * (0.9 + 0.2 * Math.random());

const lost: Waited = {
  outcome: 'failed',
  fault: { class: 'internal', message: 'The engine does not know the work any more.' },
  billed: null,
  ends: 'failed',
};

const unheard: Poll = { state: 'silent', fault: { class: 'unavailable', message: 'No reply came in time.' } };

function overBy(poll: Poll): Waited | null {
  if (poll.state === 'succeeded') return { outcome: 'made', end: poll };
  if (poll.state !== 'failed' && poll.state !== 'canceled') return null;
  const { costUsd = null } = poll;
  if (poll.state === 'failed') {
    return { outcome: 'failed', fault: poll.fault, billed: poll.billed, costUsd, ends: 'failed' };
  }
  const fault: EngineFault = { class: 'internal', message: 'The work was cancelled at the engine.' };
  return { outcome: 'failed', fault, billed: null, costUsd, ends: 'cancelled' };
}

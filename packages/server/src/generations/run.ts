/** Runs one claimed generation as far as it goes. A run is a sentence of outcomes: accepted, made, stored, settled. */
import { DatabaseUnavailable } from '../db/postgres.ts';
import { type Handle, plainUse, type Succeeded } from '../engines/engine.ts';
import { afterFault, elsewhereOrLater } from './after-fault.ts';
import { type AttemptEnd, openAttempt } from './attempts-store.ts';
import { collectOutput } from './collect-output.ts';
import { failLate } from './fail-late.ts';
import { judgeOutput, judgePrompt } from './judge.ts';
import { forgetIfOver, stopAtLimit } from './leave-engine.ts';
import { ownFault } from './own-fault.ts';
import { type ClaimedGeneration, type HandBack, handBack, markWorking } from './queue-store.ts';
import type { NotOurs, Run, RunHooks, RunOutcome, RunServices, Troubled, Underway } from './running.ts';
import { completeGeneration, type Settled } from './settle.ts';
import { type Started, startOnce } from './start-attempt.ts';
import { storeWhenPossible } from './store-output.ts';

import { waitAndNote } from './wait-and-note.ts';

export async function runGeneration(
  services: RunServices,
  claim: ClaimedGeneration,
  hooks: RunHooks,
): Promise<RunOutcome> {
  // An engine would be asked, and perhaps paid, for what must fail. One that was asked already is seen to its end.
  if (claim.overdue && openAttempt(claim.attempts) === null) return failLate(services, claim);
  const run = openRun(services, claim, hooks);
  if (run === null) return noEngine(services, claim);
  const letGo = services.roster.hold(run.engine);
  try {
    const started = await orFailed(judgeAndStart(run), hooks.signal);
    if (started.outcome === 'judged') return started.end;
    if (started.outcome === 'not ours') return 'not ours';
    // Its media is slow and others of the account are waiting already: no fault of the engine.
    if (started.outcome === 'too many parked') return await later(services, claim, { trouble: null, with: 'nobody' });
    if (started.outcome === 'closed') return await elsewhereOrLater(run);
    if (started.outcome === 'failed') return await afterFault(run, started);
    return await seeToItsEnd(run, started);
  } finally {
    letGo();
  }
}

async function judgeAndStart(run: Run): Promise<Started | { outcome: 'judged'; end: RunOutcome }> {
  const judged = await judgePrompt(run);
  return judged === 'goes on' ? startOnce(run) : judged;
}

function openRun(services: RunServices, claim: ClaimedGeneration, hooks: RunHooks): Run | null {
  const engine = services.roster.find(claim.engine);
  if (engine === undefined) return null;
  const use =
    services.roster.routeOf(claim).find(({ engine: name }) => name === claim.engine) ?? plainUse(claim.engine);
  const forget = (handle: Handle, outcome: RunOutcome) => forgetIfOver({ services, claim, engine }, handle, outcome);
  return { services, claim, engine, use, hooks, forget };
}

/** The operator's file does not name it any more. What is with it cannot be asked for; it may come back. */
function noEngine(services: RunServices, claim: ClaimedGeneration): Promise<RunOutcome> {
  return later(services, claim, { trouble: 'unavailable', with: 'engine' });
}

function later(
  { db, timings }: RunServices,
  claim: ClaimedGeneration,
  back: Omit<HandBack, 'afterSeconds'>,
): Promise<RunOutcome> {
  return handBack(db, claim, { ...back, afterSeconds: timings.passingSeconds });
}

/** What a step throws is the service's own failure; after an abort, whatever becomes of it is nobody's here. */
async function orFailed<Outcome extends { outcome: string }>(
  step: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | Troubled | NotOurs> {
  try {
    const outcome = await step;
    return signal.aborted && outcome.outcome === 'failed' ? { outcome: 'not ours' } : outcome;
  } catch (fault) {
    if (signal.aborted) return { outcome: 'not ours' };
    // Without the database nothing can be written: the lease runs out, and a worker that reaches it goes on.
    if (fault instanceof DatabaseUnavailable) throw fault;
    return { outcome: 'failed', fault: ownFault(fault), billed: null, attempt: null };
  }
}

type Accepted = Extract<Started, { outcome: 'accepted' }>;
type WithEngine = Accepted | Extract<Started, { outcome: 'finished' }>;

async function seeToItsEnd(run: Run, started: WithEngine): Promise<RunOutcome> {
  const delivering = started.outcome === 'accepted' ? waitAndDeliver(run, started) : deliver(run, started, started.end);
  const ended = await orFailed(delivering, run.hooks.signal);
  if (ended.outcome === 'failed') return afterTrouble(run, started, withAttempt(ended, started.attempt));
  const outcome = ended.outcome === 'overdue' ? await stopAtLimit(run, ended.at) : ended.outcome;
  if (started.outcome === 'accepted') await run.forget(started.handle, outcome);
  return outcome;
}

async function afterTrouble(run: Run, started: WithEngine, troubled: Troubled): Promise<RunOutcome> {
  const outcome = await afterFault(run, troubled);
  if (started.outcome === 'finished') return outcome;
  // What has failed there is not asked for again, also where the generation goes on.
  const isOver = outcome === 'handed on' || (outcome === 'handed back' && troubled.attempt?.ended !== null);
  if (isOver) await run.engine.forget?.(started.handle);
  else await run.forget(started.handle, outcome);
  return outcome;
}

/** A fault of our own leaves the work where it is: whoever takes over asks for it again. */
function withAttempt(troubled: Troubled, { number, token }: Underway): Troubled {
  if (troubled.attempt !== null) return troubled;
  const ended = troubled.fault.class === 'unavailable' ? null : 'failed';
  return { ...troubled, attempt: { number, token, ended } };
}

type Delivered = { outcome: Settled } | { outcome: 'overdue'; at: Accepted } | Troubled;

async function waitAndDeliver(run: Run, started: Accepted): Promise<Delivered> {
  const waited = await waitAndNote(run, started);
  if (waited.outcome === 'overdue') return { outcome: 'overdue', at: started };
  if (waited.outcome === 'failed') return { ...waited, attempt: { ...started.attempt, ended: waited.ended } };
  return deliver(run, started, waited.end);
}

async function deliver(run: Run, started: WithEngine, made: Succeeded): Promise<Delivered> {
  const { services, claim } = run;
  const { attempt } = started;
  const taken = await collectOutput(run, started, made);
  if (taken.outcome === 'failed') return { ...taken, billed: null, attempt: { ...attempt, ended: 'failed' } };
  try {
    const refusal = await judgeOutput(run, taken.output);
    if (refusal !== null)
      return { outcome: 'failed', fault: refusal, billed: true, attempt: { ...attempt, ended: 'failed' } };
    const [stored] = await Promise.all([
      storeWhenPossible(run, started, taken.output),
      claim.status === 'pending' && markWorking(services.db, claim),
    ]);
    if (stored.outcome === 'failed') return { ...stored, billed: true, attempt: { ...attempt, ended: 'failed' } };
    const accountNotes = taken.output.notes ?? [];
    const { costUsd } = made;
    const end: AttemptEnd = { number: attempt.number, state: 'succeeded', fault: null, costUsd, accountNotes };
    if (accountNotes.length > 0) services.log.info({ generation: claim.id, notes: accountNotes }, 'not all was made');
    return { outcome: await completeGeneration(services, claim, { stored: stored.stored, end }) };
  } finally {
    await taken.release();
  }
}

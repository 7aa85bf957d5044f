/** Runs one claimed generation as far as it goes. A run is a sentence of outcomes: accepted, made, stored, settled. */
import { DatabaseUnavailable } from '../db/postgres.ts';
import { bareUse } from '../engines/engine.ts';
import { afterFault, elsewhereOrLater, isMisplaced, returnToEmbedded } from './after-fault.ts';
import { openAttempt } from './attempts-store.ts';
import { failLate } from './fail-late.ts';
import { judgePrompt } from './judge.ts';
import { type Accepted, type Finished, keepMade, type WithEngine } from './keep-made.ts';
import { forgetIfOver, stopAtLimit } from './leave-engine.ts';
import { outlasting } from './outlasting.ts';
import { ownFault } from './own-fault.ts';
import { type ClaimedGeneration, type HandBack, handBack, queueBehind } from './queue-store.ts';
import type { NotOurs, Run, RunHooks, RunOutcome, RunServices, Troubled, Underway } from './running.ts';
import type { Settled } from './settle.ts';
import { type Started, startOnce } from './start-attempt.ts';
import { waitAndNote } from './wait-and-note.ts';

export async function runGeneration(
  services: RunServices,
  claim: ClaimedGeneration,
  hooks: RunHooks,
): Promise<RunOutcome> {
  // An engine would be asked, and perhaps paid, for what must fail. One that was asked already is seen to its end.
  if (claim.overdue && openAttempt(claim.attempts) === null) return failLate(services, claim);
  const run = openRun(services, claim, hooks);
  // The operator's file does not name it any more. What is with it cannot be asked for; it may come back.
  if (run === null) return later(services, claim, { trouble: 'unavailable', with: 'engine' });
  if (isMisplaced(run)) return returnToEmbedded(run);
  // An engine that the file no longer names is closed when the last run with it has ended.
  const letEngineGo = services.roster.hold(run.engine);
  try {
    const started = await outcomeOf(judgeAndStart(run), hooks.signal);
    switch (started.outcome) {
      case 'accepted':
      case 'finished':
        return await seeToItsEnd(run, started);
      case 'failed':
        return await afterFault(run, started);
      case 'closed':
        return await elsewhereOrLater(run);
      case 'overdue':
        return await failLate(services, claim);
      // Its media is slow and others of the account are waiting already: no fault of the engine.
      case 'too many parked':
        return await queueBehind(services.db, claim, services.timings.passingSeconds);
      case 'judged':
        return started.end;
      case 'not ours':
        return 'not ours';
    }
  } finally {
    letEngineGo();
  }
}

function openRun(services: RunServices, claim: ClaimedGeneration, hooks: RunHooks): Run | null {
  const engine = services.roster.find(claim.engine);
  if (engine === undefined) return null;
  const use = services.roster.routeOf(claim).find(({ engine: name }) => name === claim.engine) ?? bareUse(claim.engine);
  return { services, claim, engine, use, hooks };
}

function later(
  { db, timings }: RunServices,
  claim: ClaimedGeneration,
  back: Omit<HandBack, 'afterSeconds'>,
): Promise<RunOutcome> {
  return handBack(db, claim, { ...back, afterSeconds: timings.passingSeconds });
}

async function judgeAndStart(run: Run): Promise<Started | { outcome: 'judged'; end: RunOutcome }> {
  const judged = await judgePrompt(run);
  return judged === 'goes on' ? startOnce(run) : judged;
}

/** What a step throws is a failure of the service itself. After an abort, whatever did not succeed is nobody's here. */
async function outcomeOf<Outcome extends { outcome: string }>(
  step: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | Troubled | NotOurs> {
  const [ended] = await Promise.allSettled([step]);
  if (ended.status === 'fulfilled' && ended.value.outcome !== 'failed') return ended.value;
  if (signal.aborted) return { outcome: 'not ours' };
  if (ended.status === 'fulfilled') return ended.value;
  // Without the database nothing can be written: the lease runs out, and a worker that reaches it goes on.
  if (ended.reason instanceof DatabaseUnavailable) throw ended.reason;
  return { outcome: 'failed', fault: ownFault(ended.reason), billed: null, attempt: null, ends: null };
}

type Kept = { outcome: Settled } | { outcome: 'overdue'; at: Accepted } | Troubled;

/** When its work is over, and not asked for again, the engine may forget it. */
async function seeToItsEnd(run: Run, started: WithEngine): Promise<RunOutcome> {
  const keeping =
    started.outcome === 'accepted' ? outcomeOf(waitAndKeep(run, started), run.hooks.signal) : keepAtOnce(run, started);
  const kept = await keeping;
  if (kept.outcome === 'failed') return seeToItsTrouble(run, started, ofAttempt(kept, started.attempt));
  const outcome = kept.outcome === 'overdue' ? await stopAtLimit(run, kept.at) : kept.outcome;
  if (started.outcome === 'accepted') await forgetIfOver(run, started.handle, { outcome, attempt: 'ended' });
  return outcome;
}

async function seeToItsTrouble(run: Run, started: WithEngine, troubled: Troubled): Promise<RunOutcome> {
  const outcome = await afterFault(run, troubled);
  const attempt = troubled.ends === null ? 'open' : 'ended';
  if (started.outcome === 'accepted') await forgetIfOver(run, started.handle, { outcome, attempt });
  return outcome;
}

/** A fault of our own that may pass leaves the work where it is, for whoever takes over; any other ends the attempt. */
function ofAttempt(troubled: Troubled, attempt: Underway): Troubled {
  if (troubled.attempt !== null) return troubled;
  return { ...troubled, attempt, ends: troubled.fault.class === 'unavailable' ? null : 'failed' };
}

/** To look at a picture, sign and store it takes a second or two. */
const keepMilliseconds = 5_000;

/** A worker that stops sees to it first, also where it comes to nothing: of that, too, nobody else would ever know. */
function keepAtOnce(run: Run, started: Finished): Promise<Kept | NotOurs> {
  return outlasting(run.hooks.signal, keepMilliseconds, (signal) =>
    outcomeOf(keepMade({ ...run, hooks: { ...run.hooks, signal } }, started, started.end), signal),
  );
}

async function waitAndKeep(run: Run, started: Accepted): Promise<Kept> {
  const waited = await waitAndNote(run, started);
  if (waited.outcome === 'overdue') return { outcome: 'overdue', at: started };
  if (waited.outcome === 'failed') return { ...waited, attempt: started.attempt };
  return keepMade(run, started, waited.end);
}

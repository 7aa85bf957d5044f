/** Runs one claimed generation as far as it goes. A run is a sentence of outcomes: accepted, made, stored, settled. */
import { DatabaseUnavailable } from '../db/postgres.ts';
import { type EngineFault, type Handle, plainUse } from '../engines/engine.ts';
import { NoPlaceToPark } from '../queue/parked-jobs.ts';
import { afterFault, elsewhereOrLater } from './after-fault.ts';
import { type AttemptEnd, openAttempt } from './attempts-store.ts';
import { judgeOutput, judgePrompt } from './judge.ts';
import { forgetIfOver, stopAtLimit } from './leave-engine.ts';
import { type ClaimedGeneration, handBack, markWorking } from './queue-store.ts';
import type { NotOurs, Run, RunHooks, RunOutcome, RunServices, Troubled, Underway } from './running.ts';
import { completeGeneration, failLate, type Settled } from './settle.ts';
import { type Started, startOnce } from './start-attempt.ts';
import { storeOutput } from './store-output.ts';
import { takeOutput } from './take-output.ts';
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
    if (started.outcome === 'no place') return await later(services, claim, { trouble: null, with: 'nobody' });
    if (started.outcome === 'closed') return await elsewhereOrLater(run);
    if (started.outcome === 'failed') return await afterFault(run, started);
    return await seeToItsEnd(run, started);
  } finally {
    letGo();
  }
}

async function judgeAndStart(run: Run): Promise<Started | { outcome: 'judged'; end: RunOutcome }> {
  const judged = await judgePrompt(run);
  return judged === 'goes on' ? startOnce(run) : { outcome: 'judged', end: judged.outcome };
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

async function later(
  services: RunServices,
  claim: ClaimedGeneration,
  back: Pick<Parameters<typeof handBack>[2], 'trouble' | 'with'>,
): Promise<RunOutcome> {
  const afterSeconds = services.timings.passingSeconds;
  return (await handBack(services.db, claim, { ...back, afterSeconds })) ? 'handed back' : 'not ours';
}

/** No step answers with a fault: here each becomes the service's own failure, and one after an abort nobody's. */
async function orFailed<Outcome extends { outcome: string }>(
  step: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | Troubled | NotOurs | { outcome: 'no place' }> {
  try {
    const outcome = await step;
    return signal.aborted && outcome.outcome === 'failed' ? { outcome: 'not ours' } : outcome;
  } catch (fault) {
    if (signal.aborted) return { outcome: 'not ours' };
    // Its media is slow and others of the account are waiting already: no fault of the engine.
    if (fault instanceof NoPlaceToPark) return { outcome: 'no place' };
    // Without the database nothing can be written: the lease runs out, and a worker that reaches it goes on.
    if (fault instanceof DatabaseUnavailable) throw fault;
    return { outcome: 'failed', fault: ownFault(fault), billed: null, attempt: null };
  }
}

type WithEngine = Extract<Started, { outcome: 'accepted' | 'finished' }>;

async function seeToItsEnd(run: Run, started: WithEngine): Promise<RunOutcome> {
  const ended = await orFailed(deliver(run, started), run.hooks.signal);
  if (ended.outcome === 'failed') return afterTrouble(run, started, withAttempt(ended, started.attempt));
  const isLate = ended.outcome === 'overdue' && started.outcome === 'accepted';
  const outcome = isLate ? await stopAtLimit(run, started) : (ended.outcome as Settled);
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

async function deliver(run: Run, started: WithEngine): Promise<{ outcome: Settled | 'overdue' } | Troubled> {
  const { services, claim } = run;
  const { attempt } = started;
  const waited =
    started.outcome === 'finished' ? { outcome: 'made' as const, end: started.end } : await waitAndNote(run, started);
  if (waited.outcome === 'overdue') return waited;
  if (waited.outcome === 'failed') return { ...waited, attempt: { ...attempt, ended: waited.ended } };
  const taken = await takeOutput(run, started, waited.end);
  if (taken.outcome === 'failed') return { ...taken, billed: null, attempt: { ...attempt, ended: 'failed' } };
  try {
    const refusal = await judgeOutput(run, taken.output);
    if (refusal !== null)
      return { outcome: 'failed', fault: refusal, billed: true, attempt: { ...attempt, ended: 'failed' } };
    const [stored] = await Promise.all([
      storeOutput(services, claim, taken.output),
      claim.status === 'pending' && markWorking(services.db, claim),
    ]);
    if (stored.outcome === 'failed') return { ...stored, billed: true, attempt: { ...attempt, ended: 'failed' } };
    const accountNotes = taken.output.notes ?? [];
    const { costUsd } = waited.end;
    const end: AttemptEnd = { number: attempt.number, state: 'succeeded', fault: null, costUsd, accountNotes };
    if (accountNotes.length > 0) services.log.info({ generation: claim.id, notes: accountNotes }, 'not all was made');
    return { outcome: await completeGeneration(services, claim, { stored: stored.stored, end }) };
  } finally {
    await taken.release();
  }
}

/** Not the engine's doing. The system's trouble, such as a full disk, may pass; a mistake of ours is not tried for ever. */
function ownFault(cause: unknown): EngineFault {
  const passes = typeof (cause as { errno?: unknown } | null)?.errno === 'number';
  const message = 'The service failed while it worked on this.';
  return { class: passes ? 'unavailable' : 'internal', message, sentence: message, whose: 'ours', cause };
}

/** Runs one claimed generation as far as it goes. A run is a sentence of outcomes: accepted, drawn, stored, settled. */
import { randomUUID } from 'node:crypto';
import type { FailureClass } from '@afterimage/contract';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { type Engine, EngineError, type EngineOutput, type Handle, type Poll } from '../engines/engine.ts';
import type { Log } from '../log/log.ts';
import { type PrepareServices, prepareWork } from './prepare-work.ts';
import { type ClaimedGeneration, handBack, saveEngineHandle, saveEngineToken } from './queue-store.ts';
import { completeGeneration, failGeneration, failLate, type Settled, type SettleServices } from './settle.ts';
import { findGenerations } from './store.ts';
import { storeOutput } from './store-output.ts';

export interface RunServices extends SettleServices, PrepareServices {
  engineOf(name: string): Engine;
  log: Log;
}

/** What a run asks of the worker that holds its claim. */
export interface RunHooks {
  /** Aborted when the lease is lost or the worker stops: then nothing more may be written. */
  signal: AbortSignal;
  /** Waits for what needs no engine; other jobs may have the slot meanwhile. */
  park<Result>(work: Promise<Result>): Promise<Result>;
  /** From here on the engine is at work: what to cancel, should the generation end by another hand. */
  accepted(handle: Handle): void;
  progress(percent: number): void;
}

export type RunOutcome = Settled | 'handed back';

interface Run {
  services: RunServices;
  claim: ClaimedGeneration;
  engine: Engine;
  hooks: RunHooks;
}

type Failed = { outcome: 'failed'; error: EngineError };
/** The lease went to another worker, or the generation ended: whatever comes next is theirs. */
type NotOurs = { outcome: 'not ours' };

/** The same work is tried this often when an engine breaks down under it. */
const engineFailuresMax = 3;
const pollWaitMilliseconds = 5_000;

export async function runGeneration(
  services: RunServices,
  claim: ClaimedGeneration,
  hooks: RunHooks,
): Promise<RunOutcome> {
  // An engine would be asked, and perhaps paid, for what must fail. One that was asked already is seen to its end.
  if (claim.overdue && claim.engine_token === null) return failLate(services, claim);
  const run: Run = { services, claim, engine: services.engineOf(claim.engine), hooks };
  const started = await orFailed(startOnce(run), hooks.signal);
  if (started.outcome === 'not ours') return 'not ours';
  if (started.outcome === 'failed') return retryOrFail(run, started.error);
  const ended = await orFailed(seeToItsEnd(run, started.handle), hooks.signal);
  const outcome = ended.outcome === 'failed' ? await retryOrFail(run, ended.error) : ended.outcome;
  await forgetIfOver(run, started.handle, outcome);
  return outcome;
}

/** No step answers with a fault: here each becomes the service's own failure, and one after an abort nobody's. */
async function orFailed<Outcome extends { outcome: string }>(
  step: Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | Failed | NotOurs> {
  try {
    const outcome = await step;
    return signal.aborted && outcome.outcome === 'failed' ? { outcome: 'not ours' } : outcome;
  } catch (fault) {
    if (signal.aborted) return { outcome: 'not ours' };
    // Without the database nothing can be written: the lease runs out, and a worker that reaches it goes on.
    if (fault instanceof DatabaseUnavailable) throw fault;
    return { outcome: 'failed', error: ownFault(fault) };
  }
}

type Started = { outcome: 'accepted'; handle: Handle } | Failed | NotOurs;

/** Asks the engine exactly once a token, however often workers die: token saved, asked, handle saved. */
async function startOnce(run: Run): Promise<Started> {
  const { services, claim, engine, hooks } = run;
  if (claim.engine_handle !== null) return accepted(run, claim.engine_handle);
  if (claim.engine_token !== null) {
    const found = await engine.find(claim.engine_token, hooks.signal);
    if (typeof found === 'object') return keepHandle(run, found);
    if (found === 'cannot_tell' && engine.traits.paid) {
      const message = 'The engine cannot tell whether it was asked already.';
      return { outcome: 'failed', error: new EngineError(message, { failure: 'internal', verdict: 'final' }) };
    }
  }
  const prepared = await prepareWork(services, claim, hooks);
  if (prepared.outcome === 'failed') return prepared;
  try {
    const token = claim.engine_token ?? randomUUID();
    if (!(await saveEngineToken(services.db, claim, token))) return { outcome: 'not ours' };
    const answer = await engine.start({ ...prepared.work, token }, hooks.signal);
    return answer.outcome === 'accepted' ? keepHandle(run, answer.handle) : { outcome: 'failed', error: answer.error };
  } finally {
    await prepared.release();
  }
}

async function keepHandle(run: Run, handle: Handle): Promise<Started> {
  if (await saveEngineHandle(run.services.db, run.claim, handle)) return accepted(run, handle);
  await forgetIfOver(run, handle, 'not ours');
  return { outcome: 'not ours' };
}

function accepted({ hooks }: Run, handle: Handle): Started {
  hooks.accepted(handle);
  return { outcome: 'accepted', handle };
}

async function seeToItsEnd(run: Run, handle: Handle): Promise<{ outcome: Settled } | Failed> {
  const { services, claim } = run;
  const drawn = await waitForOutput(run, handle);
  if (drawn.outcome === 'failed') return drawn;
  const stored = await storeOutput(services, claim, drawn.output);
  if (stored.outcome === 'failed') return stored;
  return { outcome: await completeGeneration(services, claim, stored.mediaId) };
}

async function waitForOutput(
  { engine, hooks }: Run,
  handle: Handle,
): Promise<{ outcome: 'drawn'; output: EngineOutput } | Failed> {
  let seen: Poll | null = null;
  for (;;) {
    const options = { seen, waitMilliseconds: pollWaitMilliseconds, signal: hooks.signal };
    const poll: Poll = await engine.poll(handle, options);
    if (poll.state === 'succeeded') return { outcome: 'drawn', output: poll.output };
    if (poll.state === 'failed') return { outcome: 'failed', error: poll.error };
    if (poll.state === 'lost') {
      const lost = new EngineError('The engine lost the work.', { failure: 'internal', verdict: 'passing' });
      return { outcome: 'failed', error: lost };
    }
    if (poll.state === 'running' && poll.progress !== null) hooks.progress(poll.progress);
    seen = poll;
  }
}

/** A verdict ends the generation; trouble that may pass is waited out, until the deadline or the third breakdown. */
async function retryOrFail({ services, claim }: Run, error: EngineError): Promise<RunOutcome> {
  tell(services.log, claim, error);
  const trouble = troubleOf(error.failure);
  const worn = trouble === 'internal' && claim.engine_failures + 1 >= engineFailuresMax;
  if (error.verdict !== 'final' && trouble !== null && !worn) {
    // A broken operation is forgotten and started anew; one that is merely out of reach is asked for again.
    if (trouble === 'internal') await saveEngineHandle(services.db, claim, null);
    const afterSeconds = trouble === 'internal' ? 2 ** claim.engine_failures : 5;
    return (await handBack(services.db, claim, { afterSeconds, trouble })) ? 'handed back' : 'not ours';
  }
  const family = services.families.get(claim.family)!;
  return failGeneration(services, claim, {
    code: error.code ?? family.failureCode(error.failure),
    reason: error.message,
  });
}

/** Ended by us, or by its time limit. Otherwise what the engine holds is for the worker that took over, who may be drawing into it. */
async function forgetIfOver({ services, claim, engine }: Run, handle: Handle, outcome: RunOutcome): Promise<void> {
  if (outcome === 'handed back') return;
  if (outcome === 'not ours') {
    const [row] = await findGenerations(services.db, [claim.id]);
    if (row?.finished_at == null) return;
  }
  await engine.forget(handle);
}

/** What the caller sent is to blame for these. */
const callersFailures: ReadonlySet<FailureClass> = new Set(['content_policy', 'image_inaccessible', 'invalid_image']);

/** What a scenario asked for, or the caller has to answer for, is no fault: its stack would tell nobody anything. */
function tell(log: Log, claim: ClaimedGeneration, error: EngineError): void {
  const line = { generation: claim.id, failure: error.failure, verdict: error.verdict };
  if (error.code !== null) log.info({ ...line, code: error.code }, 'scenario failed as asked');
  else if (callersFailures.has(error.failure)) log.info({ ...line, reason: error.message }, 'generation refused');
  else log.warn({ ...line, err: error }, 'engine failed');
}

/** Not the engine's doing. The system's trouble, such as a full disk, may pass; a mistake of ours is not tried for ever. */
function ownFault(fault: unknown): EngineError {
  const failure = typeof (fault as { errno?: unknown } | null)?.errno === 'number' ? 'unavailable' : 'internal';
  return new EngineError('The service failed while it worked on this.', { failure, verdict: 'passing', cause: fault });
}

function troubleOf(failure: FailureClass): 'unavailable' | 'internal' | null {
  return failure === 'unavailable' || failure === 'internal' ? failure : null;
}

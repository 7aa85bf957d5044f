/** Runs one claimed generation to its end. A run is a sentence: inputs, engine, output, settlement. */
import { randomUUID } from 'node:crypto';
import { drawsNothing, type FailureClass, frameSize, type GenerationRequest } from '@afterimage/contract';
import { DatabaseUnavailable } from '../db/postgres.ts';
import {
  type Engine,
  EngineError,
  type EngineOutput,
  type EngineWork,
  type Handle,
  type Poll,
} from '../engines/engine.ts';
import type { Log } from '../log/log.ts';
import { type GatheredInputs, type GatherServices, gatherInputs } from './gather-inputs.ts';
import { failLate } from './late.ts';
import { type ClaimedGeneration, handBack, saveEngineHandle, saveEngineToken } from './queue-store.ts';
import { completeGeneration, failGeneration, type Settled, type SettleServices } from './settle.ts';
import { findGenerations } from './store.ts';
import { storeOutput } from './store-output.ts';

export interface RunServices extends SettleServices, GatherServices {
  engineOf(engine: string): Engine;
  log: Log;
}

export interface RunHooks {
  /** Aborted when the lease is lost or the worker stops: then nothing more may be written. */
  signal: AbortSignal;
  /** Waits for what needs no engine; other jobs may have the slot meanwhile. */
  aside<Result>(work: Promise<Result>): Promise<Result>;
  progress(percent: number): void;
}

export type RunOutcome = Settled | 'handed back';

/** The same work is tried this often when an engine breaks down under it. */
const engineFailuresMax = 3;
const pollWaitMilliseconds = 5_000;

/** For a scenario that draws nothing: a bad address must not end it before its own code does. */
const noInputs: GatheredInputs = { media: [], release: async () => {} };
const noFrame = { width: 0, height: 0 };

class NotOurs extends Error {}

export async function runGeneration(
  services: RunServices,
  claim: ClaimedGeneration,
  hooks: RunHooks,
): Promise<RunOutcome> {
  const engine = services.engineOf(claim.engine);
  let handle = claim.engine_handle;
  try {
    // An engine would be asked, and perhaps paid, for what must fail. One that was asked already is seen to its end.
    if (claim.overdue && claim.engine_token === null) return await failLate(services, claim);
    handle ??= await startOnce(services, claim, engine, hooks);
    const output = await waitForOutput(engine, handle, hooks);
    const mediaId = await storeOutput(services, claim, output);
    const settled = await completeGeneration(services, claim, mediaId);
    if (await isOver(services, claim, settled)) await engine.forget(handle);
    return settled;
  } catch (fault) {
    if (fault instanceof NotOurs || hooks.signal.aborted) return 'not ours';
    // Without the database nothing can be written: the lease runs out, and a worker that reaches it goes on.
    if (fault instanceof DatabaseUnavailable) throw fault;
    const outcome = await yieldTo(services, claim, fault instanceof EngineError ? fault : ownFault(fault));
    if (handle !== null && (await isOver(services, claim, outcome))) await engine.forget(handle);
    return outcome;
  }
}

/** Ended by us, or by its time limit. Otherwise what the engine holds is for the worker that took over, who may be drawing into it. */
async function isOver({ db }: RunServices, { id }: ClaimedGeneration, outcome: RunOutcome): Promise<boolean> {
  if (outcome !== 'not ours') return outcome === 'settled';
  const [row] = await findGenerations(db, [id]);
  return row?.finished_at != null;
}

/** Asks the engine exactly once a token, however often workers die: token saved, asked, handle saved. */
async function startOnce(
  services: RunServices,
  claim: ClaimedGeneration,
  engine: Engine,
  hooks: RunHooks,
): Promise<Handle> {
  let token = claim.engine_token;
  if (token !== null) {
    const found = await engine.find(token, hooks.signal);
    if (typeof found === 'object') return keepHandle(services, claim, found);
    if (found === 'cannot_tell' && engine.traits.paid) {
      throw new EngineError('The engine cannot tell whether it was asked already.', {
        failure: 'internal',
        verdict: 'final',
      });
    }
  }
  const work = await describeWork(services, claim, hooks);
  try {
    token ??= randomUUID();
    if (!(await saveEngineToken(services.db, claim, token))) throw new NotOurs();
    return await keepHandle(services, claim, await engine.start({ ...work, token }, hooks.signal));
  } finally {
    await work.release();
  }
}

async function keepHandle(services: RunServices, claim: ClaimedGeneration, handle: Handle): Promise<Handle> {
  if (!(await saveEngineHandle(services.db, claim, handle))) throw new NotOurs();
  claim.engine_handle = handle;
  return handle;
}

async function describeWork(
  services: RunServices,
  claim: ClaimedGeneration,
  hooks: RunHooks,
): Promise<Omit<EngineWork, 'token'> & { release(): Promise<void> }> {
  const drawn = !drawsNothing(claim.scenario);
  const gathered = drawn ? await gatherAside(services, claim, hooks) : noInputs;
  const unfit = services.families.get(claim.family)!.checkMedia(requestOf(claim), gathered.media);
  if (unfit.length > 0) {
    await gathered.release();
    throw new EngineError(unfit.map((fault) => fault.message).join(' '), {
      failure: 'invalid_image',
      verdict: 'final',
    });
  }
  const size = drawn ? frameSize(claim.work.shape, gathered.media) : noFrame;
  return {
    accountId: claim.account_id,
    family: claim.family,
    model: claim.model,
    work: claim.work,
    ...size,
    seed: claim.seed,
    scenario: claim.scenario,
    media: gathered.media,
    deadline: claim.deadline_at,
    release: gathered.release,
  };
}

/** An address that accepts and never answers must not hold a render slot for the 30 s that it is given. */
async function gatherAside(services: RunServices, claim: ClaimedGeneration, hooks: RunHooks): Promise<GatheredInputs> {
  const gathering = gatherInputs(services, claim, hooks.signal);
  try {
    return await hooks.aside(gathering);
  } catch (fault) {
    // Gathered, but the run ended before it had a slot again.
    await gathering.then(
      ({ release }) => release(),
      () => {},
    );
    throw fault;
  }
}

/** Media by URL is first seen here, so what its content must satisfy is checked here once more. */
function requestOf(claim: ClaimedGeneration): GenerationRequest {
  const { prompt, model, fields, work, scenario, seed } = claim;
  const media = claim.inputs.map(({ role, kind, field, bytesMax, url }) => ({
    role,
    kind,
    field,
    bytesMax,
    source: { url: url ?? '' },
  }));
  return { prompt, model, fields, work, scenario, seed, media, callbackUrl: null, priority: 0 };
}

async function waitForOutput(engine: Engine, handle: Handle, hooks: RunHooks): Promise<EngineOutput> {
  let seen: Poll | null = null;
  for (;;) {
    const poll: Poll = await engine.poll(handle, {
      seen,
      waitMilliseconds: pollWaitMilliseconds,
      signal: hooks.signal,
    });
    if (poll.state === 'succeeded') return poll.output;
    if (poll.state === 'failed') throw poll.error;
    if (poll.state === 'lost') {
      throw new EngineError('The engine lost the work.', { failure: 'internal', verdict: 'passing' });
    }
    if (poll.state === 'running' && poll.progress !== null) hooks.progress(poll.progress);
    seen = poll;
  }
}

/** A verdict ends the generation; trouble that may pass is waited out, until the deadline or the third breakdown. */
async function yieldTo(services: RunServices, claim: ClaimedGeneration, fault: EngineError): Promise<RunOutcome> {
  tell(services.log, claim, fault);
  const trouble = troubleOf(fault.failure);
  const worn = trouble === 'internal' && claim.engine_failures + 1 >= engineFailuresMax;
  if (fault.verdict !== 'final' && trouble !== null && !worn) {
    // A broken operation is forgotten and started anew; one that is merely out of reach is asked for again.
    if (trouble === 'internal') await saveEngineHandle(services.db, claim, null);
    const afterSeconds = trouble === 'internal' ? 2 ** claim.engine_failures : 5;
    return (await handBack(services.db, claim, { afterSeconds, trouble })) ? 'handed back' : 'not ours';
  }
  const family = services.families.get(claim.family)!;
  return failGeneration(services, claim, {
    code: fault.code ?? family.failureCode(fault.failure),
    reason: fault.message,
  });
}

/** What the caller sent is to blame for these. */
const callersFailures: ReadonlySet<FailureClass> = new Set(['content_policy', 'image_inaccessible', 'invalid_image']);

/** What a scenario asked for, or the caller has to answer for, is no fault: its stack would tell nobody anything. */
function tell(log: Log, claim: ClaimedGeneration, fault: EngineError): void {
  const line = { generation: claim.id, failure: fault.failure, verdict: fault.verdict };
  if (fault.code !== null) log.info({ ...line, code: fault.code }, 'scenario failed as asked');
  else if (callersFailures.has(fault.failure)) log.info({ ...line, reason: fault.message }, 'generation refused');
  else log.warn({ ...line, err: fault }, 'engine failed');
}

/** Not the engine's doing. The system's trouble, such as a full disk, may pass; a mistake of ours is not tried for ever. */
function ownFault(fault: unknown): EngineError {
  const failure = typeof (fault as { errno?: unknown } | null)?.errno === 'number' ? 'unavailable' : 'internal';
  return new EngineError('The service failed while it worked on this.', { failure, verdict: 'passing', cause: fault });
}

function troubleOf(failure: FailureClass): 'unavailable' | 'internal' | null {
  return failure === 'unavailable' || failure === 'internal' ? failure : null;
}

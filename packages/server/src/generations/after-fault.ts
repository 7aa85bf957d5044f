/** Does what follows when a generation was not made: hands it on to another engine, puts it back for a while, or ends it. */
import type { EngineFault, ErrorClass } from '../engines/engine.ts';
import { faultRules } from '../engines/faults.ts';
import type { Log } from '../log/log.ts';
import { type AttemptEnd, endAttempt, openAttempt } from './attempts-store.ts';
import { whatFollows } from './next-step.ts';
import { type ClaimedGeneration, handBack, moveToEngine } from './queue-store.ts';
import type { Run, RunOutcome, Troubled } from './running.ts';
import { failGeneration } from './settle.ts';

export async function afterFault(run: Run, troubled: Troubled): Promise<RunOutcome> {
  const { services, claim, engine } = run;
  const { fault, billed, attempt, ends } = troubled;
  tell(services.log, claim, troubled);
  const counts = faultRules[fault.class].breaker === 'counts' && fault.whose !== 'ours';
  if (counts) services.roster.note(engine, { fault });
  const following = whatFollows({
    fault,
    billed,
    traits: engine.traits,
    engine: engine.name,
    attempts: historyWith(claim, troubled),
    others: others(run),
    policy: services.roster.policy(),
    timings: services.timings,
  });
  if (following.step === 'fail') {
    const family = services.families.get(claim.family)!;
    const rule = faultRules[fault.class];
    const code = fault.familyCode ?? family.failureCode(rule.failure);
    const end = endOf(troubled);
    return failGeneration(services, claim, { code, reason: fault.sentence ?? rule.sentence, ...(end && { end }) });
  }
  // An attempt that stays open is asked for again by its token, unless another engine gets the work.
  const end = following.step === 'next' || ends !== null ? endOf(troubled) : null;
  if (end !== null) await endAttempt(services.db, claim, end);
  if (following.step === 'next') return handOn(run, following.engine);
  const { afterSeconds, trouble } = following;
  const stays = attempt !== null && end === null ? 'engine' : 'nobody';
  return handBack(services.db, claim, { afterSeconds, trouble, with: stays });
}

/** The engine takes nothing new, and was not asked. Another of the route may. */
export async function elsewhereOrLater(run: Run): Promise<RunOutcome> {
  const { services, claim } = run;
  const [other] = others(run);
  if (other !== undefined) return handOn(run, other);
  const { passingSeconds } = services.timings;
  return handBack(services.db, claim, { afterSeconds: passingSeconds, trouble: 'unavailable', with: 'nobody' });
}

/** A version before may have moved it there: what a sandbox asks for is ordered from nobody outside. What was is seen to its end. */
export const isMisplaced = ({ claim, engine }: Run): boolean =>
  claim.mode === 'sandbox' && !engine.traits.embedded && openAttempt(claim.attempts) === null;

export const returnToEmbedded = (run: Run): Promise<RunOutcome> =>
  handOn(run, run.services.roster.routeOf(run.claim)[0]!.engine);

/** An attempt that was to be asked for again is over where it was: nobody goes on with it. */
async function handOn({ services, claim }: Run, engine: string): Promise<RunOutcome> {
  const open = openAttempt(claim.attempts);
  if (open !== null) {
    const fault: EngineFault = { class: 'unavailable', message: 'It was handed on before the engine had it.' };
    await endAttempt(services.db, claim, { number: open.number, state: 'failed', fault, costUsd: 0 });
  }
  return (await moveToEngine(services.db, claim, engine)) ? 'handed on' : 'not ours';
}

/** Those that come after this one, have not been cut off, and can make it. */
function others({ services: { roster }, claim }: Run): string[] {
  const route = roster.routeOf(claim);
  const index = route.findIndex(({ engine }) => engine === claim.engine);
  const behind = index < 0 ? [] : route.slice(index + 1);
  return behind.filter((use) => roster.takes(claim, use)).map(({ engine }) => engine);
}

/** The attempts as they will stand when this one has ended. */
function historyWith(claim: ClaimedGeneration, { fault, attempt }: Troubled) {
  const ended = { engine: claim.engine, error_class: fault.class as ErrorClass | null };
  const before = claim.attempts.filter(({ number }) => number !== attempt?.number);
  const known = claim.attempts.find(({ number }) => number === attempt?.number);
  return [...before, { ...ended, tries: known === undefined ? 1 : known.tries + 1 }];
}

/** The engine's own figure counts; where it gives none, a definite no costs nothing, and of the rest what was reserved stands. */
export const costOf = ({ billed, costUsd = null }: Pick<Troubled, 'billed' | 'costUsd'>): number | null =>
  costUsd ?? (billed === false ? 0 : null);

function endOf(troubled: Troubled): AttemptEnd | null {
  const { attempt, ends, fault } = troubled;
  if (attempt === null) return null;
  const state = ends ?? 'failed';
  const end: AttemptEnd = { number: attempt.number, state, fault, costUsd: costOf(troubled) };
  // It may be there after all: should word of it still come, the operator sees what it was spent for.
  return fault.class === 'unknown_submit' ? { ...end, left: 'at work' } : end;
}

/** What the caller sent is to blame for these. */
const callersFaults: ReadonlySet<ErrorClass> = new Set(['content_policy', 'image_inaccessible', 'invalid_image']);

/** What a scenario asked for, or the caller has to answer for, is no fault: its stack would tell nobody anything. */
function tell(log: Log, claim: ClaimedGeneration, { fault }: Troubled): void {
  const { class: what, message: reason, familyCode: code, vendorCode, requestId, cause } = fault;
  const line = { generation: claim.id, engine: claim.engine, class: what, vendorCode, requestId };
  if (code !== undefined) log.info({ ...line, code }, 'scenario failed as asked');
  else if (callersFaults.has(what)) log.info({ ...line, reason }, 'generation refused');
  else log.warn({ ...line, reason, ...(cause !== undefined && { err: cause }) }, 'engine failed');
}

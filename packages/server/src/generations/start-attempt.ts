/** Has an engine asked for a generation, a paid one once an attempt however often workers die: token saved, asked, handle saved. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../db/postgres.ts';
import type {
  EngineFault,
  EngineMedia,
  EngineWork,
  Handle,
  InputNeeds,
  RouteUse,
  Succeeded,
} from '../engines/engine.ts';
import type { Fitted } from '../engines/media/fit-inputs.ts';
import type { TooManyParked } from '../queue/parked-jobs.ts';
import {
  type AttemptEnd,
  acceptAttempt,
  beginAttempt,
  beginFreeAttempt,
  type EngineAttempt,
  endAttempt,
  findAttemptOf,
  markUnknown,
  openAttempt,
  tryAttemptAgain,
} from './attempts-store.ts';
import { dropIfOver } from './leave-engine.ts';
import { outlasting } from './outlasting.ts';
import { ownFault } from './own-fault.ts';
import { prepareWork } from './prepare-work.ts';
import { inTurn } from './preparing.ts';
import type { Reserving } from './reserve-store.ts';
import type { NotOurs, Run, Troubled, Underway } from './running.ts';
import { tellOfWork } from './tell-of-work.ts';
import { traceEngine } from './trace-run.ts';
import { whenPossible } from './when-possible.ts';

export type Started =
  | { outcome: 'accepted'; attempt: Underway; handle: Handle; begin: 'after a while' | 'now' }
  | { outcome: 'finished'; attempt: Underway; end: Succeeded }
  /** It takes no new work: drained, cut off, or over the cap of its day. */
  | { outcome: 'closed' }
  /** Its time limit has passed, and the engine knows of nothing. */
  | { outcome: 'overdue' }
  | TooManyParked
  | Troubled
  | NotOurs;

/** A reply that may have cost money is worth this much patience, though a worker stops. */
const replyMilliseconds = 10_000;
/** Between looks whether the first of its kind has told what it cost. */
const trialMilliseconds = 1_000;

export async function startOnce(run: Run): Promise<Started> {
  const open = openAttempt(run.claim.attempts);
  if (open === null) return ask(run, null);
  // What our own engine had accepted may lie on the disk of a machine that stopped: not found here, it is begun anew, and
  // no failure is counted.
  const { embedded, find } = run.engine.traits;
  const canLook = embedded && find === 'exact';
  if (open.state === 'accepted' && !canLook) return accepted(open, open.handle!, 'now');
  const found = await lookFor(run, { ...open, askedAt: performance.now() - open.age });
  if (found.outcome !== 'ask again') return found;
  return isOverdue(run) ? { outcome: 'overdue' } : ask(run, open);
}

const isOverdue = ({ claim }: Run): boolean => claim.deadline.leftMilliseconds() <= 0;

const accepted = (attempt: Underway, handle: Handle, begin: 'after a while' | 'now'): Started => ({
  outcome: 'accepted',
  attempt,
  handle,
  begin,
});

async function ask(run: Run, open: EngineAttempt | null): Promise<Started> {
  const { services, claim, engine, hooks } = run;
  if (!services.roster.isOpen(engine.name)) return { outcome: 'closed' };
  const prepared = await inTurn(run, () => prepareWork(services, claim, hooks));
  if (prepared.outcome === 'too many parked') return prepared;
  if (prepared.outcome === 'failed') return notAsked(prepared.fault);
  const releases = [prepared.release];
  try {
    const { use } = run;
    const fit = engine.fit({ ...prepared.work, media: prepared.work.media.map(linkable(run)), use });
    if (!fit.fits) return notAsked(unfit(fit.why));
    const fitted = await fitMedia(run, prepared.work, fit.inputs);
    if (fitted.outcome === 'failed') return notAsked(fitted.fault);
    releases.push(fitted.release);
    const attempt = { number: open?.number ?? nextNumber(run), token: open?.token ?? randomUUID() };
    const saved = await save(run, { attempt, open, work: prepared.work, use, notes: fit.notes });
    if (saved === 'over cap') services.roster.note(engine, 'over cap');
    if (saved !== 'begun') return { outcome: saved === 'over cap' ? 'closed' : saved };
    const hook = services.roster.hookOf(engine, attempt.token);
    const work: EngineWork = { ...prepared.work, media: fitted.media, token: attempt.token, use, hook };
    return await replied(run, attempt, work).catch((cause) => brokenOff(run, attempt, cause));
  } finally {
    for (const release of releases) await release();
  }
}

const notAsked = (fault: EngineFault): Started => ({
  outcome: 'failed',
  fault,
  billed: false,
  attempt: null,
  ends: null,
});

/** Whether a medium can have a link is the service's to say, and it gets its link when it fits. */
const linkable =
  ({ services }: Run) =>
  (medium: EngineMedia): EngineMedia =>
    services.workshop.links === 'yes' ? { ...medium, link: () => '' } : medium;

/** Before anything is paid. Our own engines take everything as it is. */
async function fitMedia(
  run: Run,
  work: Pick<EngineWork, 'accountId' | 'media' | 'width' | 'height' | 'deadline'>,
  needs: InputNeeds,
): Promise<Fitted> {
  const { services, engine, hooks } = run;
  if (engine.traits.embedded || work.media.length === 0) {
    return { outcome: 'fitted', media: [...work.media], release: async () => {} };
  }
  const { accountId, media, width, height, deadline } = work;
  return inTurn(run, () => services.workshop.fit({ accountId, media, needs, width, height, deadline }, hooks.signal));
}

const unfit = (why: string): EngineFault => ({ class: 'unsupported', message: `it cannot make ${why}` });

const nextNumber = ({ claim }: Run): number => (claim.attempts.at(-1)?.number ?? 0) + 1;

type Sized = Pick<EngineWork, 'work' | 'width' | 'height' | 'media'>;

interface Saving {
  attempt: Underway;
  open: EngineAttempt | null;
  work: Sized;
  use: RouteUse;
  notes: readonly string[];
}

async function save(
  run: Run,
  { attempt, open, work, use, notes }: Saving,
): Promise<'begun' | 'not ours' | 'over cap' | 'closed'> {
  const { services, claim, engine, hooks } = run;
  if (open !== null) return (await tryAttemptAgain(services.db, claim, attempt.number)) ? 'begun' : 'not ours';
  const cost = costOf(run, work, use);
  const fresh = { ...attempt, engine: engine.name, notes };
  if (cost === null) return beginFreeAttempt(services.db, claim, fresh);
  for (;;) {
    const saved = await beginAttempt(services.db, claim, { ...fresh, cost });
    if (saved !== 'on trial') return saved;
    await pause(trialMilliseconds, undefined, { signal: hooks.signal });
    if (isOverdue(run) || !services.roster.isOpen(engine.name)) return 'closed';
  }
}

/** A cap holds only if every attempt reserves something: where the route does not say what, the price that was paid for it. */
function costOf({ services, claim, engine }: Run, work: Sized, { costUsd }: RouteUse): Reserving | null {
  if (services.roster.capOf(engine.name) === null)
    return costUsd === null ? null : { usd: costUsd, cap: null, notes: [] };
  const { family, model, price } = claim;
  const cap: Reserving['cap'] = { family, model, size: sizeOf(work), costs: engine.traits.costs ?? 'as said' };
  return costUsd === null
    ? { usd: price / 10_000, cap, notes: ['cost_usd:price_reserved'] }
    : { usd: costUsd, cap, notes: [] };
}

/** A clip that follows a reference video is as long as that. */
function sizeOf({ work, width, height, media }: Sized): number {
  const followed = media.find(({ kind }) => kind === 'video')?.milliseconds ?? 1_000;
  return Math.ceil(width * height * (work.seconds ?? followed / 1_000));
}

async function replied(run: Run, attempt: Underway, work: EngineWork): Promise<Started> {
  const { services, claim, engine, hooks } = run;
  const reply = await traceEngine(run, 'engine ask', (traceparent) => {
    const traced = traceparent === null ? work : { ...work, traceparent };
    if (engine.traits.embedded) return engine.start(traced, hooks.signal);
    const late = AbortSignal.timeout(patienceFor(run));
    return outlasting(hooks.signal, replyMilliseconds, (stopped) =>
      engine.start(traced, AbortSignal.any([stopped, late])),
    );
  });
  if (reply.outcome === 'accepted') return keepHandle(run, attempt, { handle: reply.handle, notes: [] });
  if (reply.outcome === 'finished') return { outcome: 'finished', attempt, end: reply.end };
  if (reply.outcome === 'refused') {
    // The run ends here without a word, and whoever goes on must know that the engine has nothing.
    if (hooks.signal.aborted) await endAttempt(services.db, claim, refusedEnd(attempt, reply.fault));
    return { outcome: 'failed', fault: reply.fault, billed: false, attempt, ends: 'refused' };
  }
  services.log.warn({ generation: claim.id, engine: engine.name, reason: reply.fault.message }, 'no reply to an order');
  await markUnknown(services.db, claim, { number: attempt.number, fault: reply.fault });
  // Of a free one it is counted when it is known that the engine has nothing.
  if (engine.traits.paid) services.roster.note(engine, { fault: { ...reply.fault, class: 'unavailable' } });
  const found = await lookFor(run, { ...attempt, askedAt: performance.now() });
  if (found.outcome !== 'ask again') return found;
  // It costs nothing: asked again with the same token, but not in the same breath.
  const fault: EngineFault = { ...reply.fault, class: 'unavailable' };
  return { outcome: 'failed', fault, billed: false, attempt, ends: null };
}

const refusedEnd = ({ number }: Underway, fault: EngineFault): AttemptEnd => ({
  number,
  state: 'refused',
  fault,
  costUsd: 0,
});

/** A mistake of ours ends the attempt, and so is counted. What may pass, or be paid for already, is looked for by whoever goes on. */
function brokenOff({ engine }: Run, attempt: Underway, cause: unknown): Started {
  const fault = ownFault(cause);
  if (cause instanceof DatabaseUnavailable || fault.class === 'unavailable' || engine.traits.paid) throw cause;
  return { outcome: 'failed', fault, billed: false, attempt, ends: 'failed' };
}

/**
 * One that makes its picture while we wait, or cannot be asked about an order, gets all the time there is. Any other hands
 * out a handle at once: a connection that died unseen must not cost the generation its limit.
 */
function patienceFor({ services, claim, engine }: Run): number {
  const left = Math.max(1_000, claim.deadline.leftMilliseconds());
  return engine.traits.find === 'none' ? left : Math.min(left, services.timings.orderSeconds * 1_000);
}

async function keepHandle(
  run: Run,
  attempt: Underway,
  { handle, notes }: { handle: Handle; notes: readonly string[] },
): Promise<Started> {
  const { services, claim, engine } = run;
  const saving = { number: attempt.number, handle, notes };
  if (await whenPossible(run, () => acceptAttempt(services.db, claim, saving))) {
    services.roster.note(engine, 'works');
    return accepted(attempt, handle, 'after a while');
  }
  // Whoever took over looks for this very order, and many an engine names it in its reply only.
  await tellOfWork(services.db, attempt.token, handle);
  await dropIfOver(run, handle);
  return { outcome: 'not ours' };
}

/**
 * Whether an engine has work that it may have been asked for. One that costs nothing is asked again when it does not know of
 * it. A paid one never is: that it does not know of it yet is no proof, for its list may lag behind. It is given time to tell,
 * which is no matter of the wall clock: that may be set meanwhile.
 */
async function lookFor(
  run: Run,
  { askedAt, ...about }: Underway & { askedAt: number },
): Promise<Started | { outcome: 'ask again' }> {
  const { services, engine, hooks } = run;
  const graceMilliseconds = services.roster.policy().unknownGraceSeconds * 1000;
  const ear = services.attemptNews.open(about.token);
  try {
    for (;;) {
      const handle = await whereabouts(run, about.token);
      if (handle !== null) return await keepHandle(run, about, { handle, notes: ['order:found'] });
      if (!engine.traits.paid) return { outcome: 'ask again' };
      const waited = performance.now() - askedAt;
      if (waited >= graceMilliseconds || isOverdue(run)) return neverHeardOf(about);
      await ear.rest(services.timings.findSeconds * 1000, hooks.signal);
    }
  } finally {
    ear.close();
  }
}

/** The engine's word, or what a call of the vendor has told; null: nobody knows of it. */
async function whereabouts({ services, engine, hooks }: Run, token: string): Promise<Handle | null> {
  const found = await engine.find(token, hooks.signal);
  if (typeof found === 'object') return found;
  return engine.traits.paid ? ((await findAttemptOf(services.db, token))?.handle ?? null) : null;
}

function neverHeardOf({ number, token }: Underway): Started {
  const fault: EngineFault = { class: 'unknown_submit', message: 'No word came of an order that the engine may have.' };
  return { outcome: 'failed', fault, billed: null, attempt: { number, token }, ends: 'failed' };
}

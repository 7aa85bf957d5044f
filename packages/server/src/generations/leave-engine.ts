/** How work is left with an engine that nobody wants it from any more: told to stop, or forgotten. */
import type { Engine, Handle } from '../engines/engine.ts';
import type { ClaimedGeneration } from './queue-store.ts';
import type { Run, RunOutcome, RunServices, Underway } from './running.ts';
import { failGeneration } from './settle.ts';
import { findGenerations } from './store.ts';

const cancelMilliseconds = 10_000;

type Left = Pick<Run, 'services' | 'claim' | 'engine'>;

/** Past its time limit, and looked at once more: the engine is told to stop, and the generation ends. */
export async function stopAtLimit(run: Run, left: { attempt: Underway; handle: Handle }): Promise<RunOutcome> {
  const { services, claim, engine } = run;
  const said = await cancelWork(engine, left.handle);
  const family = services.families.get(claim.family)!;
  return failGeneration(services, claim, {
    code: family.failureCode('timeout'),
    reason: 'The generation exceeded its time limit.',
    end: {
      number: left.attempt.number,
      state: said === 'requested' ? 'cancelled' : 'failed',
      fault: { class: 'timeout', message: `The time limit came before the end; the engine ${toldToStop[said]}.` },
      costUsd: null,
      left: 'at work',
    },
  });
}

const toldToStop = { requested: 'was told to stop', cannot: 'cannot be stopped' } as const;

export function cancelWork(engine: Engine, handle: Handle): Promise<'requested' | 'cannot'> {
  return engine.cancel(handle, AbortSignal.timeout(cancelMilliseconds)).catch(() => 'cannot' as const);
}

/**
 * Ended by us, by its time limit or on request; or its attempt has, and is not asked for again. Otherwise what the engine
 * holds is for the worker that took over, who may be drawing into it.
 */
export async function forgetIfOver(
  { services, claim, engine }: Left,
  handle: Handle,
  { outcome, attempt }: { outcome: RunOutcome; attempt: 'open' | 'ended' },
): Promise<void> {
  if (engine.forget === undefined || (outcome === 'handed back' && attempt === 'open')) return;
  if (outcome === 'not ours' && !(await isFinished(services, claim))) return;
  await engine.forget(handle);
}

/** Accepted when the generation had ended already, cancelled while the order was on its way: nobody else will tell the engine. */
export async function dropIfOver(run: Left, handle: Handle): Promise<void> {
  if (!(await isFinished(run.services, run.claim))) return;
  await cancelWork(run.engine, handle);
  await run.engine.forget?.(handle);
}

async function isFinished({ db }: RunServices, { id }: ClaimedGeneration): Promise<boolean> {
  const [row] = await findGenerations(db, [id]);
  return row?.finished_at != null;
}

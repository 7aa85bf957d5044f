/** Media is made ready for engines elsewhere, which may take hundreds of jobs at once: a few at a time, and no account all of them. */
import type { EngineFault } from '../engines/engine.ts';
import { createFairSlots } from '../queue/fair-slots.ts';
import type { Run } from './running.ts';

/** An address that accepts and never answers has one for 30 s. */
export const preparingSlots = () => createFairSlots({ max: 16, ownerMax: 8 });

type Late = { outcome: 'failed'; fault: EngineFault };

/** `work`, when it is the account's turn. Our own engines hold few jobs, and take media as it is. */
export async function inTurn<Result>(
  { services, claim, engine, hooks }: Run,
  work: () => Promise<Result>,
): Promise<Result | Late> {
  if (engine.traits.embedded || claim.inputs.length === 0) return work();
  const waitMilliseconds = Math.max(0, claim.deadline.leftMilliseconds());
  const slot = await services.preparing.take(claim.live_id, { waitMilliseconds, signal: hooks.signal });
  if (slot === 'gave_up') throw hooks.signal.reason;
  if (slot === 'too_late') return late;
  try {
    return await work();
  } finally {
    slot.giveBack();
  }
}

const late: Late = {
  outcome: 'failed',
  fault: { class: 'timeout', message: 'Its media could not be made ready in time.' },
};

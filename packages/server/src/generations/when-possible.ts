/** Does again what failed for want of a database, a media store or a disk, where what was made would otherwise be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { ownFault } from './own-fault.ts';
import type { Run } from './running.ts';
import type { Started } from './start-attempt.ts';

/**
 * What its engine has no more waits here for trouble to pass, as long as anybody wants it; the rest is asked for again. A step may
 * be done twice: whatever it writes names the claim.
 */
export async function whenPossible<Result>(
  { services, claim, hooks }: Run,
  { outcome }: Pick<Extract<Started, { outcome: 'accepted' | 'finished' }>, 'outcome'>,
  step: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch (fault) {
      const passes = fault instanceof DatabaseUnavailable || ownFault(fault).class === 'unavailable';
      const isWanted = Date.now() < claim.deadline_at.getTime();
      if (!passes || outcome === 'accepted' || !isWanted) throw fault;
      await pause(services.timings.passingSeconds * 1000, undefined, { signal: hooks.signal });
    }
  }
}

/** Does again what failed for want of a database, a media store or a disk, where what an engine made or took would otherwise be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../db/postgres.ts';
import { ownFault } from './own-fault.ts';
import type { Run } from './running.ts';

/** For as long as anybody wants it. A step may be done twice: whatever it writes names the claim. */
export async function whenPossible<Result>(
  { services, claim, hooks }: Run,
  step: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch (fault) {
      const passes = fault instanceof DatabaseUnavailable || ownFault(fault).class === 'unavailable';
      const isWanted = claim.deadline.leftMilliseconds() > 0;
      if (!passes || !isWanted) throw fault;
      await pause(services.timings.passingSeconds * 1000, undefined, { signal: hooks.signal });
    }
  }
}

/** Whose turn it is at the account interface: one account that asks without end takes its own share, and no page of another waits. */
import { errors } from '@afterimage/contract';
import { createFairSlots, type Slot } from '../../queue/fair-slots.ts';

export interface ApiTurns {
  /** Answers `busy` when the turn did not come in time. */
  take(owner: string): Promise<Slot | 'busy'>;
}

/** An owner holds fewer than there are connections to read over: one is always left to somebody else. */
const turnsMax = 6;
const ownerTurnsMax = 2;
const waitMilliseconds = 10_000;
const busyRetrySeconds = 5;

export function createApiTurns(): ApiTurns {
  const slots = createFairSlots({ max: turnsMax, ownerMax: ownerTurnsMax });
  return {
    async take(owner) {
      const slot = await slots.take(owner, { waitMilliseconds });
      return typeof slot === 'string' ? 'busy' : slot;
    },
  };
}

export const noTurn = () =>
  errors.busy('Too many requests of this account are being answered; try again in a moment.', busyRetrySeconds);

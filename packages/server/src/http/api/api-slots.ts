/** Whose turn it is at the account interface: one account that asks without end takes its own share, and no page of another waits. */
import { errors } from '@afterimage/contract';
import { createFairSlots, type Slot } from '../../queue/fair-slots.ts';
import { createTally } from '../../queue/tally.ts';

export interface ApiSlots {
  /** Answers `busy` when none came free in time. */
  take(owner: string): Promise<Slot | 'busy'>;
}

/** An owner holds fewer than there are connections to read over: one is always left to somebody else. */
const slotsMax = 6;
const ownerSlotsMax = 2;
/** A page asks for a handful of answers at once. Whoever has more waiting floods: each of its answers is followed by a rest. */
const crowd = 8;
/** As long as the answer took, so that a flood has half of what it could have; no longer where a busy machine is what took long. */
const restMillisecondsMax = 25;
const waitMilliseconds = 10_000;
const busyRetrySeconds = 5;

export function createApiSlots(): ApiSlots {
  const slots = createFairSlots({ max: slotsMax, ownerMax: ownerSlotsMax });
  const waiting = createTally();

  return {
    async take(owner) {
      waiting.add(owner, 1);
      const slot = await slots.take(owner, { waitMilliseconds }).finally(() => waiting.add(owner, -1));
      if (typeof slot === 'string') return 'busy';
      const takenAt = performance.now();
      return {
        giveBack() {
          const floods = waiting.of(owner) > crowd;
          const rest = Math.min(performance.now() - takenAt, restMillisecondsMax);
          if (floods) setTimeout(slot.giveBack, rest).unref();
          else slot.giveBack();
        },
      };
    },
  };
}

export const noSlot = () =>
  errors.busy('Too many requests of this account are being answered; try again in a moment.', busyRetrySeconds);

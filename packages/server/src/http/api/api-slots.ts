/** Whose turn it is at the account interface: one account that asks without end takes its own share, and no page of another waits. */
import { errors } from '@afterimage/contract';
import { createFairSlots, type Slot } from '../../queue/fair-slots.ts';

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
  const waiting = new Map<string, number>();

  function count(owner: string, change: 1 | -1): void {
    const now = (waiting.get(owner) ?? 0) + change;
    if (now === 0) waiting.delete(owner);
    else waiting.set(owner, now);
  }

  return {
    async take(owner) {
      count(owner, 1);
      const slot = await slots.take(owner, { waitMilliseconds }).finally(() => count(owner, -1));
      if (typeof slot === 'string') return 'busy';
      const takenAt = performance.now();
      return {
        giveBack() {
          const floods = (waiting.get(owner) ?? 0) > crowd;
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

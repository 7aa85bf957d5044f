/** What fetches at submit may take of this process: slots and scratch bytes, a share of both for each owner. */
import { createFairSlots } from '../queue/fair-slots.ts';
import { createTally } from '../queue/tally.ts';

export interface FetchSlot {
  /** Whether the file may grow, or begin anew, to so many bytes: not when the owner's share, the process's or the disk is used up. */
  mayHold(bytes: number): boolean;
  /** When what was fetched lies elsewhere, or is gone. */
  leave(): void;
}

export interface FetchSlots {
  /** `busy`: no slot came free in time. */
  enter(owner: string): Promise<FetchSlot | 'busy'>;
}

export interface FetchSlotsOptions {
  fetchesMax: number;
  ownerFetchesMax: number;
  bytesMax: number;
  ownerBytesMax: number;
  waitMilliseconds: number;
  /** Whether the disk is nearly full, by the last look at it. */
  nearlyFull(): boolean;
}

export function createFetchSlots(options: FetchSlotsOptions): FetchSlots {
  const slots = createFairSlots({ max: options.fetchesMax, ownerMax: options.ownerFetchesMax });
  const bytesKept = createTally();

  return {
    async enter(owner) {
      const slot = await slots.take(owner, options);
      if (typeof slot === 'string') return 'busy';
      let kept = 0;
      return {
        mayHold(bytes) {
          const more = bytes - kept;
          if (bytesKept.of(owner) + more > options.ownerBytesMax) return false;
          if (bytesKept.all() + more > options.bytesMax) return false;
          if (options.nearlyFull()) return false;
          kept = bytes;
          bytesKept.add(owner, more);
          return true;
        },
        leave() {
          bytesKept.add(owner, -kept);
          kept = 0;
          slot.giveBack();
        },
      };
    },
  };
}

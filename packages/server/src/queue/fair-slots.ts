/** Slots that no owner can fill alone: each holds a share of them at most; of those who wait, whoever holds least goes next. */
import { createFairQueue } from './fair-queue.ts';
import { createTally } from './tally.ts';

export interface Slot {
  /** The second time does nothing. */
  giveBack(): void;
}

export interface Patience {
  waitMilliseconds: number;
  /** Ends the wait at once. */
  signal?: AbortSignal;
}

export interface FairSlots {
  /** `too_late`: none came free in time. `gave_up`: the signal said so. */
  take(owner: string, patience: Patience): Promise<Slot | 'too_late' | 'gave_up'>;
  /** Somebody could go on if this owner gave one back. */
  isWantedOf(owner: string): boolean;
  /** Somebody else could. */
  isWantedByOthersThan(owner: string): boolean;
}

/** An owner is named by its live account: with its sandbox twin it is one. */
export function createFairSlots({ max, ownerMax }: { max: number; ownerMax: number }): FairSlots {
  const held = createTally();
  const waiting = createFairQueue<() => void>();

  const mayTake = (owner: string) => held.of(owner) < ownerMax;

  function give(owner: string): Slot {
    held.add(owner, 1);
    let given = true;
    return {
      giveBack() {
        if (!given) return;
        given = false;
        held.add(owner, -1);
        serve();
      },
    };
  }

  /** Among equals the turns decide. */
  function serve(): void {
    while (held.all() < max) {
      const fewest = Math.min(...waiting.owners().map(held.of));
      const begin = waiting.next((owner) => mayTake(owner) && held.of(owner) === fewest);
      if (begin === undefined) return;
      begin();
    }
  }

  function wait(owner: string, { waitMilliseconds, signal }: Patience): ReturnType<FairSlots['take']> {
    return new Promise((resolve) => {
      const end = (outcome: Slot | 'too_late' | 'gave_up') => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(outcome);
      };
      const begin = () => end(give(owner));
      const leave = (why: 'too_late' | 'gave_up') => {
        waiting.leave(owner, begin);
        end(why);
      };
      const giveUp = () => leave('gave_up');
      const timer = setTimeout(leave, waitMilliseconds, 'too_late').unref();
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.join(owner, begin);
    });
  }

  return {
    async take(owner, patience) {
      if (patience.signal?.aborted) return 'gave_up';
      return held.all() < max && mayTake(owner) ? give(owner) : wait(owner, patience);
    },
    isWantedOf: (owner) => waiting.owners().some((other) => other === owner || mayTake(other)),
    isWantedByOthersThan: (owner) => waiting.owners().some((other) => other !== owner && mayTake(other)),
  };
}

/** How many large bodies are read at once: others wait for a slot, unread, and after a while are told to come back. */
import { createFairSlots, type FairSlots, type Slot } from '../../queue/fair-slots.ts';
import type { BodyStream } from '../exchange.ts';

/** Of all slots, what one owner may hold: slow uploads of one account must leave room for another's. */
const ownerShareMax = 0.75;
/** A body that holds a slot while others wait for one must keep coming: below this it makes them wait for nothing. */
const bytesPerSecondMin = 32 * 1024;

/** How a body has come of late. */
export interface UploadRate {
  bytesPerSecond: number;
  /** At most, where its length was not told. */
  remainingBytes: number;
}

export interface UploadSlot extends Slot {
  /** To be asked from time to time: whether it must end so that somebody who waits can go on. */
  mustEnd(rate: UploadRate): boolean;
}

interface Upload {
  owner: string;
  bytesPerSecond: number;
}

export class UploadSlots {
  readonly #slots: FairSlots;
  readonly #waitSeconds: number;
  readonly #uploads = new Set<Upload>();

  constructor({ max, waitSeconds }: { max: number; waitSeconds: number }) {
    this.#slots = createFairSlots({ max, ownerMax: Math.ceil(max * ownerShareMax) });
    this.#waitSeconds = waitSeconds;
  }

  /** `gone`: the client left. One whose sent bytes fill the socket is only found gone when it gets its slot. */
  async take(stream: BodyStream, owner: string): Promise<UploadSlot | 'busy' | 'gone'> {
    if (stream.destroyed) return 'gone';
    const left = new AbortController();
    const goAway = () => left.abort();
    stream.on('close', goAway);
    const waitMilliseconds = this.#waitSeconds * 1000;
    const slot = await this.#slots.take(owner, { waitMilliseconds, signal: left.signal });
    stream.off('close', goAway);
    if (slot === 'too_late') return 'busy';
    return slot === 'gave_up' ? 'gone' : this.#begin(slot, owner);
  }

  #begin(slot: Slot, owner: string): UploadSlot {
    const upload: Upload = { owner, bytesPerSecond: Number.POSITIVE_INFINITY };
    this.#uploads.add(upload);
    return {
      giveBack: () => {
        this.#uploads.delete(upload);
        slot.giveBack();
      },
      mustEnd: (rate) => {
        upload.bytesPerSecond = rate.bytesPerSecond;
        if (rate.bytesPerSecond < bytesPerSecondMin && this.#slots.isWantedOf(owner)) return true;
        const outlastsPatience = rate.remainingBytes > rate.bytesPerSecond * this.#waitSeconds;
        return outlastsPatience && this.#slots.isWantedByOthersThan(owner) && this.#slowest() === upload;
      },
    };
  }

  /** Of those whose owner holds the most: whoever sends one body slowly does not end for somebody who sends six. */
  #slowest(): Upload | undefined {
    const uploads = [...this.#uploads];
    const heldBy = (owner: string) => uploads.filter((other) => other.owner === owner).length;
    return uploads.toSorted((a, b) => heldBy(b.owner) - heldBy(a.owner) || a.bytesPerSecond - b.bytesPerSecond)[0];
  }
}

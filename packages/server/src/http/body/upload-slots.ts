/** How many large bodies are read at once: others wait for a slot, unread, and after a while are told to come back. */
import type { BodyStream } from '../exchange.ts';

type Outcome = 'taken' | 'busy' | 'gone';

interface Waiting {
  owner: string;
  leave(outcome: Outcome): void;
}

/** Of all slots, what one owner may hold: slow uploads of one account must leave room for another's. */
const ownerShareMax = 0.75;

export class UploadSlots {
  #free: number;
  readonly #ownerMax: number;
  readonly #waitSeconds: number;
  readonly #held = new Map<string, number>();
  readonly #queue = new Set<Waiting>();

  constructor(options: { max: number; waitSeconds: number }) {
    this.#free = options.max;
    this.#ownerMax = Math.ceil(options.max * ownerShareMax);
    this.#waitSeconds = options.waitSeconds;
  }

  /** `gone`: the client left. One whose sent bytes fill the socket is only found gone when it gets its slot. */
  take(stream: BodyStream, owner: string): Promise<Outcome> {
    if (stream.destroyed) return Promise.resolve('gone');
    if (this.#free > 0 && this.#mayTake(owner)) {
      this.#free -= 1;
      this.#count(owner, 1);
      return Promise.resolve('taken');
    }
    return new Promise((resolve) => {
      const leave = (outcome: Outcome) => {
        clearTimeout(timer);
        stream.off('close', goAway);
        this.#queue.delete(waiting);
        resolve(outcome);
      };
      const waiting = { owner, leave };
      const goAway = () => leave('gone');
      const timer = setTimeout(leave, this.#waitSeconds * 1000, 'busy').unref();
      stream.on('close', goAway);
      this.#queue.add(waiting);
    });
  }

  release(owner: string): void {
    this.#count(owner, -1);
    for (const next of this.#queue) {
      if (!this.#mayTake(next.owner)) continue;
      this.#count(next.owner, 1);
      return next.leave('taken');
    }
    this.#free += 1;
  }

  /** Somebody could go on if this owner gave one back. */
  isWantedOf(owner: string): boolean {
    return this.#queue.values().some((waiting) => waiting.owner === owner || this.#mayTake(waiting.owner));
  }

  #mayTake(owner: string): boolean {
    return (this.#held.get(owner) ?? 0) < this.#ownerMax;
  }

  #count(owner: string, change: 1 | -1): void {
    const held = (this.#held.get(owner) ?? 0) + change;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
  }
}

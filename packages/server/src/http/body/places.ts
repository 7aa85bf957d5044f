/** How many large bodies are read at once: others wait their turn, unread, and after a while are told to come back. */
import type { IncomingMessage } from 'node:http';

type Outcome = 'taken' | 'busy' | 'gone';

interface Waiting {
  owner: string;
  leave(outcome: Outcome): void;
}

/** Of all places, what one owner may hold: slow uploads of one account must leave room for another's. */
const ownerShareMax = 0.75;

export class Places {
  #free: number;
  readonly #ownerMax: number;
  readonly #waitSeconds: number;
  readonly #held = new Map<string, number>();
  readonly #line = new Set<Waiting>();

  constructor(options: { max: number; waitSeconds: number }) {
    this.#free = options.max;
    this.#ownerMax = Math.ceil(options.max * ownerShareMax);
    this.#waitSeconds = options.waitSeconds;
  }

  /** `gone`: the client left. One whose sent bytes fill the socket is only found gone when its turn comes. */
  take(request: IncomingMessage, owner: string): Promise<Outcome> {
    if (request.destroyed) return Promise.resolve('gone');
    if (this.#free > 0 && this.#mayTake(owner)) {
      this.#free -= 1;
      this.#count(owner, 1);
      return Promise.resolve('taken');
    }
    return new Promise((resolve) => {
      const leave = (outcome: Outcome) => {
        clearTimeout(timer);
        request.off('close', goAway);
        this.#line.delete(waiting);
        resolve(outcome);
      };
      const waiting = { owner, leave };
      const goAway = () => leave('gone');
      const timer = setTimeout(leave, this.#waitSeconds * 1000, 'busy').unref();
      request.on('close', goAway);
      this.#line.add(waiting);
    });
  }

  giveBack(owner: string): void {
    this.#count(owner, -1);
    for (const next of this.#line) {
      if (!this.#mayTake(next.owner)) continue;
      this.#count(next.owner, 1);
      return next.leave('taken');
    }
    this.#free += 1;
  }

  /** Somebody could go on if this owner gave one back. */
  isWantedOf(owner: string): boolean {
    return this.#line.values().some((waiting) => waiting.owner === owner || this.#mayTake(waiting.owner));
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

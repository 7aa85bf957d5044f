/** How many large bodies are read at once: others wait their turn, unread, and after a while are told to come back. */
import type { IncomingMessage } from 'node:http';

type Outcome = 'taken' | 'busy' | 'gone';

export class Places {
  #free: number;
  readonly #waitSeconds: number;
  readonly #line = new Set<(outcome: Outcome) => void>();

  constructor(options: { max: number; waitSeconds: number }) {
    this.#free = options.max;
    this.#waitSeconds = options.waitSeconds;
  }

  /** `gone`: the client left. One whose sent bytes fill the socket is only found gone when its turn comes. */
  take(request: IncomingMessage): Promise<Outcome> {
    if (request.destroyed) return Promise.resolve('gone');
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve('taken');
    }
    return new Promise((resolve) => {
      const leave = (outcome: Outcome) => {
        clearTimeout(timer);
        request.off('close', goAway);
        this.#line.delete(leave);
        resolve(outcome);
      };
      const goAway = () => leave('gone');
      const timer = setTimeout(leave, this.#waitSeconds * 1000, 'busy').unref();
      request.on('close', goAway);
      this.#line.add(leave);
    });
  }

  giveBack(): void {
    const [next] = this.#line;
    if (next === undefined) this.#free += 1;
    else next('taken');
  }
}

/** How much of all large bodies is read in one iteration of the event loop: in between everybody else is answered. */

/** About a millisecond of work, shared by all bodies: with as much for each, eight at once made a poll wait for two. */
const iterationBytesMax = 256 * 1024;
/** Of what a socket gives at once. */
const chunkBytes = 64 * 1024;

export class ReadBudget {
  #takenBytes = 0;
  #isWatching = false;
  readonly #waiting: (() => void)[] = [];

  /** To be awaited after each chunk; an iteration that has room makes nobody wait. */
  async took(bytes: number): Promise<void> {
    this.#takenBytes += bytes;
    this.#watchIteration();
    if (this.#takenBytes < iterationBytesMax) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #watchIteration(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isWatching = false;
    this.#takenBytes = 0;
    for (const goOn of this.#waiting.splice(0, iterationBytesMax / chunkBytes)) goOn();
    if (this.#waiting.length > 0) this.#watchIteration();
  }
}

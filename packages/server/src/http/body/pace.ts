/** How much of all large bodies is read in one turn of the event loop: between turns everybody else is answered. */

/**
 * About a millisecond of work. With 128 KiB for each body, however many there were, eight of 80 MB made turns of three
 * milliseconds, of which a poll waits for two.
 */
const turnBytesMax = 256 * 1024;
/** Of what a socket gives at once. */
const chunkBytes = 64 * 1024;

export class Pace {
  #takenBytes = 0;
  #nextTurn = false;
  readonly #line: (() => void)[] = [];

  /** To be awaited after each chunk; a turn that has room makes nobody wait. */
  took(bytes: number): Promise<void> | undefined {
    this.#takenBytes += bytes;
    this.#watchTurn();
    if (this.#takenBytes < turnBytesMax) return undefined;
    return new Promise((resolve) => this.#line.push(resolve));
  }

  #watchTurn(): void {
    if (this.#nextTurn) return;
    this.#nextTurn = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#nextTurn = false;
    this.#takenBytes = 0;
    for (const goOn of this.#line.splice(0, turnBytesMax / chunkBytes)) goOn();
    if (this.#line.length > 0) this.#watchTurn();
  }
}

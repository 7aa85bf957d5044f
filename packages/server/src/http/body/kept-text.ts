/** The JSON text of a large body without its media: small, yet able to say where in the body each place in it lies. */
import type { TextFault } from './json-fault.ts';

/** At `at` in the kept text, `bytes` of the body were left out. */
export interface Gap {
  at: number;
  bytes: number;
}

export class KeptText {
  #buffer = Buffer.allocUnsafe(4096);
  #length = 0;
  readonly #gaps: Gap[] = [];

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  append(run: Buffer): void {
    const length = this.#length + run.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    run.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  cutBack(length: number): void {
    this.#length = length;
  }

  noteGap(bytes: number): void {
    if (bytes > 0) this.#gaps.push({ at: this.#length, bytes });
  }

  describe(fault: TextFault): string {
    return describeFault(fault, { text: this.bytes.toString('utf8'), gaps: this.#gaps });
  }
}

/** One sentence that says what is wrong and where, for a text that is the whole body or has gaps. */
export function describeFault(fault: TextFault, within: { text: string; gaps: readonly Gap[] }): string {
  if (fault.index === null) return `${fault.what}.`;
  const before = within.text.slice(0, fault.index);
  const lines = before.split('\n');
  const lastLine = lines.at(-1) ?? '';
  const to = Buffer.byteLength(before);
  const from = to - Buffer.byteLength(lastLine);
  // Strings cannot hold line breaks, so a gap moves columns but never lines.
  const hiddenBytes = within.gaps
    .filter((gap) => gap.at > from && gap.at <= to)
    .reduce((sum, gap) => sum + gap.bytes, 0);
  return `${fault.what} at line ${lines.length}, column ${lastLine.length + hiddenBytes + 1}.`;
}

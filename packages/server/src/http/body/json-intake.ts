/** Makes JSON of a body that may be large: media go to files as they arrive, the text around them is kept. */
import { createHash, type Hash } from 'node:crypto';
import { type BodyReading, type BodyRules, malformed } from './body-reading.ts';
import type { Intake } from './large-body.ts';
import { BodyScanner } from './scanner.ts';
import { readSmallBody, smallBytesMax } from './small-body.ts';
import type { Spool } from './spool.ts';
import type { BodySpool } from './spool-file.ts';
import { Utf8Check } from './utf8.ts';

export class JsonIntake implements Intake {
  readonly #rules: BodyRules;
  readonly #spool: Spool;
  readonly #files: BodySpool;
  readonly #scanner: BodyScanner;
  readonly #utf8 = new Utf8Check();
  readonly #hash: Hash | null;
  /** The beginning, until it is clear that the body is not a small one; null from then on. */
  #beginning: Buffer[] | null = [];
  #beginningBytes = 0;

  constructor(files: BodySpool, { rules, spool }: { rules: BodyRules; spool: Spool }) {
    this.#rules = rules;
    this.#spool = spool;
    this.#files = files;
    this.#scanner = new BodyScanner({ mediaFields: rules.mediaFields, spool: files });
    this.#hash = rules.digest === 'sha256' ? createHash('sha256') : null;
  }

  take(chunk: Buffer): string | null {
    if (this.#beginning === null) return this.#scan(chunk);
    this.#beginning.push(chunk);
    this.#beginningBytes += chunk.length;
    if (this.#beginningBytes < smallBytesMax) return null;
    const beginning = Buffer.concat(this.#beginning);
    this.#beginning = null;
    return this.#scan(beginning);
  }

  #scan(chunk: Buffer): string | null {
    this.#hash?.update(chunk);
    const badUtf8 = this.#utf8.take(chunk);
    return badUtf8 === null ? this.#scanner.take(chunk) : `${badUtf8.what}.`;
  }

  /** What it takes is in the files when it returns. */
  stop(): void {}

  async end(): Promise<BodyReading> {
    if (this.#beginning !== null) {
      return readSmallBody(Buffer.concat(this.#beginning), { rules: this.#rules, spool: this.#spool });
    }
    const badUtf8 = this.#utf8.end();
    if (badUtf8 !== null) return malformed(`${badUtf8.what}.`);
    const scan = this.#scanner.end();
    if (!scan.ok) return malformed(scan.detail, scan.field);
    await this.#files.settle();
    return {
      ok: true,
      value: scan.value,
      uploads: scan.uploads,
      digest: this.#hash?.digest() ?? null,
      settle: () => this.#files.settle(),
      discard: () => this.#files.discard(),
    };
  }
}

/** What every engine beyond this process is made from: its entry in the operator's file, whose secrets show nowhere. */

export interface EngineEntry {
  name: string;
  /** Without a slash at the end; null: the vendor's own. */
  url: string | null;
  key: Secret | null;
  /** Kling's older pair. */
  accessKey: Secret | null;
  secretKey: Secret | null;
  /** What proves that a call of the vendor is his. */
  hookSecret: Secret | null;
  headers: Readonly<Record<string, Secret>>;
  slots: number;
  paid: boolean;
  /** `inline_inputs`, `sign`, `dialect`: what only some kinds have. */
  options: Readonly<Record<string, string | boolean>>;
}

/** A value that is shown to the vendor and to nobody else: printed, logged or written as JSON it is three stars. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***';
  }
}

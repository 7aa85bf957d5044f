/** Counts how long things took, by labels, in plain numbers: a library's histograms cost much more (docs/decisions/0012). */

export class Series {
  readonly #buckets: readonly number[];
  /** How many took as long as each bucket allows and longer than the one before; the last took longer than all. */
  readonly byBucket: number[];
  seconds = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.byBucket = new Array<number>(buckets.length + 1).fill(0);
  }

  add(seconds: number): void {
    this.seconds += seconds;
    let bucket = 0;
    while (seconds > this.#buckets[bucket]!) bucket += 1;
    this.byBucket[bucket]! += 1;
  }
}

export class Durations {
  readonly #name: string;
  readonly #help: string;
  readonly #buckets: readonly number[];
  readonly #byLabels = new Map<string, Series>();

  /** @param about `buckets`: the most seconds of each, rising */
  constructor(name: string, about: { help: string; buckets: readonly number[] }) {
    this.#name = name;
    this.#help = about.help;
    this.#buckets = about.buckets;
  }

  /** @param labels as Prometheus writes them, `route="/healthz"`; none of the values holds a quotation mark */
  of(labels: string): Series {
    const known = this.#byLabels.get(labels);
    if (known !== undefined) return known;
    const series = new Series(this.#buckets);
    this.#byLabels.set(labels, series);
    return series;
  }

  /** In Prometheus' text format, which counts in each bucket all that took at most so long, the faster ones too. */
  lines(): string[] {
    const name = this.#name;
    const told = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`];
    for (const [labels, { byBucket, seconds }] of this.#byLabels) {
      let count = 0;
      for (const [index, added] of byBucket.entries()) {
        count += added;
        told.push(`${name}_bucket{le="${this.#buckets[index] ?? '+Inf'}",${labels}} ${count}`);
      }
      told.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`);
    }
    return told;
  }
}

/** Damaged files for tests: six ways to break a good one, the same in every run with the same seed. */

export interface Damaged {
  bytes: Buffer;
  /** What was done to it, for messages. */
  how: string;
}

type Below = (limit: number) => number;

const WAYS: Record<string, (whole: Buffer, below: Below) => Buffer> = {
  cut: (whole, below) => Buffer.from(whole.subarray(0, below(Math.floor(whole.length * 0.98)))),
  flipped: (whole, below) => {
    const bytes = Buffer.from(whole);
    for (let flips = 1 + below(40); flips > 0; flips -= 1) bytes[below(bytes.length)] = below(256);
    return bytes;
  },
  'wrong in its header': (whole, below) => {
    const bytes = Buffer.from(whole);
    for (let flips = 1 + below(6); flips > 0; flips -= 1) bytes[below(Math.min(96, bytes.length))] = below(256);
    return bytes;
  },
  emptied: (whole, below) => {
    const bytes = Buffer.from(whole);
    const from = below(bytes.length);
    return bytes.fill(0, from, Math.min(bytes.length, from + 1 + below(bytes.length)));
  },
  doubled: (whole, below) => {
    const [from, to] = [below(whole.length), below(whole.length)];
    return Buffer.concat([whole.subarray(0, from), whole.subarray(Math.min(from, to)), whole.subarray(to)]);
  },
  noisy: (whole, below) => {
    const bytes = Buffer.from(whole);
    const from = below(bytes.length);
    for (let at = from; at < Math.min(bytes.length, from + 400); at += 1) bytes[at] = below(256);
    return bytes;
  },
};

/** As many damaged files as wanted, every way and every sample in turn. */
export function* damagedFiles(samples: readonly Buffer[], { count, seed }: { count: number; seed: number }) {
  let state = seed >>> 0;
  const below: Below = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const ways = Object.entries(WAYS);
  for (let index = 0; index < count; index += 1) {
    const [how, damage] = ways[index % ways.length]!;
    const whole = samples[Math.floor(index / ways.length) % samples.length]!;
    yield { bytes: damage(whole, below), how: `file ${index}, ${how}` } satisfies Damaged;
  }
}

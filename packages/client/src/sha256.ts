/** HMAC-SHA-256 at once: the one that all surroundings share only answers with a promise, and a check that is not awaited is none. */

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
/** The first 32 bits of the fraction, as the standard draws its constants. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let each = 2; primes.length < 64; each++) if (primes.every((prime) => each % prime > 0)) primes.push(each);
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
const beginning = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = [...beginning];
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function mix(state: number[], view: DataView, at: number): void {
  const words: number[] = [];
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round++) {
    words[round] = round < 16 ? view.getInt32(at + round * 4) : expand(words, round);
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + constants[round]! + words[round]!) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index]! + word) | 0;
  });
}

function expand(words: readonly number[], round: number): number {
  const early = words[round - 15]!;
  const late = words[round - 2]!;
  const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return (words[round - 16]! + low + words[round - 7]! + high) | 0;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return sha256(joined(outer, sha256(joined(inner, message))));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

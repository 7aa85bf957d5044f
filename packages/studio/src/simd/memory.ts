/** The one memory that pictures live in, because kernels reach no other; it grows, and what is in it never moves. */
import { Memory } from './webassembly.ts';

const PAGE_BYTES = 65_536;
/** All that 32-bit addresses reach. Only addresses are set aside, no memory, until a page is written to. */
export const MEMORY_PAGES_MAX = 65_536;
/** Kernels read and write whole vectors, and so a little before and after what they are given. */
const SLACK_BYTES = 64;

/** Shared, though no other thread uses it: an ordinary memory loses all its views whenever it grows. */
export const memory = new Memory({ initial: 1, maximum: MEMORY_PAGES_MAX, shared: true });

let used = SLACK_BYTES;

/** Zeroed bytes that are never given back: a process draws one request and ends. */
export function allocate(bytes: number): Uint8Array {
  const start = used;
  used = start + Math.ceil(bytes / 16) * 16 + SLACK_BYTES;
  const missing = used - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return new Uint8Array(memory.buffer, start, bytes);
}

export function addressOf(bytes: Uint8Array): number {
  // An address in any other buffer would point to somebody else's pixels.
  if (!(bytes.buffer instanceof SharedArrayBuffer))
    throw new Error('These bytes are not in the memory of the kernels.');
  return bytes.byteOffset;
}

/** Kernels write whole vectors: what `work` changes in the sixteen bytes behind these is put back. */
export function sparing(bytes: Uint8Array, work: () => void): void {
  const beyond = new Uint8Array(bytes.buffer, bytes.byteOffset + bytes.length, 16);
  const before = beyond.slice();
  work();
  beyond.set(before);
}

/** Checks that bytes are UTF-8, also while they arrive in pieces that cut characters apart. */
import { isUtf8 } from 'node:buffer';
import type { TextFault } from './json-fault.ts';

const nothing = Buffer.alloc(0);

export class Utf8Check {
  /** The first bytes of a character whose rest has not arrived: three at most. */
  #unfinished: Buffer = nothing;
  #checkedBytes = 0;

  take(chunk: Buffer): TextFault | null {
    const bytes = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole)) return findBadUtf8(whole, this.#checkedBytes);
    this.#checkedBytes += end;
    this.#unfinished = end === bytes.length ? nothing : Buffer.from(bytes.subarray(end));
    return null;
  }

  end(): TextFault | null {
    return this.#unfinished.length === 0 ? null : badUtf8At(this.#checkedBytes);
  }
}

/** The first byte that cannot be UTF-8, found by halving: once a prefix is broken, every longer one is. */
export function findBadUtf8(bytes: Buffer, bytesBefore = 0): TextFault {
  if (bytesBefore === 0 && /^(?:\xfe\xff|\xff\xfe)/.test(bytes.toString('latin1', 0, 2))) {
    return { what: 'The body looks like UTF-16 or UTF-32; send UTF-8', index: null };
  }
  let sound = 0;
  let broken = bytes.length + 1;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isBroken(bytes.subarray(0, middle))) broken = middle;
    else sound = middle;
  }
  return badUtf8At(bytesBefore + sound);
}

function badUtf8At(offset: number): TextFault {
  return { what: `The body is not valid UTF-8 at byte ${offset + 1}`, index: null };
}

function isBroken(prefix: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(prefix, { stream: true });
    return false;
  } catch {
    return true;
  }
}

/** How many bytes at the end begin a character that is not complete yet. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

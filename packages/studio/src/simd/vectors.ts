/** What kernels have in common: arithmetic on eight 16-bit numbers at a time, and the names of their locals. */
import { type Code, type Local, local, number, op } from './assembler.ts';

/** Weights are fractions of 32768, what `q15mulr` multiplies with and rounds by. */
export const WHOLE = 32_767;

export const add = (one: Code, other: Code) => op('i16x8.add', one, other);
export const low = (bytes: Code) => op('i16x8.extend_low_i8x16_u', bytes);
export const high = (bytes: Code) => op('i16x8.extend_high_i8x16_u', bytes);
export const narrow = (lower: Code, upper: Code) => op('i8x16.narrow_i16x8_u', lower, upper);

/** The product with a weight, rounded. Relaxed: processors differ only where both are -32768, and no weight is. */
export const weigh = (value: Code, weight: Code) => op('i16x8.relaxed_q15mulr_s', value, weight);

/** `from`, moved towards `to` by a weight. */
export function between(from: Code, to: Code, weight: Code): Code {
  return add(from, weigh(op('i16x8.sub', to, from), weight));
}

export const advance = (place: Local, bytes: number) => place.set(op('i32.add', place.get, number(bytes)));

export type Locals = { [index in 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9]: Local } & Local[];

/** The parameters of a kernel first, then its vectors. */
export function locals(count: number): Locals {
  return Array.from({ length: count }, (_, index) => local(index)) as Locals;
}

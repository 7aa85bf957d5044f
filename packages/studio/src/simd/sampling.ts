/** Kernels that draw a moved and scaled source, eight pixels at a time. */
import {
  type Code,
  type Kernel,
  type Local,
  load,
  loadNumber,
  number,
  op,
  repeat,
  storeHalf,
  whenAny,
} from './assembler.ts';
import { add, advance, between, high, type Locals, locals, low, narrow, weigh } from './vectors.ts';

/**
 * How eight neighbouring pixels of a target read their source, in this order: sixteen bytes say which of the sixteen
 * source bytes from `start` on are the left neighbours and which the right ones (any number above 15 reads 0), eight
 * 16-bit numbers how much the right one weighs, and a 32-bit number is `start`.
 */
export const COLUMNS_BYTES = 48;
export const WEIGHTS = 16;
export const START = 32;
export const COLUMNS_PIXELS = 8;

interface Sampling {
  stride: Code;
  columns: Code;
  down: Code;
  upper: Local;
  lower: Local;
  pairs: Local;
}

/** Eight pixels of a source as 16-bit numbers: first between its two rows, then between left and right neighbours. */
function sample(row: Code, { stride, columns, down, upper, lower, pairs }: Sampling): { prepare: Code; value: Code } {
  const [above, below] = [upper.get, lower.get];
  const column = narrow(between(low(above), low(below), down), between(high(above), high(below), down));
  return {
    prepare: [
      ...upper.set(load('v128.load', row)),
      ...lower.set(load('v128.load', op('i32.add', row, stride))),
      ...pairs.set(op('i8x16.relaxed_swizzle', column, load('v128.load', columns))),
    ],
    value: between(low(pairs.get), high(pairs.get), load('v128.load', columns, WEIGHTS)),
  };
}

const startOf = (row: Local, columns: Local) => op('i32.add', row.get, loadNumber(columns.get, START));

/** Eight pixels at a time, `count` times, from between two rows of a source. */
export function copyRun(): Kernel {
  const [target, row, stride, columns, count, weight, down, upper, lower, pairs] = locals(10);
  const sampling = { stride: stride.get, columns: columns.get, down: down.get, upper, lower, pairs };
  const tone = sample(startOf(row, columns), sampling);
  const body = [
    ...down.set(op('i16x8.splat', weight.get)),
    ...repeat(count, [
      ...tone.prepare,
      ...storeHalf(target.get, narrow(tone.value, tone.value)),
      ...advance(target, COLUMNS_PIXELS),
      ...advance(columns, COLUMNS_BYTES),
    ]),
  ];
  return { name: 'copyRun', parameters: 6, vectors: 4, body };
}

/** The same over what is there, as far as the source's cover and `opacity` let it be seen. */
export function mixRun(): Kernel {
  const [target, row, coverRow, stride, columns, count, weight, opacity, ...vectors] = locals(15);
  const [down, solid, upper, lower, pairs, cover, under] = vectors as Locals;
  const sampling = { stride: stride.get, columns: columns.get, down: down.get, upper, lower, pairs };
  const tone = sample(startOf(row, columns), sampling);
  const alpha = sample(startOf(coverRow, columns), sampling);
  // 255 becomes 32767: seven bits up, and its own upper half below them.
  const widened = add(op('i16x8.shl', cover.get, number(7)), op('i16x8.shr_u', cover.get, number(1)));
  const mixed = between(under.get, tone.value, weigh(widened, solid.get));
  const body = [
    ...down.set(op('i16x8.splat', weight.get)),
    ...solid.set(op('i16x8.splat', opacity.get)),
    ...repeat(count, [
      ...alpha.prepare,
      ...cover.set(alpha.value),
      // Much of what lies in mixed runs is empty.
      ...whenAny(cover.get, [
        ...tone.prepare,
        ...under.set(load('v128.load8x8_u', target.get)),
        ...storeHalf(target.get, narrow(mixed, mixed)),
      ]),
      ...advance(target, COLUMNS_PIXELS),
      ...advance(columns, COLUMNS_BYTES),
    ]),
  ];
  return { name: 'mixRun', parameters: 8, vectors: 7, body };
}

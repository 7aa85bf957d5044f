/** Kernels that draw a row through a bent grid: between two knots the place in the source moves on evenly. */
import {
  type Code,
  type Kernel,
  loadNumber,
  loadPair,
  number,
  numberAt,
  numbers,
  op,
  repeat,
  storeQuarter,
} from './assembler.ts';
import { advance, high, type Locals, locals, low, narrow } from './vectors.ts';

/** Bytes of a knot: its place in the source, x and y, in 65536ths of a pixel. */
export const KNOT_BYTES = 8;

const PIXELS = 4;

/** From knot to knot, `count` times, `cell` pixels each; `cell` is 2 to the power of `bits`. */
function warpRun(name: string, { cell, bits }: { cell: number; bits: number }): Kernel {
  const [target, source, stride, knots, count, ...vectors] = locals(13);
  const [x, y, stepX, stepY, places, weights, pairs, upper] = vectors as Locals;
  const splat = (value: Code) => op('i32x4.splat', value);
  const plus = (one: Code, other: Code) => op('i32x4.add', one, other);
  const whole = (value: Code) => op('i32x4.shr_s', value, number(16));
  /** How far into a pixel, in 256ths. */
  const part = (value: Code) => op('v128.and', op('i32x4.shr_s', value, number(8)), splat(number(255)));
  const knot = (at: number) => loadNumber(knots.get, at);
  const step = (from: number) =>
    op('i32x4.shr_s', splat(op('i32.sub', knot(from + KNOT_BYTES), knot(from))), number(bits));
  const begin = (from: number, by: Code) => plus(splat(knot(from)), op('i32x4.mul', by, numbers(0, 1, 2, 3)));
  const neighbours = [0, 1, 2, 3].flatMap((lane) => [
    ...pairs.set(loadPair(numberAt(places.get, lane), pairs.get, lane)),
    ...pairs.set(loadPair(op('i32.add', numberAt(places.get, lane), stride.get), pairs.get, PIXELS + lane)),
  ]);
  const between = (row: Code) => op('i32x4.dot_i16x8_s', row, weights.get);
  const drawn = whole(
    plus(
      plus(op('i32x4.shl', upper.get, number(8)), splat(number(32_768))),
      op('i32x4.mul', op('i32x4.sub', between(high(pairs.get)), upper.get), part(y.get)),
    ),
  );
  const four = [
    ...places.set(plus(plus(op('i32x4.mul', whole(y.get), splat(stride.get)), whole(x.get)), splat(source.get))),
    ...neighbours,
    // What the left neighbour weighs in the lower half of each number, the right one in the upper.
    ...weights.set(op('i32x4.sub', plus(op('i32x4.shl', part(x.get), number(16)), splat(number(256))), part(x.get))),
    ...upper.set(between(low(pairs.get))),
    ...pairs.set(op('i16x8.narrow_i32x4_u', drawn, drawn)),
    ...storeQuarter(target.get, narrow(pairs.get, pairs.get)),
    ...advance(target, PIXELS),
    ...x.set(plus(x.get, op('i32x4.shl', stepX.get, number(2)))),
    ...y.set(plus(y.get, op('i32x4.shl', stepY.get, number(2)))),
  ];
  const body = repeat(count, [
    ...stepX.set(step(0)),
    ...stepY.set(step(4)),
    ...x.set(begin(0, stepX.get)),
    ...y.set(begin(4, stepY.get)),
    ...Array.from({ length: cell / PIXELS }, () => four).flat(),
    ...advance(knots, KNOT_BYTES),
  ]);
  return { name, parameters: 5, vectors: 8, body };
}

/** For a picture's tones. */
export const warpLumaRun = () => warpRun('warpLumaRun', { cell: 16, bits: 4 });

/** For its colours, of which there are half as many across and down. */
export const warpChromaRun = () => warpRun('warpChromaRun', { cell: 8, bits: 3 });

/** Kernels that turn red, green, blue and cover, four bytes a pixel, into planes of luma, chroma and cover. */
import {
  type Code,
  fraction,
  type Kernel,
  type Local,
  load,
  number,
  op,
  repeat,
  storeHalf,
  storeQuarter,
} from './assembler.ts';
import { add, advance, locals, narrow, weigh } from './vectors.ts';

/** One channel of eight pixels, from two vectors of four, as 16-bit numbers. */
function channel(index: 0 | 1 | 2 | 3, [first, second]: readonly [Local, Local]): Code {
  const byte = op('i32x4.splat', number(255));
  const pick = (pixels: Local) => op('v128.and', op('i32x4.shr_u', pixels.get, number(index * 8)), byte);
  return op('i16x8.narrow_i32x4_u', pick(first), pick(second));
}

/** Sixty-fourths are exact enough, and 255 of them still fit into 16 bits. */
const FINER_BITS = 6;
const finer = (values: Code) => op('i16x8.shl', values, number(FINER_BITS));
const weighted = (values: Code, weight: number) =>
  weigh(finer(values), op('i16x8.splat', number(Math.round(weight * 32_768))));

/** Luma and cover of eight pixels at a time. */
export function lumaRun(): Kernel {
  const [luma, cover, source, count, first, second] = locals(6);
  const pixels = [first, second] as const;
  const light = add(
    add(weighted(channel(0, pixels), 0.1826), weighted(channel(1, pixels), 0.6142)),
    add(weighted(channel(2, pixels), 0.062), op('i16x8.splat', number(16.5 * 64))),
  );
  const rounded = op('i16x8.shr_u', light, number(FINER_BITS));
  const alpha = channel(3, pixels);
  const body = repeat(count, [
    ...first.set(load('v128.load', source.get)),
    ...second.set(load('v128.load', source.get, 16)),
    ...storeHalf(luma.get, narrow(rounded, rounded)),
    ...storeHalf(cover.get, narrow(alpha, alpha)),
    ...advance(luma, 8),
    ...advance(cover, 8),
    ...advance(source, 32),
  ]);
  return { name: 'lumaRun', parameters: 4, vectors: 2, body };
}

/** Chroma of four times two by two pixels, weighted by cover: the black of empty pixels must not darken an edge. */
export function chromaRun(): Kernel {
  const [blueRow, redRow, upper, lower, count, first, second, third, fourth, share, ...channels] = locals(13);
  const [red, green, blue] = channels as [Local, Local, Local];
  const rows = [[first, second] as const, [third, fourth] as const] as const;
  const pairs = (values: Code) => op('i32x4.extadd_pairwise_i16x8_u', values);
  const both = (value: (pixels: readonly [Local, Local]) => Code) =>
    op('i32x4.add', pairs(value(rows[0])), pairs(value(rows[1])));
  const mean = (index: 0 | 1 | 2) => {
    const sum = both((pixels) => op('i16x8.mul', channel(index, pixels), channel(3, pixels)));
    return op('f32x4.mul', op('f32x4.convert_i32x4_u', sum), share.get);
  };
  const weight = op(
    'f32x4.convert_i32x4_u',
    both((pixels) => channel(3, pixels)),
  );
  const one = op('f32x4.splat', fraction(1));
  const part = (colour: Local, factor: number) => op('f32x4.mul', colour.get, op('f32x4.splat', fraction(factor)));
  const difference = (factors: readonly [number, number, number]) => {
    const [r, g, b] = factors;
    const sum = op('f32x4.add', op('f32x4.add', part(red, r), part(green, g)), part(blue, b));
    const whole = op('i32x4.trunc_sat_f32x4_u', op('f32x4.add', sum, op('f32x4.splat', fraction(128.5))));
    const short = op('i16x8.narrow_i32x4_u', whole, whole);
    return narrow(short, short);
  };
  const body = repeat(count, [
    ...first.set(load('v128.load', upper.get)),
    ...second.set(load('v128.load', upper.get, 16)),
    ...third.set(load('v128.load', lower.get)),
    ...fourth.set(load('v128.load', lower.get, 16)),
    ...share.set(op('f32x4.div', one, op('f32x4.max', weight, one))),
    ...red.set(mean(0)),
    ...green.set(mean(1)),
    ...blue.set(mean(2)),
    ...storeQuarter(blueRow.get, difference([-0.1006, -0.3386, 0.4392])),
    ...storeQuarter(redRow.get, difference([0.4392, -0.3989, -0.0403])),
    ...advance(blueRow, 4),
    ...advance(redRow, 4),
    ...advance(upper, 32),
    ...advance(lower, 32),
  ]);
  return { name: 'chromaRun', parameters: 5, vectors: 8, body };
}

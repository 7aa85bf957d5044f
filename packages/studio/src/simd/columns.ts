/** The kernel that works out how the columns of a target read those of a source, eight to an entry. */
import { type Code, type Kernel, type Local, number, numberAt, numbers, op, repeat, store } from './assembler.ts';
import { COLUMNS_BYTES, COLUMNS_PIXELS, START, WEIGHTS } from './sampling.ts';
import { add, advance, locals } from './vectors.ts';

/**
 * `count` entries from the column at `first` on, `step` apart, in 65536ths of a pixel. Places are held between `low` and
 * `high`; what is then still outside 0 to `last` reads nothing.
 */
export function layRun(): Kernel {
  const [target, count, first, step, low, high, last, near, far, base, ...tops] = locals(12);
  const [leftmost, rightmost] = tops as [Local, Local];
  const splat = (value: Code) => op('i32x4.splat', value);
  const whole = (places: Code) => op('i32x4.shr_s', places, number(16));
  const held = (places: Code) => op('i32x4.min_s', op('i32x4.max_s', places, leftmost.get), rightmost.get);
  const placed = (lanes: Code) => held(op('i32x4.add', splat(first.get), op('i32x4.mul', splat(step.get), lanes)));
  const short = (one: Code, other: Code) => op('i16x8.narrow_i32x4_s', one, other);
  const left = short(op('i32x4.sub', whole(near.get), base.get), op('i32x4.sub', whole(far.get), base.get));
  const outside = (places: Code) =>
    op('v128.or', op('i32x4.lt_s', places, splat(number(0))), op('i32x4.gt_s', places, splat(last.get)));
  const nothing = short(outside(near.get), outside(far.get));
  const bytes = (lower: Code, upper: Code) => op('i8x16.narrow_i16x8_s', lower, upper);
  const fraction = (places: Code) => op('i32x4.shr_u', op('v128.and', places, splat(number(0xffff))), number(1));
  const one = op('i16x8.splat', number(1));
  const body = [
    ...leftmost.set(splat(low.get)),
    ...rightmost.set(splat(high.get)),
    ...repeat(count, [
      ...near.set(placed(numbers(0, 1, 2, 3))),
      ...far.set(placed(numbers(4, 5, 6, 7))),
      ...base.set(splat(numberAt(whole(near.get), 0))),
      ...store(target.get, op('v128.or', bytes(left, add(left, one)), bytes(nothing, nothing))),
      ...store(target.get, short(fraction(near.get), fraction(far.get)), WEIGHTS),
      ...store(target.get, base.get, START),
      ...advance(target, COLUMNS_BYTES),
      ...first.set(op('i32.add', first.get, op('i32.mul', step.get, number(COLUMNS_PIXELS)))),
    ]),
  ];
  return { name: 'layRun', parameters: 7, vectors: 5, body };
}

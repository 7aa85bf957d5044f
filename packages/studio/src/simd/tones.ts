/** Kernels that change the tones of whole planes, sixteen bytes at a time. */
import { type Code, type Kernel, load, number, op, repeat, store } from './assembler.ts';
import { add, advance, between, high, locals, low, narrow, weigh } from './vectors.ts';

/** Replaces every byte by its entry in a table of 256: sixteen times sixteen, of which the others all answer 0. */
export function mapRun(): Kernel {
  const [target, table, count, bytes, mapped] = locals(5);
  const parts = Array.from({ length: 16 }, (_, part) => {
    const place = op('i8x16.sub', bytes.get, op('i8x16.splat', number(part * 16)));
    const found = op('i8x16.swizzle', load('v128.load', table.get, part * 16), place);
    return mapped.set(part === 0 ? found : op('v128.or', mapped.get, found));
  });
  const body = repeat(count, [
    ...bytes.set(load('v128.load', target.get)),
    ...parts.flat(),
    ...store(target.get, mapped.get),
    ...advance(target, 16),
  ]);
  return { name: 'mapRun', parameters: 3, vectors: 2, body };
}

/** Bends every byte along a curve of sixteen straight pieces: sixteen bytes say where each begins, sixteen how it rises. */
export function bendRun(): Kernel {
  const [target, curve, count, starts, rises, bytes, piece, along, rise] = locals(9);
  const risen = (signed: Code, part: Code) =>
    op('i16x8.shr_s', add(op('i16x8.mul', signed, part), op('i16x8.splat', number(8))), number(4));
  const start = op('i8x16.relaxed_swizzle', starts.get, piece.get);
  const lower = add(low(start), risen(op('i16x8.extend_low_i8x16_s', rise.get), low(along.get)));
  const upper = add(high(start), risen(op('i16x8.extend_high_i8x16_s', rise.get), high(along.get)));
  const body = [
    ...starts.set(load('v128.load', curve.get)),
    ...rises.set(load('v128.load', curve.get, 16)),
    ...repeat(count, [
      ...bytes.set(load('v128.load', target.get)),
      ...piece.set(op('i8x16.shr_u', bytes.get, number(4))),
      ...along.set(op('v128.and', bytes.get, op('i8x16.splat', number(15)))),
      ...rise.set(op('i8x16.relaxed_swizzle', rises.get, piece.get)),
      ...store(target.get, narrow(lower, upper)),
      ...advance(target, 16),
    ]),
  ];
  return { name: 'bendRun', parameters: 3, vectors: 6, body };
}

/** Keeps of every byte as much as another plane says (255: nearly all) and gives it the rest of one tone. */
export function fadeRun(): Kernel {
  const [target, keep, count, tone, flat, bytes, share] = locals(7);
  const weight = (half: (bytes: Code) => Code) => op('i16x8.shl', half(share.get), number(7));
  const faded = narrow(
    between(flat.get, low(bytes.get), weight(low)),
    between(flat.get, high(bytes.get), weight(high)),
  );
  const body = [
    ...flat.set(op('i16x8.splat', tone.get)),
    ...repeat(count, [
      ...bytes.set(load('v128.load', target.get)),
      ...share.set(load('v128.load', keep.get)),
      ...store(target.get, faded),
      ...advance(target, 16),
      ...advance(keep, 16),
    ]),
  ];
  return { name: 'fadeRun', parameters: 4, vectors: 3, body };
}

/** Adds a share of another plane; a negative share takes away. Ends at 0 and at the white of video, 235. */
export function addRun(): Kernel {
  const [target, source, count, weight, share, bytes, more] = locals(7);
  const sum = (half: (bytes: Code) => Code) => add(half(bytes.get), weigh(half(more.get), share.get));
  const white = op('i8x16.splat', number(235));
  const body = [
    ...share.set(op('i16x8.splat', weight.get)),
    ...repeat(count, [
      ...bytes.set(load('v128.load', target.get)),
      ...more.set(load('v128.load', source.get)),
      ...store(target.get, op('i8x16.min_u', narrow(sum(low), sum(high)), white)),
      ...advance(target, 16),
      ...advance(source, 16),
    ]),
  ];
  return { name: 'addRun', parameters: 4, vectors: 3, body };
}

/** How much every byte's neighbours differ, left from right and above from below. */
export function edgesRun(): Kernel {
  const [target, source, width, count, one, other, across] = locals(7);
  const apart = op('v128.or', op('i8x16.sub_sat_u', one.get, other.get), op('i8x16.sub_sat_u', other.get, one.get));
  const body = repeat(count, [
    ...one.set(load('v128.load', op('i32.sub', source.get, number(1)))),
    ...other.set(load('v128.load', op('i32.add', source.get, number(1)))),
    ...across.set(apart),
    ...one.set(load('v128.load', op('i32.sub', source.get, width.get))),
    ...other.set(load('v128.load', op('i32.add', source.get, width.get))),
    ...store(target.get, op('i8x16.add_sat_u', across.get, apart)),
    ...advance(target, 16),
    ...advance(source, 16),
  ]);
  return { name: 'edgesRun', parameters: 4, vectors: 3, body };
}

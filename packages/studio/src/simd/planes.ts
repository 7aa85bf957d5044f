/** Kernels that work on planes of bytes as they are, sixteen bytes at a time. */
import {
  type Code,
  type Kernel,
  load,
  loadByte,
  loadNumber,
  number,
  op,
  repeat,
  select,
  store,
  storeByte,
  storeHalf,
} from './assembler.ts';
import { add, advance, between, high, locals, low, narrow } from './vectors.ts';

/** Moves bytes towards those of another stretch, sixteen at a time, `count` times. */
export function dissolveRun(): Kernel {
  const [target, source, count, weight, share, under, over] = locals(7);
  const [from, to] = [under.get, over.get];
  const mixed = narrow(between(low(from), low(to), share.get), between(high(from), high(to), share.get));
  const body = [
    ...share.set(op('i16x8.splat', weight.get)),
    ...repeat(count, [
      ...under.set(load('v128.load', target.get)),
      ...over.set(load('v128.load', source.get)),
      ...store(target.get, mixed),
      ...advance(target, 16),
      ...advance(source, 16),
    ]),
  ];
  return { name: 'dissolveRun', parameters: 4, vectors: 3, body };
}

/** Copies sixteen bytes at a time, `count` times: in a shared memory JavaScript itself would copy them one by one. */
export function moveRun(): Kernel {
  const [target, source, count] = locals(3);
  const body = repeat(count, [
    ...store(target.get, load('v128.load', source.get)),
    ...advance(target, 16),
    ...advance(source, 16),
  ]);
  return { name: 'moveRun', parameters: 3, vectors: 0, body };
}

/** Gives bytes without cover the tone of a neighbour that has some: above, below, left, right, the first there is. */
export function spreadRun(): Kernel {
  const [target, cover, above, below, count, own, tone] = locals(7);
  const none = op('i8x16.splat', number(0));
  const up = (place: Code) => op('i32.sub', place, above.get);
  const down = (place: Code) => op('i32.add', place, below.get);
  const left = (place: Code) => op('i32.sub', place, number(1));
  const right = (place: Code) => op('i32.add', place, number(1));
  const choose = [right, left, down, up].flatMap((beside) => {
    const covered = op('i8x16.ne', load('v128.load', beside(cover.get)), none);
    return tone.set(select(load('v128.load', beside(target.get)), tone.get, covered));
  });
  const body = repeat(count, [
    ...own.set(load('v128.load', target.get)),
    ...tone.set(own.get),
    ...choose,
    ...store(target.get, select(own.get, tone.get, op('i8x16.ne', load('v128.load', cover.get), none))),
    ...advance(target, 16),
    ...advance(cover, 16),
  ]);
  return { name: 'spreadRun', parameters: 5, vectors: 2, body };
}

/** The mean of two by two bytes, eight such at a time. */
export function halveRun(): Kernel {
  const [target, source, width, count, sum] = locals(5);
  const pairs = (place: Code) => op('i16x8.extadd_pairwise_i8x16_u', load('v128.load', place));
  const rounded = op('i16x8.shr_u', add(sum.get, op('i16x8.splat', number(2))), number(2));
  const body = repeat(count, [
    ...sum.set(add(pairs(source.get), pairs(op('i32.add', source.get, width.get)))),
    ...storeHalf(target.get, narrow(rounded, rounded)),
    ...advance(target, 8),
    ...advance(source, 16),
  ]);
  return { name: 'halveRun', parameters: 4, vectors: 1, body };
}

/** Bytes from anywhere in a plane, four at a time: no vector instruction reads from sixteen places. */
export function gatherRun(): Kernel {
  const [target, source, places, count] = locals(4);
  const taken = (at: number) => loadByte(op('i32.add', source.get, loadNumber(places.get, at * 4)));
  const body = repeat(count, [
    ...[0, 1, 2, 3].flatMap((at) => storeByte(target.get, taken(at), at)),
    ...advance(target, 4),
    ...advance(places, 16),
  ]);
  return { name: 'gatherRun', parameters: 4, vectors: 0, body };
}

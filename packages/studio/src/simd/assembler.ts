/** A small WebAssembly assembler: code is bytes, an instruction is a function, so kernels read as expressions. */

/** The bytes of an expression or of statements in a row. */
export type Code = readonly number[];

/** Numbers of the instructions used; those of vectors follow the prefix 0xfd. See the WebAssembly specification, 5.4. */
const SCALAR = { 'i32.add': 0x6a, 'i32.sub': 0x6b, 'i32.mul': 0x6c } as const;
const VECTOR = {
  'i8x16.swizzle': 0x0e,
  'i8x16.splat': 0x0f,
  'i16x8.splat': 0x10,
  'i32x4.splat': 0x11,
  'f32x4.splat': 0x13,
  'i8x16.ne': 0x24,
  'i32x4.lt_s': 0x39,
  'i32x4.gt_s': 0x3b,
  'v128.and': 0x4e,
  'v128.or': 0x50,
  'i8x16.narrow_i16x8_s': 0x65,
  'i8x16.narrow_i16x8_u': 0x66,
  'i8x16.shr_u': 0x6d,
  'i8x16.add_sat_u': 0x70,
  'i8x16.sub': 0x71,
  'i8x16.sub_sat_u': 0x73,
  'i8x16.min_u': 0x77,
  'i16x8.extadd_pairwise_i8x16_u': 0x7d,
  'i32x4.extadd_pairwise_i16x8_u': 0x7f,
  'i16x8.narrow_i32x4_s': 0x85,
  'i16x8.narrow_i32x4_u': 0x86,
  'i16x8.extend_low_i8x16_s': 0x87,
  'i16x8.extend_high_i8x16_s': 0x88,
  'i16x8.extend_low_i8x16_u': 0x89,
  'i16x8.extend_high_i8x16_u': 0x8a,
  'i16x8.shl': 0x8b,
  'i16x8.shr_s': 0x8c,
  'i16x8.shr_u': 0x8d,
  'i16x8.add': 0x8e,
  'i16x8.sub': 0x91,
  'i16x8.mul': 0x95,
  'i32x4.shl': 0xab,
  'i32x4.shr_s': 0xac,
  'i32x4.shr_u': 0xad,
  'i32x4.add': 0xae,
  'i32x4.sub': 0xb1,
  'i32x4.mul': 0xb5,
  'i32x4.min_s': 0xb6,
  'i32x4.max_s': 0xb8,
  'i32x4.dot_i16x8_s': 0xba,
  'f32x4.add': 0xe4,
  'f32x4.mul': 0xe6,
  'f32x4.div': 0xe7,
  'f32x4.max': 0xe9,
  'i32x4.trunc_sat_f32x4_u': 0xf9,
  'f32x4.convert_i32x4_u': 0xfb,
  'i8x16.relaxed_swizzle': 0x100,
  'i16x8.relaxed_q15mulr_s': 0x111,
} as const;
const LOAD = { 'v128.load': 0x00, 'v128.load8x8_u': 0x02 } as const;

const VECTOR_PREFIX = 0xfd;
const I32 = 0x7f;
const V128 = 0x7b;

/** Operands first, then the instruction: the machine is a stack. */
export function op(name: keyof typeof SCALAR | keyof typeof VECTOR, ...operands: Code[]): Code {
  const instruction =
    name in SCALAR ? [SCALAR[name as keyof typeof SCALAR]] : vector(VECTOR[name as keyof typeof VECTOR]);
  return [...operands.flat(), ...instruction];
}

export function number(value: number): Code {
  return [0x41, ...signed(value)];
}

export function fraction(value: number): Code {
  return [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
}

/** A vector of these four 32-bit numbers. */
export function numbers(...values: [number, number, number, number]): Code {
  return [...vector(0x0c), ...new Uint8Array(Int32Array.from(values).buffer)];
}

/** One of a vector's four 32-bit numbers. */
export function numberAt(value: Code, lane: number): Code {
  return [...value, ...vector(0x1b), lane];
}

export function load(name: keyof typeof LOAD, address: Code, offset = 0): Code {
  return [...address, ...vector(LOAD[name]), ...memoryPlace(offset)];
}

export function loadNumber(address: Code, offset = 0): Code {
  return [...address, 0x28, ...memoryPlace(offset)];
}

/** The vector with two bytes from the address in the place of one of its eight 16-bit numbers. */
export function loadPair(address: Code, value: Code, lane: number): Code {
  return [...address, ...value, ...vector(0x55), ...memoryPlace(0), lane];
}

export function loadByte(address: Code): Code {
  return [...address, 0x2d, ...memoryPlace(0)];
}

export function storeByte(address: Code, value: Code, offset: number): Code {
  return [...address, ...value, 0x3a, ...memoryPlace(offset)];
}

export function store(address: Code, value: Code, offset = 0): Code {
  return [...address, ...value, ...vector(0x0b), ...memoryPlace(offset)];
}

/** The lower eight of a vector's sixteen bytes. */
export function storeHalf(address: Code, value: Code): Code {
  return [...address, ...value, ...vector(0x5b), ...memoryPlace(0), 0];
}

/** The lowest four bytes. */
export function storeQuarter(address: Code, value: Code): Code {
  return [...address, ...value, ...vector(0x5a), ...memoryPlace(0), 0];
}

/** Bits of the first where the mask has ones, of the second elsewhere. */
export function select(first: Code, second: Code, mask: Code): Code {
  return [...first, ...second, ...mask, ...vector(0x52)];
}

export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

/** Does the body, and again while the counter, less one each time, is not zero. */
export function repeat(counter: Local, body: Code): Code {
  const next = [...counter.set(op('i32.sub', counter.get, number(1))), ...counter.get];
  return [0x03, 0x40, ...body, ...next, 0x0d, 0, 0x0b];
}

/** Does the body if any bit of a vector is set. */
export function whenAny(vectorValue: Code, body: Code): Code {
  return [...vectorValue, ...vector(0x53), 0x04, 0x40, ...body, 0x0b];
}

export interface Kernel {
  name: string;
  /** Whole numbers; addresses are bytes from the start of the memory. */
  parameters: number;
  vectors: number;
  body: Code;
}

export function local(index: number): Local {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] };
}

/** The binary of a module that imports `studio.memory` (shared) and exports every kernel. See the specification, 5.5. */
export function assemble(kernels: Kernel[], memoryPagesMax: number): Uint8Array<ArrayBuffer> {
  const types = kernels.map(({ parameters }) => [0x60, ...list(Array(parameters).fill([I32])), 0]);
  const shared = [0x03, ...unsigned(1), ...unsigned(memoryPagesMax)];
  const memory = [...text('studio'), ...text('memory'), 0x02, ...shared];
  const exports = kernels.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  const bodies = kernels.map(({ vectors, body }) => {
    const code = [1, ...unsigned(vectors), V128, ...body, 0x0b];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(kernels.map((_, index) => unsigned(index)))),
    ...section(7, list(exports)),
    ...section(10, list(bodies)),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Code {
  return list([...Buffer.from(value)].map((byte) => [byte]));
}

function vector(instruction: number): Code {
  return [VECTOR_PREFIX, ...unsigned(instruction)];
}

/** Alignment is only a hint: none is promised. */
function memoryPlace(offset: number): Code {
  return [0, ...unsigned(offset)];
}

/** LEB128: seven bits a byte, the highest bit says that more follow. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

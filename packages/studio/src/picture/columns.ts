/** How the columns of a target read those of a source that is moved and scaled: worked out once for all rows. */
import { allocate } from '../simd/memory.ts';
import { COLUMNS_BYTES, COLUMNS_PIXELS } from '../simd/sampling.ts';

/** Places are counted in 65536ths of a pixel: whole numbers are twice as fast here as fractions. */
export const UNIT = 65_536;

/** Sixteen bytes hold both neighbours of eight pixels as long as these lie no further apart. */
export const STEP_MAX = 1.85 * UNIT;

/** The first column's place in the source and the way to the next, in 65536ths of a pixel. */
export interface Line {
  start: number;
  step: number;
  sourceWidth: number;
  targetWidth: number;
  /** Beyond the source's edge there is nothing, or its border pixel goes on. */
  beyond: 'nothing' | 'border';
}

const NOTHING = 255;

let bytes = allocate(0);
let shorts: Int16Array = new Int16Array();
let longs: Int32Array = new Int32Array();

let laid: Line | null = null;

function isSame(one: Line, other: Line): boolean {
  return (
    one.start === other.start &&
    one.step === other.step &&
    one.sourceWidth === other.sourceWidth &&
    one.targetWidth === other.targetWidth &&
    one.beyond === other.beyond
  );
}

/** The address of the columns, eight to an entry as kernels read them; good until the next call. */
export function layColumns(line: Line): number {
  // The two planes of chroma ask one after the other for the same.
  if (laid !== null && isSame(laid, line)) return bytes.byteOffset;
  laid = line;
  const entries = Math.ceil(line.targetWidth / COLUMNS_PIXELS);
  if (bytes.length < entries * COLUMNS_BYTES) {
    bytes = allocate(entries * COLUMNS_BYTES);
    shorts = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
    longs = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  for (let entry = 0; entry < entries; entry++) layEntry(entry, line);
  return bytes.byteOffset;
}

function layEntry(entry: number, { start, step, sourceWidth, targetWidth, beyond }: Line): void {
  const last = (sourceWidth - 1) * UNIT - 1;
  const clamped = (x: number) => (x < 0 ? 0 : x > last ? last : x);
  const column = entry * COLUMNS_PIXELS;
  const first = start + step * column;
  const base = (beyond === 'border' ? clamped(first) : first) >> 16;
  longs[entry * 12 + 8] = base;
  for (let lane = 0; lane < COLUMNS_PIXELS; lane++) {
    const wanted = first + step * lane;
    const x = beyond === 'border' ? clamped(wanted) : wanted;
    const left = (x >> 16) - base;
    const nothing = beyond === 'nothing' && (wanted < 0 || wanted > last || column + lane >= targetWidth);
    bytes[entry * COLUMNS_BYTES + lane] = nothing ? NOTHING : left;
    bytes[entry * COLUMNS_BYTES + COLUMNS_PIXELS + lane] = nothing ? NOTHING : left + 1;
    shorts[entry * 24 + 8 + lane] = (x & 0xffff) >> 1;
  }
}

/** How the columns of a target read those of a source that is moved and scaled: worked out once for all rows. */
import { kernels } from '../simd/kernels.ts';
import { addressOf, allocate } from '../simd/memory.ts';
import { COLUMNS_BYTES, COLUMNS_PIXELS } from '../simd/sampling.ts';

/** Places are counted in 65536ths of a pixel: whole numbers are faster here than fractions. */
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
/** All 32-bit numbers. */
const ANYWHERE = [-(2 ** 31), 2 ** 31 - 1] as const;

let bytes = allocate(0);

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
  if (bytes.length < entries * COLUMNS_BYTES) bytes = allocate(entries * COLUMNS_BYTES);
  const last = (line.sourceWidth - 1) * UNIT - 1;
  const [low, high] = line.beyond === 'border' ? [0, last] : ANYWHERE;
  kernels.layRun(addressOf(bytes), entries, line.start, line.step, low, high, last);
  if (line.beyond === 'nothing') endAt(line.targetWidth, entries);
  return bytes.byteOffset;
}

/** The last entry may reach beyond the target, where the next row begins. */
function endAt(targetWidth: number, entries: number): void {
  const entry = (entries - 1) * COLUMNS_BYTES;
  for (let lane = targetWidth - (entries - 1) * COLUMNS_PIXELS; lane < COLUMNS_PIXELS; lane++) {
    bytes[entry + lane] = NOTHING;
    bytes[entry + COLUMNS_PIXELS + lane] = NOTHING;
  }
}

/** How far a drawing reaches in its field: where its top is, how wide it is, and how high each column of it stands. */
import { drawShapes } from '../picture/canvas.ts';
import { FEET, FIELD, type Subject } from '../subjects/subject.ts';
import { createBrush } from './brush.ts';

/** Shares of the field's edge: across from its middle, up from its feet. */
export interface Outline {
  left: number;
  right: number;
  top: number;
  /** How high the drawing stands at a place across. */
  heightAt(across: number): number;
  /** Where its highest part is, across. */
  crown: number;
  /** How far above its feet the drawing ends: what is drawn in the air has to come down to sit on something. */
  base: number;
}

const EDGE = 64;
const MARGIN = 0.25;

const PLAIN = { skyTop: [0, 0, 0], skyMiddle: [0, 0, 0], skyLow: [0, 0, 0], haze: [0, 0, 0] } as const;

const known = new WeakMap<Subject, Promise<Outline>>();

export function outlineOf(record: Subject): Promise<Outline> {
  const outline = known.get(record) ?? trace(record);
  known.set(record, outline);
  return outline;
}

/** Two ears are one head: the middle of all that is nearly as high as the highest. */
function middleOf(heights: number[], top: number): number {
  const high = heights.flatMap((height, column) => (height > top - 0.06 ? [column] : []));
  return high.reduce((sum, column) => sum + column, 0) / high.length;
}

async function trace(record: Subject): Promise<Outline> {
  const brush = createBrush({
    palette: { ...PLAIN, ground: [0, 0, 0], crest: [0, 0, 0], light: [0, 0, 0], ambient: [1, 1, 1], accents: [] },
    main: [128, 128, 128],
    random: () => 0.5,
    lamps: 'off',
    hazeShare: 0,
    name: 'o',
    phase: 0,
    stride: 0,
    lit: 'left',
  });
  const art = record.draw(brush);
  const wide = Math.round(EDGE * (1 + 2 * MARGIN));
  const canvas = await drawShapes(`${brush.defs()}<g transform="scale(${EDGE / FIELD})">${art}</g>`, {
    left: -Math.round(EDGE * MARGIN),
    top: -Math.round(EDGE * MARGIN),
    width: wide,
    height: wide,
  });
  const feet = (FEET / FIELD + MARGIN) * EDGE;
  const heights = Array.from({ length: wide }, (_, column) => {
    for (let row = 0; row < feet; row++)
      if (canvas.rgba[(row * wide + column) * 4 + 3]! > 128) return (feet - row) / EDGE;
    return 0;
  });
  let lowest = 0;
  for (let at = 0; at < wide * wide; at++) if (canvas.rgba[at * 4 + 3]! > 128) lowest = Math.floor(at / wide) + 1;
  const first = heights.findIndex((height) => height > 0);
  const last = heights.findLastIndex((height) => height > 0);
  const top = Math.max(...heights);
  const acrossOf = (column: number) => (column + 0.5) / EDGE - MARGIN - 0.5;
  return {
    left: acrossOf(first),
    right: acrossOf(last),
    top,
    crown: acrossOf(middleOf(heights, top)),
    base: Math.max(0, (feet - lowest) / EDGE),
    heightAt: (across) => heights[Math.round((across + 0.5 + MARGIN) * EDGE - 0.5)] ?? 0,
  };
}

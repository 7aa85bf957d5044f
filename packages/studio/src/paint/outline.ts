/** How far a drawing reaches in its field: where its top is, how wide it is, and how high each column of it stands. */
import { type Canvas, drawShapes } from '../picture/canvas.ts';
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
  /** What is long and thin: how long for its breadth, and where the lower end of it is. */
  axis: { long: number; low: { across: number; high: number } };
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

/** The direction in which the drawing spreads most, through its middle. */
function axisOf(
  { rgba, width }: Canvas,
  { feet, acrossOf }: { feet: number; acrossOf(column: number): number },
): Outline['axis'] {
  const spots: [x: number, y: number][] = [];
  for (let at = 0; at < rgba.length / 4; at++)
    if (rgba[at * 4 + 3]! > 128) spots.push([at % width, Math.floor(at / width)]);
  const mean = (of: (spot: [number, number]) => number) =>
    spots.reduce((sum, spot) => sum + of(spot), 0) / Math.max(1, spots.length);
  const [x, y] = [mean((spot) => spot[0]), mean((spot) => spot[1])];
  const xx = mean((spot) => (spot[0] - x) ** 2);
  const yy = mean((spot) => (spot[1] - y) ** 2);
  const xy = mean((spot) => (spot[0] - x) * (spot[1] - y));
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const spread = Math.hypot((xx - yy) / 2, xy);
  const long = Math.sqrt(((xx + yy) / 2 + spread) / Math.max(0.1, (xx + yy) / 2 - spread));
  // Downwards.
  const turn = Math.sin(angle) < 0 ? angle + Math.PI : angle;
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const end = Math.max(0, ...spots.map((spot) => (spot[0] - x) * dx + (spot[1] - y) * dy));
  return { long, low: { across: acrossOf(x + dx * end), high: (feet - (y + dy * end)) / EDGE } };
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
    axis: axisOf(canvas, { feet, acrossOf }),
    base: Math.max(0, (feet - lowest) / EDGE),
    heightAt: (across) => heights[Math.round((across + 0.5 + MARGIN) * EDGE - 0.5)] ?? 0,
  };
}

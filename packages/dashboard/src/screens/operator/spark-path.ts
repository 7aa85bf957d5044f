/** The path of one line of a small chart. */

export const height = 96;

const yOf = (value: number, top: number): string => (height - (value / top) * height).toFixed(2);

/** Whether nothing is known beside it: such a point is no part of a line. */
const standsAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

/** Lifted between what is known and what is not. */
export function pathOf(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, index) => {
      if (value === null || standsAlone(values, index)) return '';
      const begins = (values[index - 1] ?? null) === null;
      return `${begins ? 'M' : 'L'}${index} ${yOf(value, top)}`;
    })
    .join('');
}

/** The points that stand alone: lines without length, which a broad stroke with round ends makes dots. */
export function dotsOf(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, index) => (value === null || !standsAlone(values, index) ? '' : `M${index} ${yOf(value, top)}h0`))
    .join('');
}

/** The path of one line of a small chart. */

export const height = 96;

/** Lifted between what is known and what is not; one point alone is a dash. */
export function pathOf(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, place) => {
      if (value === null) return '';
      const y = height - (value / top) * height;
      const begins = place === 0 || values[place - 1] === null;
      const stands = begins && (values[place + 1] ?? null) === null;
      return `${begins ? 'M' : 'L'}${place} ${y.toFixed(2)}${stands ? 'h0.3' : ''}`;
    })
    .join('');
}

/** The path of one line of a small chart. */

export const height = 96;

/** Lifted between what is known and what is not; one point alone is a dash. */
export function pathOf(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const y = height - (value / top) * height;
      const begins = index === 0 || values[index - 1] === null;
      const stands = begins && (values[index + 1] ?? null) === null;
      return `${begins ? 'M' : 'L'}${index} ${y.toFixed(2)}${stands ? 'h0.3' : ''}`;
    })
    .join('');
}

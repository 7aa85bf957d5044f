/** The arithmetic of the spending chart: how tall its scale is, and where its lines stand. */
import { dayText } from '../../ui/dates.ts';

export interface DayBar {
  day: string;
  /** `Nov 12` */
  label: string;
  /** As the service writes it. */
  spent: string;
  dollars: number;
  generations: number;
}

/** `top` is the value at the chart's upper edge; 0 when nothing was spent. */
export function barsOf(days: readonly { day: string; spent: string; generations: number }[]): {
  bars: DayBar[];
  top: number;
} {
  const bars = days
    .map((each) => ({
      ...each,
      label: dayText(new Date(`${each.day}T00:00:00Z`), 'UTC'),
      // More refunds than charges on a day is no bar below the ground: money was not spent.
      dollars: Math.max(0, Number(each.spent)),
    }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  return { bars, top: roundedUp(Math.max(0, ...bars.map(({ dollars }) => dollars))) };
}

/** The next 1, 2 or 5 of its order, so that the lines stand at round figures. */
function roundedUp(value: number): number {
  if (value <= 0) return 0;
  const order = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * order >= value * 0.999_999) ?? 10;
  return step * order;
}

export function gridLines(top: number): { value: string; share: number }[] {
  return [0, 0.5, 1].map((share) => ({ share, value: share === 0 ? '$0' : `$${shortly(top * share)}` }));
}

/** `5`, `2.50`, `0.0025`: cents where there are any. */
const shortly = (value: number): string => {
  if (Number.isInteger(value)) return String(value);
  return value >= 0.01 ? value.toFixed(2) : value.toFixed(4);
};

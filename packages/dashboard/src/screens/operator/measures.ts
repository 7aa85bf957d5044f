/** Amounts of time and storage, and the moments of charts, in words. */

export function durationOf(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function sizeOf(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

export const countOf = (count: number): string => count.toLocaleString();

/** The time of day, as the browser's language has it; with its date where a chart is longer than an hour. */
export function momentOf(time: string, withDate: boolean): string {
  const date = withDate ? ({ month: 'short', day: 'numeric' } as const) : {};
  return new Date(time).toLocaleString([], { ...date, hour: 'numeric', minute: '2-digit' });
}

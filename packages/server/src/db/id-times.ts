/** Ids are UUIDv7, so a moment bounds them: ranges of time are ranges of an index that is there anyway. */

export const lowestId = '00000000-0000-0000-0000-000000000000';
/** Nothing is newer. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** No id made at this moment, or later, is lower. */
export function lowestIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

/** Milliseconds since 1970: when the id was made, by the clock of whoever made it. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const hourMilliseconds = 3_600_000;

/** The hours, and for each the lowest id in it and the lowest after it: three columns for `unnest`. */
export function hourSpans(hours: readonly number[]): [hours: readonly number[], low: string[], high: string[]] {
  const lowOf = (hour: number) => lowestIdAt(new Date(hour * hourMilliseconds));
  return [hours, hours.map(lowOf), hours.map((hour) => lowOf(hour + 1))];
}

/** One style for dates, in the way of the reader's browser. */

const thisYear = { month: 'short', day: 'numeric' } as const;
const anyYear = { ...thisYear, year: 'numeric' } as const;

/** `12 Nov`, with the year where it is not this one. */
export function dayText(day: Date, timeZone?: string): string {
  const isThisYear = day.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(undefined, { ...(isThisYear ? thisYear : anyYear), timeZone }).format(day);
}

/** A day of the address, `2026-11-12`, is the reader's own. */
export const dayOfText = (said: string): Date => new Date(said.length > 10 ? said : `${said}T00:00`);

/** And back. */
export function textOfDay(day: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Reads a day or a time from a query. */

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const dayMilliseconds = 86_400_000;

/** Undefined when it is neither. A day begins, and ends, by UTC. */
export function readMoment(text: string, edge: 'begin' | 'end'): Date | undefined {
  const isDay = dayForm.test(text);
  if (!isDay && !timeForm.test(text)) return undefined;
  const time = Date.parse(text);
  // Date.parse takes the 31st of a shorter month for a day of the next.
  if (Number.isNaN(time) || (isDay && new Date(time).toISOString().slice(0, 10) !== text)) return undefined;
  return new Date(isDay && edge === 'end' ? time + dayMilliseconds : time);
}

/** The time limit of a claim in this process: a span, for this machine's clock may be set while it runs. */

export interface Deadline {
  /** A whole number, as timers want one; 0 or below when it has passed. */
  leftMilliseconds(): number;
  /** What this machine's clock will show then, as it stands now. */
  date(): Date;
}

export function deadlineIn(milliseconds: number): Deadline {
  const endsAt = performance.now() + milliseconds;
  const leftMilliseconds = () => Math.ceil(endsAt - performance.now());
  return { leftMilliseconds, date: () => new Date(Date.now() + leftMilliseconds()) };
}

/** Compares this machine's clock with the database's, which alone decides limits, leases and turns. */

import type { Log } from '../log/log.ts';

/** Ids are made here and sort by this clock: beyond this much, lists are out of order by more than anybody overlooks. */
const skewMillisecondsMax = 2_000;

export interface ClockWatch {
  note(aheadMilliseconds: number): void;
  /** Null when the clocks agree. */
  sentence(): string | null;
}

export function createClockWatch(log: Log): ClockWatch {
  let ahead = 0;
  const sentence = () => (Math.abs(ahead) <= skewMillisecondsMax ? null : skewSentence(ahead));
  return {
    note(aheadMilliseconds) {
      const before = sentence();
      ahead = aheadMilliseconds;
      const now = sentence();
      if (now !== null && before === null) log.warn({ aheadSeconds: ahead / 1000 }, now);
    },
    sentence,
  };
}

function skewSentence(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `This machine's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's.`;
}

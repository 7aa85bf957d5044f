/** What was counted of past hours, remembered: an hour whose work has ended is counted once, however often it is shown. */

interface Counted {
  hour: number;
  /** Has not ended: its hour is to be counted again. */
  unfinished: number;
}

export interface CountedHours<Row> {
  /** Of the hours from `from` on, up to the one asked for; `from` is later than asked while some were not counted. */
  read(asked: { from: number; until: number }): Promise<{ from: number; rows: Row[] }>;
}

const usualBudget = 150;
/** In one statement, which a busy hour must not make long. */
const hoursMax = 12;
const quickMilliseconds = 40;
/** Ids are made before the commit, by clocks that may differ: an hour is over a little later. */
const lateMilliseconds = 300_000;
const hourMilliseconds = 3_600_000;
const keptHours = 24 * 9;

/** @param budgetMilliseconds of one answer: what it does not reach, the next one does */
export function rememberHours<Row extends Counted>(
  count: (hours: readonly number[]) => Promise<Row[]>,
  now: () => Date,
  budgetMilliseconds = usualBudget,
): CountedHours<Row> {
  const known = new Map<number, { rows: Row[]; over: boolean }>();

  async function learn(hours: readonly number[]): Promise<void> {
    const at = now().getTime() - lateMilliseconds;
    const rows = Map.groupBy(await count(hours), ({ hour }) => hour);
    for (const hour of hours) {
      const ofHour = rows.get(hour) ?? [];
      const over = (hour + 1) * hourMilliseconds <= at && ofHour.every(({ unfinished }) => unfinished === 0);
      known.set(hour, { rows: ofHour, over });
    }
  }

  return {
    async read({ from, until }) {
      for (const hour of known.keys()) if (hour < until - keptHours) known.delete(hour);
      const asked = Array.from({ length: until - from + 1 }, (_, index) => until - index);
      // Hours never counted first: where much is unfinished for long, all are reached nevertheless.
      const wanted = [
        ...asked.filter((hour) => !known.has(hour)),
        ...asked.filter((hour) => known.get(hour)?.over === false),
      ];
      const began = performance.now();
      for (let size = 1; wanted.length > 0 && performance.now() - began < budgetMilliseconds; ) {
        const before = performance.now();
        await learn(wanted.splice(0, size));
        size = performance.now() - before < quickMilliseconds ? Math.min(hoursMax, size * 2) : Math.max(1, size >> 1);
      }
      const unknown = asked.find((hour) => !known.has(hour));
      const reached = unknown === undefined ? asked : asked.filter((hour) => hour > unknown);
      return { from: reached.at(-1) ?? until + 1, rows: reached.flatMap((hour) => known.get(hour)!.rows) };
    },
  };
}

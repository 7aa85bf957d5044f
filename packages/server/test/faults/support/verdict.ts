/** What a fault run found: one line a guarantee, whether it held, and the cases where it did not. */
export interface Verdict {
  guarantee: string;
  /** Each a sentence; none when the guarantee held. */
  breaches: string[];
  /** What was looked at: a guarantee about nothing proves nothing. */
  looked: string;
}

export type Say = (line: string) => void;

const breachesShown = 5;
export const nothingToCheck = 'There was nothing to check it on.';

/** A guarantee that was checked on no case at all counts as broken. */
export function judge(guarantee: string, { cases, breaches }: { cases: number; breaches: string[] }): Verdict {
  const found = cases === 0 ? [nothingToCheck, ...breaches] : breaches;
  return { guarantee, breaches: found, looked: String(cases) };
}

export function verdictLines(verdicts: readonly Verdict[]): string[] {
  const width = Math.max(...verdicts.map(({ looked }) => looked.length));
  return verdicts.flatMap(({ guarantee, breaches, looked }) => {
    const line = `  ${breaches.length === 0 ? 'ok  ' : 'FAIL'}  ${looked.padStart(width)}  ${guarantee}`;
    const more = breaches.length - breachesShown;
    return [
      line,
      ...breaches.slice(0, breachesShown).map((breach) => `          ${breach}`),
      ...(more > 0 ? [`          and ${more} more`] : []),
    ];
  });
}

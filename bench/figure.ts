/** A figure: what was promised, what was measured in every round, and whether the median keeps the promise. */

export interface Figure {
  what: string;
  unit: Unit;
  /** Unset: a figure for the reader, promised to nobody. */
  target?: Target;
  /** One a round. */
  rounds: number[];
}

export type Unit = 'ratio' | 'ms' | 's' | 'MB' | 'kB' | 'us' | 'per second' | 'Mbit/s' | '%';

export type Target = { atLeast: number } | { atMost: number };

export interface Rounds {
  /** How often the two sides take turns. */
  count: number;
  /** How long each side is measured in a round. */
  seconds: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function isKept({ target, rounds }: Figure): boolean {
  if (target === undefined) return true;
  const measured = median(rounds);
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

const units: Readonly<Record<Unit, { decimals: number; sign: string }>> = {
  ratio: { decimals: 2, sign: '' },
  ms: { decimals: 1, sign: ' ms' },
  s: { decimals: 2, sign: ' s' },
  MB: { decimals: 0, sign: ' MB' },
  kB: { decimals: 1, sign: ' kB' },
  us: { decimals: 1, sign: ' us' },
  'per second': { decimals: 0, sign: '/s' },
  'Mbit/s': { decimals: 1, sign: ' Mbit/s' },
  '%': { decimals: 2, sign: ' %' },
};

/** The cells of the figure's row: what, target, median, least to most, verdict. */
export function cells(figure: Figure): [string, string, string, string, string] {
  const { decimals, sign } = units[figure.unit];
  const said = (value: number) => `${value.toFixed(decimals)}${sign}`;
  const { target, rounds } = figure;
  const promised =
    target === undefined ? '' : 'atLeast' in target ? `>= ${said(target.atLeast)}` : `<= ${said(target.atMost)}`;
  const verdict = target === undefined ? '' : isKept(figure) ? 'pass' : 'FAIL';
  const spread = `${said(Math.min(...rounds))} to ${said(Math.max(...rounds))}`;
  return [figure.what, promised, said(median(rounds)), spread, verdict];
}

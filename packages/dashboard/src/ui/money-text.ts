/**
 * An amount as text, grouped and with the sign in front. The one rule for decimals:
 * - price: four, always.
 * - balance: two, rounded down: never more than there is.
 * - spent: two, rounded up: never less than went. So a balance and what was spent of it add up to what was there.
 * - exact: two where it is whole cents, else four: what somebody typed, and a row of the ledger, whose figures add up.
 */
export type MoneyKind = 'price' | 'balance' | 'spent' | 'exact';

/** The service's sentences name amounts as `1.4100 USD`; beside `$1.41` they would look like another kind of money. */
export const withDollars = (sentence: string): string =>
  sentence.replace(/(-?\d+\.\d{4}) USD/g, (_, amount: string) => moneyText(amount, 'exact'));

export function moneyText(amount: string, as: MoneyKind): string {
  const isNegative = amount.startsWith('-');
  const [whole = '0', digits = ''] = amount.replace('-', '').split('.');
  const units = BigInt(`${whole}${digits.padEnd(4, '0')}`);
  const places = as === 'price' || (as === 'exact' && units % 100n !== 0n) ? 4 : 2;
  // What is below zero is rounded the other way, seen from zero.
  const awayFromZero = (as === 'spent') !== isNegative;
  const shown = places === 4 ? units : (units + (awayFromZero ? 99n : 0n)) / 100n;
  const text = String(shown).padStart(places + 1, '0');
  const grouped = text.slice(0, -places).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isNegative && shown > 0n ? '−' : ''}$${grouped}.${text.slice(-places)}`;
}

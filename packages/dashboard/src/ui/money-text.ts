/** An amount as text: grouped, with the sign in front, and as many decimals as its kind has. */

/** The service's sentences name amounts as `1.4100 USD`; beside `$1.41` they would look like another kind of money. */
export const withDollars = (sentence: string): string =>
  sentence.replace(/(-?\d+\.\d{4}) USD/g, (_, amount: string) =>
    moneyText(amount, amount.endsWith('00') ? 'balance' : 'price'),
  );

/** Never more than there is: a balance is rounded down. */
export function moneyText(amount: string, as: 'price' | 'balance'): string {
  const isNegative = amount.startsWith('-');
  const [whole = '0', digits = ''] = amount.replace('-', '').split('.');
  let units = BigInt(`${whole}${digits.padEnd(4, '0')}`);
  if (as === 'balance') units = (units + (isNegative ? 99n : 0n)) / 100n;
  const places = as === 'balance' ? 2 : 4;
  const text = String(units).padStart(places + 1, '0');
  const grouped = text.slice(0, -places).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${isNegative && units > 0n ? '−' : ''}$${grouped}.${text.slice(-places)}`;
}

/** Dollars as integers of 1/10000 USD, because prices have four fractional digits and floats lose cents. */

const UNITS = 10_000;

export type AmountReading = { ok: true; units: number } | { ok: false; message: string };

/** Reads an amount as a person writes it: `5`, `5.00`, `0.0410`. */
export function parseAmount(text: string): AmountReading {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (parts === null) return { ok: false, message: `"${text}" is not an amount in USD, such as 5 or 0.0410` };
  const [, whole = '0', fraction = ''] = parts;
  if (fraction.length > 4) return { ok: false, message: `"${text}" has more than four fractional digits` };
  const units = Number(whole) * UNITS + Number(fraction.padEnd(4, '0'));
  if (!Number.isSafeInteger(units)) return { ok: false, message: `"${text}" is too large an amount` };
  return { ok: true, units };
}

/** A price written in a family file; a bad one is a fault of ours, so it throws. */
export function usd(text: string): number {
  const amount = parseAmount(text);
  if (!amount.ok) throw new RangeError(amount.message);
  return amount.units;
}

/** The decimal string with four fractional digits that `price` fields carry. */
export function formatPrice(units: number): string {
  if (!Number.isSafeInteger(units))
    throw new RangeError(`${units} is not a whole number of ten-thousandths of a dollar`);
  const digits = String(Math.abs(units)).padStart(5, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** The number that `balance` fields carry: division by 10000 rounds to the nearest, so it prints exactly. */
export function balanceNumber(units: number): number {
  return units / UNITS;
}

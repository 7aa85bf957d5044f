/** How column values arrive: whole numbers as numbers, never silently rounded; times as Date (the driver's own way). */

import { types } from 'pg';

const int8 = 20;
const int8Array = 1016;
const textArray = 1009;
const readTextArray = types.getTypeParser(textArray as Parameters<typeof types.getTypeParser>[0]);

function readWholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number without rounding.`);
  return value;
}

function readWholeNumbers(text: string): (number | null)[] {
  const entries: (string | null)[] = readTextArray(text);
  return entries.map((entry) => (entry === null ? null : readWholeNumber(entry)));
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return readWholeNumber;
  if (oid === int8Array) return readWholeNumbers;
  return types.getTypeParser(oid, format ?? 'text');
}

export const columnTypes = { getTypeParser };

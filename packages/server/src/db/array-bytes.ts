/** Lists in PostgreSQL's own form: it takes them as they are, without reading them from text (docs/decisions/0011). */
import { idCharacters } from '@afterimage/contract';

/** The numbers that PostgreSQL gives its types; the same in every database. */
const types = { bigint: 20, text: 25, double: 701, uuid: 2950 };
/** Dimensions, whether any entry is null, type, how many entries, number of the first one. */
const headBytes = 20;
const lengthBytes = 4;

function open(type: keyof typeof types, entries: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(headBytes + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(types[type], 8);
  array.writeInt32BE(entries, 12);
  array.writeInt32BE(1, 16);
  return array;
}

const uuidBytes = 16;
/** Where the two digits of each byte stand in `01234567-89ab-7def-8123-456789abcdef`. */
const digitOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const noDigit = 0xff;
const digits = new Uint8Array(0x80).fill(noDigit);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

export function uuidArray(uuids: readonly string[]): Buffer {
  const array = open('uuid', uuids.length, uuids.length * (lengthBytes + uuidBytes));
  let at = headBytes;
  for (const uuid of uuids) {
    at = array.writeInt32BE(uuidBytes, at);
    let seen = uuid.length === idCharacters ? 0 : noDigit;
    for (const offset of digitOffsets) {
      const high = digits[uuid.charCodeAt(offset)] ?? noDigit;
      const low = digits[uuid.charCodeAt(offset + 1)] ?? noDigit;
      seen |= high | low;
      array[at] = (high << 4) | low;
      at += 1;
    }
    if (seen > 0xf) throw new RangeError(`${uuid} is no UUID.`);
  }
  return array;
}

export function textArray(texts: readonly (string | null)[]): Buffer {
  let bytes = 0;
  for (const text of texts) bytes += lengthBytes + (text === null ? 0 : Buffer.byteLength(text));
  const array = open('text', texts.length, bytes);
  let at = headBytes;
  for (const text of texts) {
    const written = text === null ? -1 : array.write(text, at + lengthBytes);
    at = array.writeInt32BE(written, at) + Math.max(written, 0);
  }
  return array;
}

export function bigintArray(numbers: readonly (number | null)[]): Buffer {
  const nulls = numbers.reduce<number>((count, number) => (number === null ? count + 1 : count), 0);
  const array = open('bigint', numbers.length, numbers.length * (lengthBytes + 8) - nulls * 8);
  let at = headBytes;
  for (const number of numbers) {
    at = array.writeInt32BE(number === null ? -1 : 8, at);
    if (number === null) continue;
    if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is no whole number that is kept exactly.`);
    at = array.writeInt32BE(Math.floor(number / 2 ** 32), at);
    at = array.writeInt32BE(number | 0, at);
  }
  return array;
}

export function doubleArray(numbers: readonly number[]): Buffer {
  const array = open('double', numbers.length, numbers.length * (lengthBytes + 8));
  let at = headBytes;
  for (const number of numbers) at = array.writeDoubleBE(number, array.writeInt32BE(8, at));
  return array;
}

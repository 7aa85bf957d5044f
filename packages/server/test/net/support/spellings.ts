/** The many ways to write one IPv4 address, all of which a URL parser or a socket may take for it. */

export function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

const parts = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
export const spellings: ((number: number) => string)[] = [
  dotted,
  (number) => String(number),
  (number) => `0x${number.toString(16)}`,
  (number) => `0${number.toString(8)}`,
  (number) =>
    parts(number)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  (number) =>
    parts(number)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  (number) => `${number >>> 24}.${number & 0xffffff}`,
  (number) => `${number >>> 24}.${(number >>> 16) & 255}.0x${(number & 0xffff).toString(16)}`,
  (number) => `[::ffff:${dotted(number)}]`,
  (number) => `[::ffff:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}]`,
  (number) => `[64:ff9b::${dotted(number)}]`,
  (number) => `[2002:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}::1]`,
  (number) => [...dotted(number)].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  (number) => dotted(number).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  // As a name that ends in the root's dot, in capitals, filled up with zeros, and inside longer IPv6 forms.
  (number) => `${dotted(number)}.`,
  (number) => `0X${number.toString(16).toUpperCase()}`,
  (number) => `0x0000000${number.toString(16)}`,
  (number) => `[0:0:0:0:0:FFFF:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}]`,
  (number) => `[::${dotted(number)}]`,
  (number) => `[64:ff9b:1::${dotted(number)}]`,
  (number) => `[2001:0:${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}::]`,
  (number) => `[fe80::${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}]`,
  (number) => `[fd00::${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}]`,
  (number) => dotted(number).replaceAll('.', '\u3002'),
];

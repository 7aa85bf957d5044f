/** CBOR, the binary JSON in which C2PA writes claims and signatures: as much of it as those need, and only writing. */

export type Cbor = number | string | Uint8Array | null | readonly Cbor[] | Map<number, Cbor> | { [key: string]: Cbor };

const MAJOR = { positive: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;
const NULL = Buffer.from([0xf6]);

/** Always the shortest form, as both standards demand. */
export function encodeCbor(value: Cbor): Buffer {
  if (value === null) return NULL;
  if (typeof value === 'number') return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.positive, value);
  if (typeof value === 'string') return Buffer.concat([head(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(MAJOR.bytes, value.length), value]);
  if (isArray(value)) return Buffer.concat([head(MAJOR.array, value.length), ...value.map(encodeCbor)]);
  const entries: [number | string, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([head(MAJOR.map, entries.length), ...entries.flat().map(encodeCbor)]);
}

export function encodeTagged(tag: number, value: Cbor): Buffer {
  return Buffer.concat([head(MAJOR.tag, tag), encodeCbor(value)]);
}

/** The language's own test does not know arrays that are only read. */
function isArray(value: Cbor): value is readonly Cbor[] {
  return Array.isArray(value);
}

function head(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 0x100) return Buffer.from([kind | 24, value]);
  if (value < 0x10000) return Buffer.from([kind | 25, value >> 8, value & 0xff]);
  const wide = Buffer.alloc(5);
  wide[0] = kind | 26;
  wide.writeUInt32BE(value, 1);
  return wide;
}

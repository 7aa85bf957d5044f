/** JUMBF, the boxes within boxes that a manifest is made of, each with a label to be found by. */
import { createHash } from 'node:crypto';
import { type Cbor, encodeCbor } from './cbor.ts';

/** C2PA's kinds of box; a `cbor` box is one whose meaning lies in its label. */
export type BoxKind = 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs' | 'cbor';

/** Every kind is four letters before the same twelve bytes. */
const KIND_ENDING = Buffer.from('00110010800000aa00389b71', 'hex');
/** It has a label, and may be asked for by it. */
const LABELLED = Buffer.from([3]);
const HEAD_BYTES = 8;

export function labelledBox(kind: BoxKind, label: string, contents: readonly Uint8Array[]): Buffer {
  const description = Buffer.concat([Buffer.from(kind), KIND_ENDING, LABELLED, Buffer.from(`${label}\0`)]);
  return box('jumb', [box('jumd', [description]), ...contents]);
}

export function cborBox(value: Cbor): Buffer {
  return encodedBox(encodeCbor(value));
}

export function encodedBox(cbor: Uint8Array): Buffer {
  return box('cbor', [cbor]);
}

/** Of what is in a box: its own size and type do not count. */
export function hashOfBox(boxed: Buffer): Buffer {
  return createHash('sha256').update(boxed.subarray(HEAD_BYTES)).digest();
}

function box(type: string, contents: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, HEAD_BYTES));
  head.write(type, 4);
  return Buffer.concat([head, ...contents]);
}

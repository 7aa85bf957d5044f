/** A JPEG's place for a manifest: application segments right behind the first marker. */
import { createHash } from 'node:crypto';
import type { Container } from './container.ts';

const START_BYTES = 2;
const SEGMENT_MARKER = 0xffeb;
/** Marker, length, "JP" for JPEG XT's boxes, the number of the box, and of this part of it. */
const SEGMENT_HEAD_BYTES = 12;
const SEGMENT_BYTES_MAX = 0xffff + 2;
/** Size and type of the box, which stand again in each segment behind the first. */
const BOX_HEAD_BYTES = 8;
const FIRST_PART_BYTES = SEGMENT_BYTES_MAX - SEGMENT_HEAD_BYTES;
const NEXT_PART_BYTES = FIRST_PART_BYTES - BOX_HEAD_BYTES;

export function openJpeg(bytes: Buffer): Container {
  return {
    label: 'c2pa.hash.data',
    bind: (hash, manifestBytes) => ({
      exclusions: [{ start: START_BYTES, length: roomFor(manifestBytes) }],
      name: 'jumbf manifest',
      alg: 'sha256',
      hash,
      pad: Buffer.alloc(0),
    }),
    makeRoom: () => {
      const [start, rest] = [bytes.subarray(0, START_BYTES), bytes.subarray(START_BYTES)];
      return {
        hash: createHash('sha256').update(start).update(rest).digest(),
        fill: (manifest) => Buffer.concat([start, ...segmentsOf(manifest), rest]),
      };
    },
  };
}

function roomFor(manifestBytes: number): number {
  const more = Math.max(0, Math.ceil((manifestBytes - FIRST_PART_BYTES) / NEXT_PART_BYTES));
  return manifestBytes + SEGMENT_HEAD_BYTES + more * (SEGMENT_HEAD_BYTES + BOX_HEAD_BYTES);
}

function* segmentsOf(manifest: Uint8Array): Generator<Uint8Array> {
  const boxHead = manifest.subarray(0, BOX_HEAD_BYTES);
  for (let from = 0, number = 1; from < manifest.length; number++) {
    const part = manifest.subarray(from, from + (number === 1 ? FIRST_PART_BYTES : NEXT_PART_BYTES));
    const again = number === 1 ? Buffer.alloc(0) : boxHead;
    const head = Buffer.alloc(SEGMENT_HEAD_BYTES);
    head.writeUInt16BE(SEGMENT_MARKER, 0);
    head.writeUInt16BE(SEGMENT_HEAD_BYTES - 2 + again.length + part.length, 2);
    head.write('JP', 4);
    head.writeUInt16BE(1, 6);
    head.writeUInt32BE(number, 8);
    yield head;
    yield again;
    yield part;
    from += part.length;
  }
}

/** A JPEG's place for a manifest: an application segment right behind the first marker. */
import { createHash } from 'node:crypto';
import type { Container } from './container.ts';

const START_BYTES = 2;
const SEGMENT_MARKER = 0xffeb;
/** Marker, length, "JP" for JPEG XT's boxes, the number of the box, and of this part of it. */
const SEGMENT_HEAD_BYTES = 12;
const SEGMENT_BYTES_MAX = 0xffff;

export function openJpeg(bytes: Buffer): Container {
  return {
    label: 'c2pa.hash.data',
    bind: (hash, manifestBytes) => ({
      exclusions: [{ start: START_BYTES, length: manifestBytes + SEGMENT_HEAD_BYTES }],
      name: 'jumbf manifest',
      alg: 'sha256',
      hash,
      pad: Buffer.alloc(0),
    }),
    makeRoom: (manifestBytes) => {
      const length = manifestBytes + SEGMENT_HEAD_BYTES - START_BYTES;
      // A manifest takes two kilobytes; only a chain of dozens of certificates gets here.
      if (length > SEGMENT_BYTES_MAX) throw new Error('The certificates are more than a JPEG segment holds.');
      const [start, rest] = [bytes.subarray(0, START_BYTES), bytes.subarray(START_BYTES)];
      const head = Buffer.alloc(SEGMENT_HEAD_BYTES);
      head.writeUInt16BE(SEGMENT_MARKER, 0);
      head.writeUInt16BE(length, 2);
      head.write('JP', 4);
      head.writeUInt16BE(1, 6);
      head.writeUInt32BE(1, 8);
      return {
        hash: createHash('sha256').update(start).update(rest).digest(),
        fill: (manifest) => Buffer.concat([start, head, manifest, rest]),
      };
    },
  };
}

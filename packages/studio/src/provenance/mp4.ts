/** An MP4's place for a manifest: a box of its own behind the first; what lies behind it moves on. */
import { createHash } from 'node:crypto';
import type { Container } from './container.ts';

const MANIFEST_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
/** Boxes that readers leave out of the hash, beside the manifest's own. */
const UNHASHED = ['ftyp', 'mfra', 'free', 'skip'];
/** Size, type and kind of box, its version, what it holds, and where a second manifest would be: nowhere. */
const HEAD_BYTES = 8 + 16 + 4 + 'manifest\0'.length + 8;
const BOX_HEAD_BYTES = 8;

export function openMp4(bytes: Buffer): Container {
  return {
    label: 'c2pa.hash.bmff.v3',
    bind: (hash) => ({
      exclusions: [
        { xpath: '/uuid', data: [{ offset: BOX_HEAD_BYTES, value: MANIFEST_BOX }] },
        ...UNHASHED.map((type) => ({ xpath: `/${type}` })),
      ],
      alg: 'sha256',
      hash,
      name: 'jumbf manifest',
    }),
    makeRoom: (manifestBytes) => {
      const room = manifestBytes + HEAD_BYTES;
      const [first, ...others] = boxesOf(bytes);
      const moved = others.map((box) => (box.type === 'moov' ? { ...box, bytes: moveChunks(box.bytes, room) } : box));
      const hash = createHash('sha256');
      for (const box of moved.filter(({ type }) => !UNHASHED.includes(type)))
        hash.update(wide(box.start + room)).update(box.bytes);
      return {
        hash: hash.digest(),
        fill: (manifest) =>
          Buffer.concat([first!.bytes, manifestHead(room), manifest, ...moved.map((box) => box.bytes)]),
      };
    },
  };
}

interface Box {
  type: string;
  start: number;
  bytes: Buffer;
}

/** The boxes that fill a stretch of bytes. None of ours needs the long form, for 4 GB and more. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let start = 0; start < bytes.length; ) {
    const size = bytes.readUInt32BE(start);
    if (size < BOX_HEAD_BYTES || start + size > bytes.length) throw new Error('The MP4 ends within a box.');
    const type = bytes.toString('latin1', start + 4, start + BOX_HEAD_BYTES);
    boxes.push({ type, start, bytes: bytes.subarray(start, start + size) });
    start += size;
  }
  return boxes;
}

const HOLDS_CHUNK_LISTS = ['trak', 'mdia', 'minf', 'stbl'];

/** Where samples lie is written from the start of the file on. */
function moveChunks(movie: Buffer, by: number): Buffer {
  const moved = Buffer.from(movie);
  moveWithin(moved.subarray(BOX_HEAD_BYTES), by);
  return moved;
}

function moveWithin(contents: Buffer, by: number): void {
  for (const { type, bytes } of boxesOf(contents)) {
    if (HOLDS_CHUNK_LISTS.includes(type)) moveWithin(bytes.subarray(BOX_HEAD_BYTES), by);
    // Behind the box's head come its version and the count of places.
    if (type === 'stco')
      for (let at = 16; at < bytes.length; at += 4) bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
    if (type === 'co64')
      for (let at = 16; at < bytes.length; at += 8) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(by), at);
  }
}

function manifestHead(size: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return Buffer.concat([
    length,
    Buffer.from('uuid'),
    MANIFEST_BOX,
    Buffer.alloc(4),
    Buffer.from('manifest\0'),
    wide(0),
  ]);
}

function wide(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

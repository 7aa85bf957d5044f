/** How many pixels an image says it has, read from its first bytes without decoding: what it may cost, before it does. */
import { type FileHandle, open } from 'node:fs/promises';
import { imagePixelsMax } from '@afterimage/contract';

const headBytes = 64;
/** A JPEG's size stands behind its other segments; cameras write a dozen, and thousands are an attack. */
const segmentsMax = 200;
/** Of a frame: precision, height, width. */
const frameBytes = 9;

/** What says nothing that can be understood counts as the largest. */
export async function claimedPixels(file: string): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const head = await read(handle, 0, headBytes);
    const size = pngSize(head) ?? webpSize(head) ?? (await jpegSize(handle, head));
    return size === null ? imagePixelsMax : size.width * size.height;
  } finally {
    await handle.close();
  }
}

interface Size {
  width: number;
  height: number;
}

async function read(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

const isText = (head: Buffer, at: number, text: string): boolean =>
  head.toString('latin1', at, at + text.length) === text;

function pngSize(head: Buffer): Size | null {
  if (!isText(head, 12, 'IHDR') || head.length < 24) return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function webpSize(head: Buffer): Size | null {
  if (!isText(head, 8, 'WEBP') || head.length < 30) return null;
  if (isText(head, 12, 'VP8X')) return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) };
  if (isText(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

/** Walks from segment to segment until the first that begins a frame. */
async function jpegSize(handle: FileHandle, head: Buffer): Promise<Size | null> {
  if (head[0] !== 0xff || head[1] !== 0xd8) return null;
  let at = 2;
  for (let segments = 0; segments < segmentsMax; segments += 1) {
    const segment = await read(handle, at, frameBytes);
    if (segment.length < frameBytes || segment[0] !== 0xff) return null;
    const marker = segment[1]!;
    // C4, C8 and CC are tables; the others of this row begin a frame.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    }
    // Markers may be filled up with FF.
    at += marker === 0xff ? 1 : 2 + segment.readUInt16BE(2);
  }
  return null;
}

/** What a file really is, by its first bytes: libraries only ever see formats we mean to read. */
import { open } from 'node:fs/promises';
import { InvalidMedia } from './invalid-media.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp';
export type VideoContainer = 'mov' | 'matroska';

const SIGNATURE_BYTES = 16;

/** Reads the head of a file that is no larger than it may be. */
async function readHead(file: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > bytesMax) throw new InvalidMedia(`The file has ${size} bytes; at most ${bytesMax} are read.`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** SVG must never reach the image library: it can name files and other hosts. */
export async function identifyImage(file: string, bytesMax: number): Promise<ImageFormat> {
  const head = await readHead(file, bytesMax);
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  throw new InvalidMedia('The image is not a JPEG, PNG or WEBP.');
}

/** A playlist dressed as a video would make the demuxer open other files and hosts, so the container is named, not guessed. */
export async function identifyVideo(file: string, bytesMax: number): Promise<VideoContainer> {
  const head = await readHead(file, bytesMax);
  const box = head.toString('latin1', 4, 8);
  if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(box)) return 'mov';
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) return 'matroska';
  throw new InvalidMedia('The video is not an MP4, MOV or WEBM.');
}

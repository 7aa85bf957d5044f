/** One file that holds many: a tar (ustar), so that any machine can look into a backup, and ours reads it without help. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

const block = 512;
const nameBytesMax = 100;
/** Eleven octal digits. */
const entryBytesMax = 8 ** 11 - 1;
const readAtOnceBytes = 262_144;

export interface ArchiveEntry {
  name: string;
  bytes: number;
}

export interface ArchiveWriter {
  /** So many entries may be added at once. */
  atOnceMax: number;
  /** @param chunks exactly so many bytes */
  add(name: string, bytes: number, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** It is whole, safe against a crash and there by its name when this returns, and not before. Returns how large it is. */
  finish(): Promise<number>;
  /** Leaves nothing of it. */
  abandon(): Promise<void>;
}

/** The content had another length than was promised, as of a file that was cut off meanwhile. */
export class WrongLength extends Error {}

/** @param path of a file that does not exist: only its user may read it */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  return {
    atOnceMax: 1,
    async add(name, bytes, chunks) {
      if (Buffer.byteLength(name) > nameBytesMax || bytes > entryBytesMax) throw new Error(`${name} does not fit.`);
      await file.appendFile(headerOf(name, bytes));
      let written = 0;
      for await (const chunk of chunks) {
        written += chunk.length;
        await file.appendFile(chunk);
      }
      if (written !== bytes) throw new WrongLength(`${name} had ${written} bytes and not ${bytes}.`);
      await file.appendFile(Buffer.alloc(paddingOf(bytes)));
    },
    async finish() {
      await file.appendFile(Buffer.alloc(2 * block));
      await file.sync();
      const { size } = await file.stat();
      await file.close();
      await rename(draft, path);
      return size;
    },
    async abandon() {
      await file.close();
      await rm(draft, { force: true });
    },
  };
}

const paddingOf = (bytes: number): number => (block - (bytes % block)) % block;

function headerOf(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(bytes, 11), 124);
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((whole, byte) => whole + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export interface ArchiveReader {
  /** So many entries are worth being copied at once. */
  atOnceMax: number;
  entries: readonly ArchiveEntry[];
  /** Of a small one. */
  read(entry: ArchiveEntry): Promise<Buffer>;
  copyToFile(entry: ArchiveEntry, path: string): Promise<void>;
  close(): Promise<void>;
}

interface TarEntry extends ArchiveEntry {
  /** Where its content begins in the file. */
  at: number;
}

/** Null: it is no archive, or is cut off. */
export async function openArchive(path: string): Promise<ArchiveReader | null> {
  const file = await open(path, 'r');
  const entries = await listEntries(file);
  if (entries === null) {
    await file.close();
    return null;
  }
  return {
    atOnceMax: 1,
    entries,
    async read(entry) {
      const { at, bytes } = entry as TarEntry;
      return (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
    },
    async copyToFile(entry, path) {
      const { at, bytes } = entry as TarEntry;
      await pipeline(contentOf(file, { at, bytes }), createWriteStream(path, { mode: 0o600 }));
    },
    close: () => file.close(),
  };
}

/** Not a stream of the handle's own: each would leave a listener at it, for as long as it is open. */
async function* contentOf(file: FileHandle, { at, bytes }: Pick<TarEntry, 'at' | 'bytes'>): AsyncGenerator<Buffer> {
  for (let read = 0; read < bytes; ) {
    const length = Math.min(bytes - read, readAtOnceBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at + read);
    if (bytesRead === 0) throw new WrongLength(`The archive was cut off at ${at + read} bytes.`);
    yield buffer.subarray(0, bytesRead);
    read += bytesRead;
  }
}

async function listEntries(file: FileHandle): Promise<TarEntry[] | null> {
  const { size } = await file.stat();
  const entries: TarEntry[] = [];
  for (let at = 0; at + block <= size; ) {
    const { buffer: header } = await file.read(Buffer.alloc(block), 0, block, at);
    if (header.every((byte) => byte === 0)) return entries;
    const entry = readHeader(header, at + block);
    if (entry === null || entry.at + entry.bytes > size) return null;
    entries.push(entry);
    at = entry.at + entry.bytes + paddingOf(entry.bytes);
  }
  // Without its end it may lack anything.
  return null;
}

function readHeader(header: Buffer, at: number): TarEntry | null {
  if (header.toString('latin1', 257, 262) !== 'ustar') return null;
  const name = header.toString('utf8', 0, header.indexOf(0));
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
  return name === '' || Number.isNaN(bytes) ? null : { name, bytes, at };
}

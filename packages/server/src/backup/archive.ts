/** One file that holds many: a tar (ustar), so that any machine can look into a backup, and ours reads it without help. */
import { type FileHandle, open } from 'node:fs/promises';

const block = 512;
const nameBytesMax = 100;
/** Eleven octal digits. */
const entryBytesMax = 8 ** 11 - 1;

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Where its content begins in the file. */
  at: number;
}

export interface ArchiveWriter {
  /** @param chunks exactly so many bytes */
  add(name: string, bytes: number, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** Everything is on the disk when this returns. */
  close(): Promise<void>;
}

/** The content had another length than was promised, as of a file that was cut off meanwhile. */
export class WrongLength extends Error {}

/** @param path of a file that does not exist: only its user may read it */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600);
  return {
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
    async close() {
      await file.appendFile(Buffer.alloc(2 * block));
      await file.sync();
      await file.close();
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
  entries: readonly ArchiveEntry[];
  /** Of a small one. */
  read(entry: ArchiveEntry): Promise<Buffer>;
  stream(entry: ArchiveEntry): NodeJS.ReadableStream & AsyncIterable<Buffer>;
  close(): Promise<void>;
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
    entries,
    async read({ at, bytes }) {
      return (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
    },
    stream: ({ at, bytes }) => file.createReadStream({ start: at, end: at + bytes - 1, autoClose: false }),
    close: () => file.close(),
  };
}

async function listEntries(file: FileHandle): Promise<ArchiveEntry[] | null> {
  const { size } = await file.stat();
  const entries: ArchiveEntry[] = [];
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

function readHeader(header: Buffer, at: number): ArchiveEntry | null {
  if (header.toString('latin1', 257, 262) !== 'ustar') return null;
  const name = header.toString('utf8', 0, header.indexOf(0));
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
  return name === '' || Number.isNaN(bytes) ? null : { name, bytes, at };
}

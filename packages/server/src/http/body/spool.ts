/** The spool: where media sent inside bodies lie as files until the media store takes them over. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createTally } from '../../queue/tally.ts';

/** Four decodings of 64 KiB of base64: one write each. */
const blockBytes = 4 * 48 * 1024;
const idleBlocksMax = 16;
/** What comes in pieces this small has ended with them, or is nobody's picture. */
const smallBytes = 4 * 1024;
const foreignFolderDays = 1;

/** What one owner's media may take up here at once: the largest body of any family, several times over. */
export const ownerSpoolBytesMax = 640 * 1024 * 1024;

/** One process's part of the spool. The host is in its name because process ids mean nothing to another container. */
export class Spool {
  readonly #folder: string;
  #files = 0;
  readonly #idleBlocks: Buffer[] = [];
  readonly #held = createTally();

  constructor(spoolFolder: string) {
    this.#folder = join(spoolFolder, `${hostName()}-${process.pid}-${randomBytes(6).toString('hex')}`);
  }

  newPath(): string {
    this.#files += 1;
    return join(this.#folder, String(this.#files));
  }

  async open(path: string): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  }

  /** Blocks are used again: fresh ones would wait for the garbage collector while 80 MB bodies stream through. */
  takeBlock(bytes: number): Buffer {
    if (bytes <= smallBytes) return Buffer.allocUnsafe(bytes);
    return this.#idleBlocks.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
  }

  giveBlockBack(block: Buffer): void {
    if (block.length === blockBytes && this.#idleBlocks.length < idleBlocksMax) this.#idleBlocks.push(block);
  }

  /** Noted as files grow, and taken back when they are discarded. */
  note(owner: string, bytes: number): void {
    this.#held.add(owner, bytes);
  }

  isFullOf(owner: string): boolean {
    return this.#held.of(owner) > ownerSpoolBytesMax;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Removes what processes that are gone left behind; to be called before this process spools anything. */
export async function cleanSpool(spoolFolder: string): Promise<void> {
  const names = await readdir(spoolFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const folder = join(spoolFolder, name);
    if (await isLeftBehind(name, folder)) await rm(folder, { recursive: true, force: true });
  }
}

async function isLeftBehind(name: string, folder: string): Promise<boolean> {
  const [, host, pid] = /^(.+)-(\d+)-[0-9a-f]{12}$/.exec(name) ?? [];
  if (host === undefined || pid === undefined) return false;
  // A container's process often gets the same id again after a crash: nothing of ours can be there before we spool.
  if (host === hostName()) return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > foreignFolderDays * 86_400_000;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hostName(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, '_');
}

/** Writes the decoded media of one body to the spool, behind the reader's back but never far behind. */
import { type FileHandle, rm } from 'node:fs/promises';
import type { Spool } from './spool.ts';

/** Bytes of one body that may wait for the disk before its socket is no longer read. */
const unwrittenBytesMax = 1024 * 1024;

/** The files of one body. */
export class BodySpool {
  readonly #spool: Spool;
  readonly #owner: string;
  readonly #files: SpoolFile[] = [];
  #heldBytes = 0;
  #unwrittenBytes = 0;
  #wake: (() => void) | null = null;
  readonly #mayWrite = Promise.withResolvers<void>();
  #writes: boolean;

  /** @param begins `asked`: nothing reaches the disk before `settle`, so a body that is refused sooner costs it nothing */
  constructor(spool: Spool, owner: string, begins: 'at once' | 'on demand' = 'at once') {
    this.#spool = spool;
    this.#owner = owner;
    this.#writes = begins === 'at once';
    if (this.#writes) this.#mayWrite.resolve();
  }

  newFile(): SpoolFile {
    const file = new SpoolFile(this.#spool, {
      noteUnwritten: (bytes) => this.#note(bytes),
      mayWrite: this.#mayWrite.promise,
    });
    this.#files.push(file);
    return file;
  }

  get isBehind(): boolean {
    return this.#unwrittenBytes > unwrittenBytesMax;
  }

  async catchUp(): Promise<void> {
    while (this.#unwrittenBytes > unwrittenBytesMax / 2) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when every file is complete on disk; rejects when one could not be written. */
  async settle(): Promise<void> {
    this.#writes = true;
    this.#mayWrite.resolve();
    for (const file of this.#files) await file.settled;
  }

  /** Removes every file that has not been moved away, after the writes under way have ended. */
  async discard(): Promise<void> {
    this.#spool.note(this.#owner, -this.#heldBytes);
    this.#heldBytes = 0;
    if (!this.#writes) {
      for (const file of this.#files) file.forget();
      this.#mayWrite.resolve();
      return;
    }
    for (const file of this.#files) {
      file.abandon();
      await file.settled.catch(() => {});
      await rm(file.path, { force: true });
    }
  }

  #note(bytes: number): void {
    this.#unwrittenBytes += bytes;
    if (bytes < 0) return this.#wake?.();
    this.#heldBytes += bytes;
    this.#spool.note(this.#owner, bytes);
  }
}

export class SpoolFile {
  readonly path: string;
  readonly #spool: Spool;
  readonly #noteUnwritten: (bytes: number) => void;
  #block: Buffer | null = null;
  #filledBytes = 0;
  #position = 0;
  #handle: FileHandle | null = null;
  #state: 'open' | 'finished' | 'abandoned' = 'open';
  #work: Promise<void>;

  constructor(spool: Spool, of: { noteUnwritten(bytes: number): void; mayWrite: Promise<void> }) {
    this.#spool = spool;
    this.#noteUnwritten = of.noteUnwritten;
    this.#work = of.mayWrite;
    this.path = spool.newPath();
  }

  get settled(): Promise<void> {
    return this.#work;
  }

  /** Where the next bytes may be put; `advance` then says how many were. */
  room(bytes: number): Buffer {
    if (this.#block !== null && this.#block.length - this.#filledBytes < bytes) this.#flush();
    this.#block ??= this.#spool.takeBlock(bytes);
    return this.#block.subarray(this.#filledBytes);
  }

  advance(bytes: number): void {
    this.#filledBytes += bytes;
    if (this.#filledBytes === this.#block?.length) this.#flush();
  }

  finish(): void {
    this.#flush();
    this.#state = 'finished';
    this.#close();
  }

  /** Gives the disk space back as soon as the write under way ends. */
  abandon(): void {
    if (this.#state !== 'open') return;
    this.#state = 'abandoned';
    this.#flush();
    this.#close();
    this.#queue(() => rm(this.path, { force: true }));
  }

  /** Before the first write: there is nothing to remove. */
  forget(): void {
    this.#state = 'abandoned';
  }

  #flush(): void {
    const block = this.#block;
    const bytes = this.#filledBytes;
    if (block === null) return;
    this.#block = null;
    this.#filledBytes = 0;
    this.#noteUnwritten(bytes);
    const written = this.#work.then(() => (this.#state === 'abandoned' ? undefined : this.#write(block, bytes)));
    this.#keep(
      written.finally(() => {
        this.#spool.giveBlockBack(block);
        this.#noteUnwritten(-bytes);
      }),
    );
  }

  async #write(block: Buffer, bytes: number): Promise<void> {
    this.#handle ??= await this.#spool.open(this.path);
    let done = 0;
    while (done < bytes) {
      const { bytesWritten } = await this.#handle.write(block, done, bytes - done, this.#position + done);
      done += bytesWritten;
    }
    this.#position += bytes;
  }

  #close(): void {
    this.#keep(this.#work.finally(() => this.#handle?.close()));
  }

  #queue(step: () => Promise<void>): void {
    this.#keep(this.#work.then(step));
  }

  /** A failed write is seen by whoever awaits `settled`; until then it must not count as unhandled. */
  #keep(work: Promise<void>): void {
    this.#work = work;
    work.catch(() => {});
  }
}

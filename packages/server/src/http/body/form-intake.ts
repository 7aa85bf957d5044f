/** Makes fields and files of a `multipart/form-data` body as it arrives: the files go to the spool. */
import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { Upload } from '@afterimage/contract';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { sniffMediaType } from '../../media/detect-type.ts';
import { type BodyReading, type BodyRules, malformed } from './body-reading.ts';
import type { Intake } from './large-body.ts';
import type { BodySpool, SpoolFile } from './spool-file.ts';

/** A form has no names of its own for media: every file is kept, up to so many bytes. */
export type FormRules = Omit<BodyRules, 'mediaFields'> & { fileBytesMax: number };

/** What was sent under each name, in the order in which it came. */
export type FormValue = Record<string, (string | Upload)[]>;

/** Of the event loop. */
const silentIterations = 20;
/** More than any caller has a use for; without a bound, a body of part after part would take all memory. */
const limits = { fields: 100, files: 32, parts: 132, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 20 };
const unreadable = 'The form is cut off or is not multipart/form-data.';
const tooMany = `The form holds more than ${limits.fields} fields or ${limits.files} files.`;

export class FormIntake implements Intake {
  readonly #files: BodySpool;
  readonly #bytesMax: number;
  readonly #parser: BusboyInstance;
  readonly #value: FormValue = Object.create(null);
  /**
   * One for each part, in their order: what divides them is drawn anew for every request, and the bytes of a file may come
   * out of the parser after the name of the next. Null when nobody asks for the digest.
   */
  readonly #hashes: Hash[] | null;
  /** How often the parser has let something out. */
  #heard = 0;
  #isOver = false;
  #fault: string | null = null;

  constructor(files: BodySpool, { rules, boundary }: { rules: FormRules; boundary: string }) {
    this.#files = files;
    this.#bytesMax = rules.fileBytesMax;
    this.#hashes = rules.digest === 'sha256' ? [] : null;
    const headers: BusboyHeaders = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    this.#parser = new Busboy({ headers, limits });
    this.#parser.on('field', (name, text, nameCut, textCut) => {
      this.#heard += 1;
      if (nameCut || textCut) this.#refuse(`${name.slice(0, 40)} is longer than a form may hold.`);
      this.#newHash(name)?.update(text);
      this.#add(name, text);
    });
    this.#parser.on('file', (name, stream, _fileName, _encoding, type) => this.#takeFile(name, stream, type));
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      this.#parser.on(limit, () => this.#refuse(tooMany));
    }
    this.#parser.on('finish', () => {
      this.#isOver = true;
    });
    this.#parser.on('error', () => {
      this.#refuse(unreadable);
      this.#isOver = true;
    });
  }

  take(chunk: Buffer): string | null {
    if (this.#fault === null) this.#parser.write(chunk);
    return this.#fault;
  }

  async end(): Promise<BodyReading> {
    this.#parser.end();
    await this.#workedOff();
    this.#refuseUnreadText();
    if (this.#fault !== null) return malformed(this.#fault);
    await this.#files.settle();
    return {
      ok: true,
      value: this.#value,
      uploads: Object.values(this.#value).flatMap((sent) => sent.filter((each) => each instanceof Upload)),
      digest: this.#digest(),
      settle: () => this.#files.settle(),
      discard: () => this.#files.discard(),
    };
  }

  /** The parser holds on to some of what it was given, and lets it out later. */
  stop(): void {
    this.#refuse('It is over.');
  }

  #refuse(sentence: string): void {
    this.#fault ??= sentence;
  }

  /** All that the parser was given it works off in a few iterations of the event loop; a part whose head never ends leaves it without a word. */
  async #workedOff(): Promise<void> {
    for (let silent = 0; !this.#isOver && silent < silentIterations; ) {
      const heard = this.#heard;
      await immediate();
      silent = heard === this.#heard ? silent + 1 : 0;
    }
    if (!this.#isOver) this.#refuse(unreadable);
  }

  /** U+FFFD is all that the parser leaves of bytes that are no text. */
  #refuseUnreadText(): void {
    for (const [name, sent] of Object.entries(this.#value)) {
      const isUnread = sent.some((each) => typeof each === 'string' && each.includes('\ufffd'));
      if (isUnread) this.#refuse(`${name.slice(0, 40)} is not valid UTF-8, or was not once: it holds U+FFFD.`);
    }
  }

  #newHash(name: string): Hash | undefined {
    if (this.#hashes === null) return undefined;
    const hash = createHash('sha256').update(`${name}\0`);
    this.#hashes.push(hash);
    return hash;
  }

  #digest(): Buffer | null {
    if (this.#hashes === null) return null;
    const whole = createHash('sha256');
    for (const part of this.#hashes) whole.update(part.digest());
    return whole.digest();
  }

  #add(name: string, sent: string | Upload): void {
    this.#value[name] = [...(this.#value[name] ?? []), sent];
  }

  #takeFile(name: string, stream: Readable, type: string): void {
    let file: SpoolFile | null = null;
    let bytes = 0;
    let sniffedType: string | null = null;
    const hash = this.#newHash(name);
    stream.on('data', (chunk: Buffer) => {
      this.#heard += 1;
      if (this.#fault !== null) return;
      hash?.update(chunk);
      if (bytes === 0) sniffedType = sniffMediaType(chunk);
      bytes += chunk.length;
      if (bytes > this.#bytesMax) {
        file?.abandon();
        return;
      }
      file ??= this.#files.newFile();
      chunk.copy(file.room(chunk.length));
      file.advance(chunk.length);
    });
    stream.on('end', () => {
      const fault = bytes > this.#bytesMax ? 'too_large' : bytes === 0 ? 'empty' : null;
      if (fault === null) file?.finish();
      // Many a program does not know what it sends; its bytes tell.
      const declaredType = type.startsWith('image/') ? type : sniffedType;
      this.#add(name, new Upload({ declaredType, sniffedType, bytes, fault, file: file?.path ?? '' }));
    });
    // The parser says so too.
    stream.on('error', () => undefined);
  }
}

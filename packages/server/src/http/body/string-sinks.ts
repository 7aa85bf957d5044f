/** Where the scanner sends the characters of a string: into the kept text, or through the decoder into a file. */
import type { MediaFieldRule, Upload } from '@afterimage/contract';
import { isMediaText } from './inline-media.ts';
import type { KeptText } from './kept-text.ts';
import type { BodySpool } from './spool-file.ts';
import { UploadDecoder } from './upload-decoder.ts';

const firstPrintable = 32;
const longestScheme = 'https://'.length;

export interface StringSink {
  /** Characters as they stand in the body, none of them a quote or a backslash. */
  take(run: Buffer): void;
  /** One whole, valid escape: `\/`, `\u002b`. */
  takeEscape(sequence: string): void;
  readonly sawControl: boolean;
}

/** Keeps a string as text, at most `bytesMax` of it: more than any field takes, so a longer text is a fault anyway. */
export class TextSink implements StringSink {
  readonly #kept: KeptText;
  readonly #start: number;
  readonly #bytesMax: number;
  #isFull = false;
  #sawControl = false;

  constructor(kept: KeptText, bytesMax: number) {
    this.#kept = kept;
    this.#start = kept.length;
    this.#bytesMax = bytesMax;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  get sawControl(): boolean {
    return this.#sawControl;
  }

  take(run: Buffer): void {
    const keptLength = this.#isFull ? 0 : characterEnd(run, Math.max(0, this.#room()));
    this.#kept.append(run.subarray(0, keptLength));
    if (keptLength === run.length) return;
    this.#isFull = true;
    // Controls in what is kept are found when the kept text is parsed.
    for (let i = keptLength; i < run.length; i += 1) if (run[i]! < firstPrintable) this.#sawControl = true;
  }

  takeEscape(sequence: string): void {
    if (this.#room() < sequence.length) this.#isFull = true;
    if (!this.#isFull) this.#kept.append(Buffer.from(sequence, 'latin1'));
  }

  #room(): number {
    return this.#bytesMax - (this.#kept.length - this.#start);
  }
}

/** A string of a media field: its first characters tell whether it is a URL, which stays text, or media. */
export class MediaSink implements StringSink {
  readonly #rule: MediaFieldRule;
  readonly #kept: KeptText;
  readonly #start: number;
  readonly #text: TextSink;
  readonly #spool: BodySpool;
  #decoder: UploadDecoder | null = null;
  #head = '';
  #isUrl = false;

  constructor(rule: MediaFieldRule, to: { kept: KeptText; textBytesMax: number; spool: BodySpool }) {
    this.#rule = rule;
    this.#kept = to.kept;
    this.#start = to.kept.length;
    this.#text = new TextSink(to.kept, to.textBytesMax);
    this.#spool = to.spool;
  }

  get sawControl(): boolean {
    return (this.#decoder ?? this.#text).sawControl;
  }

  take(run: Buffer): void {
    if (!this.#isUndecided()) {
      (this.#decoder ?? this.#text).take(run);
      return;
    }
    const headLength = Math.min(run.length, longestScheme - this.#head.length);
    this.#text.take(run.subarray(0, headLength));
    this.#addToHead(run.toString('latin1', 0, headLength));
    if (headLength < run.length) this.take(run.subarray(headLength));
  }

  takeEscape(sequence: string): void {
    if (this.#decoder !== null) {
      this.#decoder.takeByte(asciiOf(sequence));
      return;
    }
    this.#text.takeEscape(sequence);
    if (this.#isUndecided()) this.#addToHead(String.fromCharCode(asciiOf(sequence)));
  }

  /** The upload that the string has become, or null when it is a URL and stays text. */
  end(): Upload | null {
    if (this.#isUndecided()) this.#decide();
    return this.#decoder?.finish() ?? null;
  }

  #isUndecided(): boolean {
    return this.#decoder === null && !this.#isUrl;
  }

  #addToHead(characters: string): void {
    this.#head += characters;
    if (this.#head.length === longestScheme) this.#decide();
  }

  #decide(): void {
    if (!isMediaText(this.#rule, this.#head)) {
      this.#isUrl = true;
      return;
    }
    this.#kept.cutBack(this.#start);
    this.#decoder = new UploadDecoder(this.#rule, this.#spool);
    this.#decoder.take(Buffer.from(this.#head, 'latin1'));
  }
}

/** The character of an escape when it is printable ASCII, else a byte that no header and no base64 may hold. */
function asciiOf(sequence: string): number {
  if (sequence.length === 2) return '"\\/'.includes(sequence[1]!) ? sequence.charCodeAt(1) : 0xff;
  const code = Number.parseInt(sequence.slice(2), 16);
  return code >= firstPrintable && code < 0x7f ? code : 0xff;
}

/** The first place from `at` on where a character begins: a cut in the middle of one would look like bad UTF-8. */
function characterEnd(run: Buffer, at: number): number {
  let end = Math.min(at, run.length);
  while (end < run.length && (run[end]! & 0xc0) === 0x80) end += 1;
  return end;
}

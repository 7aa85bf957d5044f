/** Turns the text of one media field into a file while it arrives: data URI header, base64, byte cap, first bytes. */
import { type MediaFieldRule, Upload, type UploadFault } from '@afterimage/contract';
import { sniffMediaType } from '../../media/detect-type.ts';
import type { BodySpool, SpoolFile } from './spool-file.ts';

/** A multiple of four, so that no group of base64 is ever cut; short enough that nobody waits for its decoding. */
const stagedCharacters = 64 * 1024;
/** What is smaller than this never takes more: ten tiny images must not cost megabytes to read. */
const firstStagedCharacters = 1024;
const headerCharactersMax = 256;
/** RFC 2397: parameters such as `;charset=utf-8` may stand between the type and `;base64`. They tell us nothing. */
const headerShape = /^data:([\w!#$&^.+-]+\/[\w!#$&^.+-]+)(?:;[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"]*"))*;base64,$/i;
const comma = 44;
const firstPrintable = 32;

export class UploadDecoder {
  readonly #rule: MediaFieldRule;
  readonly #spool: BodySpool;
  #stage: 'header' | 'data' | 'faulty' = 'header';
  #header = '';
  #staged = Buffer.allocUnsafe(firstStagedCharacters);
  #stagedLength = 0;
  #dataCharacters = 0;
  #padded = false;
  #file: SpoolFile | null = null;
  #bytes = 0;
  #declaredType: string | null = null;
  #sniffedType: string | null = null;
  #fault: UploadFault | null = null;
  #sawControl = false;

  constructor(rule: MediaFieldRule, spool: BodySpool) {
    this.#rule = rule;
    this.#spool = spool;
  }

  /** Whether the text held a bare control character, which makes the whole body invalid JSON. */
  get sawControl(): boolean {
    return this.#sawControl;
  }

  take(run: Buffer): void {
    let at = 0;
    while (at < run.length && this.#stage === 'header') {
      this.#takeHeader(run[at]!);
      at += 1;
    }
    this.#takeData(at === 0 ? run : run.subarray(at));
  }

  /** One character that was escaped. PHP escapes every slash, about one character in 64. */
  takeByte(byte: number): void {
    if (this.#stage === 'header') {
      this.#takeHeader(byte);
      return;
    }
    this.#dataCharacters += 1;
    if (this.#stage !== 'data') return;
    this.#staged[this.#stagedLength] = byte;
    this.#stagedLength += 1;
    if (this.#stagedLength === this.#staged.length) this.#makeRoom();
  }

  /** The text has ended; the file may still be on its way to the disk. */
  finish(): Upload {
    if (this.#stage === 'header') this.#endHeader();
    if (this.#stage === 'data') this.#decode();
    if (this.#fault === null && this.#bytes === 0) this.#fail('empty');
    if (this.#fault === null) this.#file?.finish();
    return new Upload({
      declaredType: this.#declaredType,
      sniffedType: this.#sniffedType,
      bytes: this.#fault === 'too_large' ? Math.floor((this.#dataCharacters / 4) * 3) : this.#bytes,
      fault: this.#fault,
      file: this.#fault === null ? (this.#file?.path ?? '') : '',
    });
  }

  #takeHeader(byte: number): void {
    this.#header += String.fromCharCode(byte);
    if (this.#header.length === 'data:'.length && !this.#isDataUri()) this.#endHeader();
    else if (byte === comma && this.#isDataUri()) this.#readDataUri();
    else if (this.#header.length === headerCharactersMax) this.#failHeader();
  }

  #readDataUri(): void {
    const [, type] = headerShape.exec(this.#header) ?? [];
    if (type === undefined) this.#failHeader();
    else {
      this.#declaredType = type.toLowerCase();
      this.#stage = 'data';
    }
  }

  /** The text turned out to be no data URI: plain base64 where the field takes that. */
  #endHeader(): void {
    if (this.#header === '') this.#fail('empty');
    else if (this.#rule.takes === 'url-or-data-uri-or-base64' && !this.#isDataUri()) {
      this.#stage = 'data';
      this.#takeData(Buffer.from(this.#header, 'latin1'));
    } else this.#failHeader();
  }

  #isDataUri(): boolean {
    return /^data:/i.test(this.#header);
  }

  #failHeader(): void {
    this.#noteControls(Buffer.from(this.#header, 'latin1'));
    this.#fail('not_data_uri');
  }

  /** What follows a fault is read to the end, because the answer names every fault of the body, but kept nowhere. */
  #takeData(run: Buffer): void {
    this.#dataCharacters += run.length;
    let at = 0;
    while (at < run.length && this.#stage === 'data') {
      const copied = run.copy(this.#staged, this.#stagedLength, at);
      at += copied;
      this.#stagedLength += copied;
      if (this.#stagedLength === this.#staged.length) this.#makeRoom();
    }
    if (at < run.length) this.#noteControls(run.subarray(at));
  }

  #makeRoom(): void {
    if (this.#staged.length === stagedCharacters) return this.#decode();
    const first = this.#staged;
    this.#staged = Buffer.allocUnsafe(stagedCharacters);
    first.copy(this.#staged);
  }

  #decode(): void {
    const characters = this.#stagedLength;
    if (characters === 0) return;
    this.#stagedLength = 0;
    this.#file ??= this.#spool.newFile();
    const room = this.#file.room(Math.ceil(characters / 4) * 3);
    const decodedBytes = this.#padded ? null : decodeBase64(this.#staged.toString('latin1', 0, characters), room);
    if (decodedBytes === null) {
      this.#noteControls(this.#staged.subarray(0, characters));
      this.#fail('not_base64');
      return;
    }
    if (this.#bytes === 0) this.#sniffedType = sniffMediaType(room.subarray(0, decodedBytes));
    this.#padded = decodedBytes % 3 !== 0;
    this.#bytes += decodedBytes;
    if (this.#bytes > this.#rule.bytesMax) this.#fail('too_large');
    else this.#file.advance(decodedBytes);
  }

  #fail(fault: UploadFault): void {
    this.#fault = fault;
    this.#stage = 'faulty';
    this.#file?.abandon();
  }

  /** Only text that did not decode is looked at: base64 that does cannot hold one, and every character costs a look. */
  #noteControls(text: Buffer): void {
    for (let i = 0; i < text.length; i += 1) if (text[i]! < firstPrintable) this.#sawControl = true;
  }
}

/** The bytes decoded; null unless the text is base64 in the standard alphabet, padded, without white space. */
function decodeBase64(text: string, into: Buffer): number | null {
  if (text.length % 4 !== 0) return null;
  try {
    const { written } = into.setFromBase64(text, { lastChunkHandling: 'strict' });
    // White space is skipped in silence, but only four characters of it leave whole groups: three bytes too few.
    const missing = (text.length / 4) * 3 - written;
    return missing <= 2 ? written : null;
  } catch {
    return null;
  }
}

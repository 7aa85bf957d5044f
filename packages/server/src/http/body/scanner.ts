/** Reads a large JSON body piece by piece: media go to files as they arrive, the text around them is kept. */
import type { MediaFieldRule, Upload } from '@afterimage/contract';
import { listItemsKeptMax } from './inline-media.ts';
import { depthMax, findJsonFault } from './json-fault.ts';
import { KeptText } from './kept-text.ts';
import type { BodySpool } from './spool-file.ts';
import { parseStrictJson } from './strict-json.ts';
import { MediaSink, type StringSink, TextSink } from './string-sinks.ts';

const textBytesMax = 256 * 1024;
const nameBytesMax = 64 * 1024;
const keptBytesMax = 2 * 1024 * 1024;
/** A small body cannot hold more; without it, a large one of `{},` would become many times its bytes in objects. */
const valuesMax = 65_536;

const tooDeep = `The body is nested more than ${depthMax} levels deep`;
const tooManyValues = `The body holds more than ${valuesMax} values`;
const tooMuchText = `The body holds more than ${keptBytesMax} bytes besides its media.`;
const nameTooLong = `The body has a field name longer than ${nameBytesMax} bytes`;
const badEscape = 'The body is not valid JSON: an escape that does not exist';
const bareControl =
  'The body is not valid JSON: a control character inside a string must be escaped, in the string that ends';

const escapable = '"\\/bfnrtu';

const quoteMark = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const closingQuote = Buffer.from('"');

export type Scan =
  | { ok: true; value: unknown; uploads: Upload[] }
  | { ok: false; detail: string; field?: string | undefined };

interface OpenString {
  sink: StringSink;
  /** The sink of a field name; null for a value. */
  name: TextSink | null;
  keptStart: number;
  bodyStart: number;
}

/** Only as much grammar as finds names and strings; whether it is JSON is decided when what was kept is parsed. */
export class BodyScanner {
  readonly #mediaFields: ReadonlyMap<string, MediaFieldRule>;
  readonly #spool: BodySpool;
  readonly #kept = new KeptText();
  readonly #found: { field: string; index: number | null; upload: Upload }[] = [];
  /** The opening bracket or brace of each level; level 0 is outside. */
  readonly #levels = new Uint8Array(depthMax + 1);
  #depth = 0;
  #afterColon = false;
  #field = '';
  #index = 0;
  #values = 0;
  #string: OpenString | null = null;
  /** The part of an escape that has arrived; empty outside escapes. */
  #escape = '';
  #nextQuote = -1;
  #nextBackslash = -1;
  #bytesBefore = 0;
  #refusal: string | null = null;

  constructor(options: { mediaFields: ReadonlyMap<string, MediaFieldRule>; spool: BodySpool }) {
    this.#mediaFields = options.mediaFields;
    this.#spool = options.spool;
  }

  /** Takes the next piece; the answer is why the body is refused, or null to go on. */
  take(chunk: Buffer): string | null {
    this.#nextQuote = -1;
    this.#nextBackslash = -1;
    let at = 0;
    while (at < chunk.length && this.#refusal === null) {
      at = this.#string === null ? this.#scanStructure(chunk, at) : this.#scanString(chunk, at);
    }
    this.#bytesBefore += chunk.length;
    if (this.#refusal === null && this.#kept.length > keptBytesMax) this.#refuseLength();
    return this.#refusal;
  }

  /** The body has ended. Uploads take their places only now: nothing a caller writes can pass for one. */
  end(): Scan {
    this.#noteGap(this.#bytesBefore);
    const reading = parseStrictJson(this.#kept.bytes);
    if (!reading.ok) return { ok: false, detail: this.#kept.describe(reading.fault), field: reading.fault.field };
    const body = reading.value as Record<string, unknown>;
    for (const { field, index, upload } of this.#found) {
      if (index === null) body[field] = upload;
      else (body[field] as unknown[])[index] = upload;
    }
    return { ok: true, value: reading.value, uploads: this.#found.map((found) => found.upload) };
  }

  #scanStructure(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at]!;
      if (byte === quoteMark) {
        this.#kept.append(chunk.subarray(from, at + 1));
        this.#openString(this.#bytesBefore + at + 1);
        return at + 1;
      }
      if (!this.#takeMark(byte)) {
        this.#kept.append(chunk.subarray(from, at));
        this.#refuse(this.#depth > depthMax ? tooDeep : tooManyValues);
        return at;
      }
      at += 1;
    }
    this.#kept.append(chunk.subarray(from, at));
    return at;
  }

  /** Follows the nesting; false when it goes too deep or the values get too many. */
  #takeMark(byte: number): boolean {
    if (byte === colon) this.#afterColon = true;
    else if (byte === comma || byte === openBrace || byte === openBracket) {
      this.#afterColon = false;
      this.#values += 1;
      if (byte !== comma) this.#levels[++this.#depth] = byte;
      if (this.#depth === 2) this.#index = byte === comma ? this.#index + 1 : 0;
    } else if ((byte === closeBrace || byte === closeBracket) && this.#depth > 0) this.#depth -= 1;
    return this.#depth <= depthMax && this.#values <= valuesMax;
  }

  #openString(bodyStart: number): void {
    const isName = this.#levels[this.#depth] === openBrace && !this.#afterColon;
    const name = isName ? new TextSink(this.#kept, nameBytesMax) : null;
    const sink = name ?? this.#valueSink();
    this.#string = { sink, name, keptStart: this.#kept.length, bodyStart };
  }

  #valueSink(): StringSink {
    const rule = this.#mediaRule();
    if (rule === undefined) return new TextSink(this.#kept, textBytesMax);
    if (rule.list && this.#index >= listItemsKeptMax) return new TextSink(this.#kept, 0);
    return new MediaSink(rule, { kept: this.#kept, textBytesMax, spool: this.#spool });
  }

  /** The rule of the field whose string begins here: the field's own text, or an item of its list. */
  #mediaRule(): MediaFieldRule | undefined {
    const rule = this.#levels[1] === openBrace ? this.#mediaFields.get(this.#field) : undefined;
    if (rule === undefined || rule.takes === 'url') return undefined;
    const isHere = rule.list ? this.#depth === 2 && this.#levels[2] === openBracket : this.#depth === 1;
    return isHere ? rule : undefined;
  }

  #scanString(chunk: Buffer, from: number): number {
    const string = this.#string!;
    if (this.#escape !== '') {
      this.#takeEscape(chunk[from]!, this.#bytesBefore + from);
      return from + 1;
    }
    // Both are kept: searching the piece anew after each of PHP's `\/` takes far longer.
    if (this.#nextQuote < from) this.#nextQuote = find(chunk, quoteMark, from);
    if (this.#nextBackslash < from) this.#nextBackslash = find(chunk, backslash, from);
    const end = Math.min(this.#nextQuote, this.#nextBackslash);
    if (end > from) string.sink.take(chunk.subarray(from, end));
    if (string.name?.isFull) this.#refuse(nameTooLong);
    else if (end === this.#nextBackslash && end < chunk.length) this.#escape = '\\';
    else if (end < chunk.length) this.#endString(string, this.#bytesBefore + end);
    return end + 1;
  }

  #takeEscape(byte: number, bodyAt: number): void {
    this.#escape += String.fromCharCode(byte);
    const isUnicode = this.#escape[1] === 'u';
    const isValid = this.#escape.length === 2 ? escapable.includes(this.#escape[1]!) : isHexadecimal(byte);
    if (!isValid) {
      this.#noteGap(bodyAt);
      this.#refuse(badEscape);
    } else if (this.#escape.length === (isUnicode ? 6 : 2)) {
      this.#string!.sink.takeEscape(this.#escape);
      this.#escape = '';
    }
  }

  #endString(string: OpenString, bodyEnd: number): void {
    const upload = string.sink instanceof MediaSink ? string.sink.end() : null;
    if (upload !== null) {
      this.#found.push({ field: this.#field, index: this.#depth === 1 ? null : this.#index, upload });
    }
    if (string.name !== null && this.#depth === 1) {
      this.#field = readName(this.#kept.bytes.toString('utf8', string.keptStart));
    }
    this.#noteGap(bodyEnd);
    this.#string = null;
    if (string.sink.sawControl) this.#refuse(bareControl);
    this.#kept.append(closingQuote);
  }

  #noteGap(bodyEnd: number): void {
    if (this.#string === null) return;
    this.#kept.noteGap(bodyEnd - this.#string.bodyStart - (this.#kept.length - this.#string.keptStart));
  }

  #refuse(what: string): void {
    this.#refusal = this.#kept.describe({ what, index: this.#kept.bytes.toString('utf8').length });
  }

  /** Garbage gets long too: when what is here is not JSON at all, that is what the answer says. */
  #refuseLength(): void {
    const text = this.#kept.bytes.toString('utf8');
    const fault = findJsonFault(text);
    const isOnlyUnfinished = fault === null || fault.index === null || fault.index >= text.length;
    this.#refusal = isOnlyUnfinished ? tooMuchText : this.#kept.describe(fault);
  }
}

function find(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at === -1 ? chunk.length : at;
}

function isHexadecimal(byte: number): boolean {
  return /[0-9a-fA-F]/.test(String.fromCharCode(byte));
}

/** A name with a bare control character cannot be read; the parse at the end refuses the body for it. */
function readName(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return '';
  }
}

/** An exchange whose request arrived whole: its answer leaves in one piece. */
import { type IncomingHttpHeaders, type OutgoingHttpHeader, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { goneStatus } from '../dispatcher.ts';
import { type Arrival, Exchange, hasNoLength } from '../exchange.ts';

export interface BufferedRequest {
  socket: Socket;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Told the status once the answer is written. */
export type Answered = (exchange: BufferedExchange, status: number) => void;

export class BufferedExchange extends Exchange {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly body: Buffer;
  answered = false;
  readonly #socket: Socket;
  readonly #onAnswered: Answered;

  constructor(arrival: Arrival, { socket, headers, body }: BufferedRequest, onAnswered: Answered) {
    super(arrival);
    this.requestHeaders = headers;
    this.body = body;
    this.#socket = socket;
    this.#onAnswered = onAnswered;
  }

  get remoteAddress() {
    return this.#socket.remoteAddress;
  }

  send(status: number, content: string | Buffer, contentType: string): void {
    const bytes = Buffer.byteLength(content);
    const head = this.#head(status, `content-type: ${contentType}\r\ncontent-length: ${bytes}\r\n`);
    if (typeof content !== 'string') return this.#leave(status, Buffer.concat([Buffer.from(head, 'latin1'), content]));
    // As many bytes as characters: ASCII, which need not be encoded.
    this.#leave(status, head + content, bytes === content.length ? 'latin1' : 'utf8');
  }

  sendEmpty(status: number): void {
    this.#leave(status, this.#head(status, hasNoLength(status) ? '' : 'content-length: 0\r\n'));
  }

  /** The headers in the order in which node:http writes them. */
  #head(status: number, ofContent: string): string {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${ofContent}x-request-id: ${this.requestId}\r\n`;
    for (const name in this.headers) head += headerLines(name, this.headers[name]);
    const kept = this.headers.connection === undefined ? 'Connection: keep-alive\r\n' : '';
    return `${head}Date: ${dateNow()}\r\n${kept}\r\n`;
  }

  #leave(status: number, answer: string | Buffer, encoding: 'latin1' | 'utf8' = 'latin1'): void {
    this.answered = true;
    // After the others that are made in this iteration: a client on this machine wakes up at the first, and takes the
    // processor from whoever is still making them. At once, a submit costs more (docs/decisions/0012).
    process.nextTick(() => {
      const socket = this.#socket;
      const isOpen = socket.writable;
      if (isOpen) socket.write(answer, encoding);
      this.#onAnswered(this, isOpen ? status : goneStatus);
    });
  }

  onGone(hear: () => void): () => void {
    const socket = this.#socket;
    socket.on('close', hear);
    return () => socket.off('close', hear);
  }

  cut(): void {
    this.#socket.destroy();
  }

  /** It is there. */
  inviteBody(): void {}
  dropBody(): void {}
}

function headerLines(name: string, value: OutgoingHttpHeader | undefined): string {
  if (!Array.isArray(value)) return `${name}: ${soundValue(value)}\r\n`;
  return value.map((one) => `${name}: ${soundValue(one)}\r\n`).join('');
}

const sound = /^[\t -~]*$/;

/** A line break would begin a header of whoever chose the value. */
function soundValue(value: unknown): string {
  const text = String(value);
  if (!sound.test(text)) throw new Error('A header of an answer has a character that it cannot have.');
  return text;
}

let second = { number: 0, text: '' };

/** Written once a second, as node:http does. */
function dateNow(): string {
  const number = Math.floor(Date.now() / 1000);
  if (number !== second.number) second = { number, text: new Date(number * 1000).toUTCString() };
  return second.text;
}

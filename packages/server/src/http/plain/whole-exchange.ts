/** An exchange whose request arrived whole: its answer is one text, written in one piece. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { KeyHolder } from '../../accounts/key-checker.ts';
import { goneStatus } from '../desk.ts';
import type { PlainExchange, Target } from '../exchange.ts';
import type { Letter, Outbox } from './outbox.ts';

export interface WholeArrival {
  socket: Socket;
  outbox: Outbox;
  requestHeaders: IncomingHttpHeaders;
  body: Buffer;
  requestId: string;
  headers: OutgoingHttpHeaders;
  /** Told the status once the answer is written. */
  ended(exchange: WholeExchange, status: number): void;
}

export class WholeExchange implements PlainExchange, Letter {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly rest: string;
  readonly route: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly requestId: string;
  readonly startedAt = performance.now();
  holder: KeyHolder | null = null;
  headers: OutgoingHttpHeaders;
  answered = false;
  #status = 0;
  #answer = '';
  #encoding: 'latin1' | 'utf8' = 'latin1';
  readonly #socket: Socket;
  readonly #outbox: Outbox;
  readonly #ended: WholeArrival['ended'];

  constructor({ method, path, query, rest, route }: Target, arrival: WholeArrival) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.rest = rest;
    this.route = route;
    this.requestHeaders = arrival.requestHeaders;
    this.body = arrival.body;
    this.requestId = arrival.requestId;
    this.headers = arrival.headers;
    this.#socket = arrival.socket;
    this.#outbox = arrival.outbox;
    this.#ended = arrival.ended;
  }

  /** The headers in the order in which node:http writes them. */
  send(status: number, text: string, contentType: string): void {
    const bytes = Buffer.byteLength(text);
    let head =
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${contentType}\r\n` +
      `content-length: ${bytes}\r\nx-request-id: ${this.requestId}\r\n`;
    for (const name in this.headers) head += `${name}: ${soundValue(this.headers[name])}\r\n`;
    const kept = this.headers.connection === undefined ? 'Connection: keep-alive\r\n' : '';
    this.answered = true;
    this.#status = status;
    this.#answer = `${head}Date: ${dateNow()}\r\n${kept}\r\n${text}`;
    // As many bytes as characters: ASCII, which need not be encoded.
    this.#encoding = bytes === text.length ? 'latin1' : 'utf8';
    this.#outbox.put(this);
  }

  write(): void {
    if (this.#socket.writable) this.#socket.write(this.#answer, this.#encoding);
    else this.#status = goneStatus;
  }

  written(): void {
    this.#ended(this, this.#status);
  }

  cut(): void {
    this.#socket.destroy();
  }

  /** It is there. */
  inviteBody(): void {}
  dropBody(): void {}
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

/** An exchange of the service with itself: whoever speaks another protocol asks the very routes that everybody asks. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ReadBody } from './body/body-reading.ts';
import { type Dispatcher, goneStatus } from './dispatcher.ts';
import { type Arrival, type AskedAs, Exchange } from './exchange.ts';
import type { Method } from './router.ts';

export interface InnerRequest {
  method: Method;
  /** With its query. */
  url: string;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  body: Buffer | ReadBody;
  askedAs?: AskedAs | undefined;
  endsSubmit?: boolean | undefined;
  /** Whoever asked has gone away. */
  signal: AbortSignal;
}

export interface InnerAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  /** Empty where the answer has no body. */
  content: string | Buffer;
}

/** Rejects with the signal's reason when that is given before the answer; else every request has one, faults included. */
export type AskInside = (request: InnerRequest) => Promise<InnerAnswer>;

export function createAskInside(dispatcher: Dispatcher): AskInside {
  return async (request) => {
    request.signal.throwIfAborted();
    const { target, route } = dispatcher.router.find(request.method, request.url);
    const handler = route?.methods[request.method];
    if (handler?.answer !== 'buffered') throw new Error(`No route of ours answers ${request.method} ${target.path}.`);
    const { promise, resolve, reject } = Promise.withResolvers<InnerAnswer>();
    const exchange = new InnerExchange(dispatcher.begin(target, 'closed'), request, (answer) => {
      leave();
      dispatcher.note(exchange, answer.status);
      resolve(answer);
    });
    const leave = exchange.onGone(() => {
      dispatcher.note(exchange, goneStatus);
      reject(request.signal.reason);
    });
    dispatcher.run(handler.handle, exchange);
    return promise;
  };
}

const nothing = Buffer.alloc(0);

class InnerExchange extends Exchange {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly remoteAddress = undefined;
  readonly body: Buffer;
  answered = false;
  readonly #signal: AbortSignal;
  readonly #answer: (answer: InnerAnswer) => void;

  constructor(
    arrival: Arrival,
    { headers, body, askedAs, endsSubmit, signal }: InnerRequest,
    answer: (answer: InnerAnswer) => void,
  ) {
    super(arrival);
    this.requestHeaders = headers;
    this.body = Buffer.isBuffer(body) ? body : nothing;
    if (!Buffer.isBuffer(body)) this.wasRead = body;
    if (askedAs !== undefined) this.askedAs = askedAs;
    if (endsSubmit === true) this.endsSubmit = true;
    this.#signal = signal;
    this.#answer = answer;
  }

  send(status: number, content: string | Buffer, contentType: string): void {
    this.headers['content-type'] = contentType;
    this.#leave(status, content);
  }

  sendEmpty(status: number): void {
    this.#leave(status, '');
  }

  #leave(status: number, content: string | Buffer): void {
    if (this.answered || this.#signal.aborted) return;
    this.answered = true;
    this.#answer({ status, headers: this.headers, content });
  }

  onGone(hear: () => void): () => void {
    this.#signal.addEventListener('abort', hear, { once: true });
    return () => this.#signal.removeEventListener('abort', hear);
  }

  /** There is no connection to end, and no answer of ours is sent in pieces. */
  cut(): void {}
  /** It is there. */
  inviteBody(): void {}
  dropBody(): void {}
}

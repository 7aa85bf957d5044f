/** An exchange whose refusals leave in OpenAI's shape: the same statuses and sentences, in the body that its libraries read. */
import type { OutgoingHttpHeaders } from 'node:http';
import { asSent, type NameOf, openaiRefusal, type Refused } from '@afterimage/contract';
import { Exchange, sendJson } from '../http/exchange.ts';
import type { Handler } from '../http/router.ts';

/** Headers that a caller reads, as the service told them to itself. */
const adopted = ['retry-after', 'Retry-After', 'ratelimit', 'ratelimit-policy', 'afterimage-ignored'];

export class ShapedExchange extends Exchange {
  /** What was asked for is charged, or may be: a library that asked again by itself would pay again. */
  isCharged = false;
  readonly #outer: Exchange;
  readonly #hearing: (() => void)[] = [];

  constructor(outer: Exchange) {
    super({ target: outer, requestId: outer.requestId, headers: outer.headers });
    this.#outer = outer;
    // A fault of the route is answered there.
    outer.shapeOf = ({ status, body }) => this.#refusal(status, body as Refused).body;
  }

  get requestHeaders() {
    return this.#outer.requestHeaders;
  }

  get remoteAddress() {
    return this.#outer.remoteAddress;
  }

  get body() {
    return this.#outer.body;
  }

  get answered() {
    return this.#outer.answered;
  }

  send(status: number, content: string | Buffer, contentType: string): void {
    if (status >= 400) return this.refuse(status, JSON.parse(String(content)) as Refused, asSent);
    this.#note();
    this.#outer.send(status, content, contentType);
  }

  refuse(status: number, body: Refused, nameOf: NameOf): void {
    this.#note();
    this.#outer.dropBody();
    const refused = this.#refusal(status, body, nameOf);
    sendJson(this.#outer, refused.status, JSON.stringify(refused.body));
  }

  #refusal(status: number, body: Refused, nameOf: NameOf = asSent) {
    if (this.isCharged) this.#outer.headers['x-should-retry'] = 'false';
    return openaiRefusal(status, body, nameOf);
  }

  adopt(headers: OutgoingHttpHeaders): void {
    for (const name of adopted) if (headers[name] !== undefined) this.headers[name] = headers[name];
  }

  sendEmpty(status: number): void {
    this.#note();
    this.#outer.sendEmpty(status);
  }

  /** The log's line is that of the exchange outside. */
  #note(): void {
    this.#outer.holder = this.holder;
    this.#outer.generationId = this.generationId;
    this.#outer.headers = this.headers;
  }

  onGone(hear: () => void): () => void {
    const leave = this.#outer.onGone(hear);
    this.#hearing.push(leave);
    return leave;
  }

  /** Nobody listens any more: on a connection that is kept, each request would leave its listener, and with it its body. */
  end(): void {
    for (const leave of this.#hearing) leave();
  }

  cut(): void {
    this.#outer.cut();
  }

  inviteBody(): void {
    this.#outer.inviteBody();
  }

  dropBody(): void {
    this.#outer.dropBody();
  }
}

export const shaped =
  (handle: (exchange: ShapedExchange) => Promise<void>): Handler =>
  (exchange) => {
    const one = new ShapedExchange(exchange);
    return handle(one).finally(() => one.end());
  };

/** An exchange whose refusals leave in OpenAI's shape: the same statuses and sentences, in the body that its libraries read. */
import type { OutgoingHttpHeaders } from 'node:http';
import { Exchange, sendJson } from '../http/exchange.ts';
import type { Handler } from '../http/router.ts';

/** What OpenAI calls each kind of refusal. */
const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};
const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 404: 'not_found' };

const typeOf = (status: number): string => types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');

/** A refusal in the service's own shape, or in beta's. */
export interface Refused {
  detail?: string | { loc: (string | number)[]; msg: string }[];
  message?: string;
  code?: string;
  errors?: { field: string; message: string }[];
}

/** What the caller calls one of our fields. */
export type NameOf = (field: string) => string;

export const asSent: NameOf = (field) => field;

function shapeOf(status: number, body: Refused, nameOf: NameOf): { status: number; json: string } {
  const isBetas = Array.isArray(body.detail);
  const faults = Array.isArray(body.detail)
    ? body.detail.map(({ loc, msg }) => ({ field: String(loc[1] ?? loc[0]), message: msg }))
    : (body.errors ?? []);
  const [first] = faults;
  const told =
    first === undefined
      ? { message: String(body.detail ?? body.message ?? ''), param: null, code: body.code ?? codes[status] ?? null }
      : {
          message: faults.map(({ field, message }) => renamed(message, plainName(field), nameOf)).join('; '),
          param: nameOf(plainName(first.field)),
          code: 'invalid_value',
        };
  const asked = isBetas ? 400 : status;
  return { status: asked, json: JSON.stringify({ error: { ...told, type: typeOf(asked) } }) };
}

/** `images[1]` is a fault of `images`. */
const plainName = (field: string): string => field.replace(/\[\d+\]$/, '');

function renamed(sentence: string, field: string, nameOf: NameOf): string {
  const name = nameOf(field);
  return name === field ? sentence : sentence.replaceAll(new RegExp(`\\b${field}\\b`, 'g'), name);
}

/** Headers that a caller reads, as the service told them to itself. */
const adopted = ['retry-after', 'Retry-After', 'ratelimit', 'ratelimit-policy', 'afterimage-ignored'];

export class ShapedExchange extends Exchange {
  readonly #outer: Exchange;

  constructor(outer: Exchange) {
    super({ target: outer, requestId: outer.requestId, headers: outer.headers });
    this.#outer = outer;
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
    const refused = shapeOf(status, body, nameOf);
    sendJson(this.#outer, refused.status, refused.json);
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
    return this.#outer.onGone(hear);
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
  (exchange) =>
    handle(new ShapedExchange(exchange));

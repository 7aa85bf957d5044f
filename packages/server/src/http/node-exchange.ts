/** An exchange whose request was read by node:http. */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { KeyHolder } from '../accounts/key-checker.ts';
import { discardRest } from './body/discard-rest.ts';
import type { Exchange, Target } from './exchange.ts';

export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  headers: OutgoingHttpHeaders;
}

export class NodeExchange implements Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly rest: string;
  readonly route: string;
  readonly requestId: string;
  readonly startedAt = performance.now();
  holder: KeyHolder | null = null;
  headers: OutgoingHttpHeaders;

  constructor({ method, path, query, rest, route }: Target, { request, response, requestId, headers }: Arrival) {
    this.request = request;
    this.response = response;
    this.method = method;
    this.path = path;
    this.query = query;
    this.rest = rest;
    this.route = route;
    this.requestId = requestId;
    this.headers = headers;
  }

  get requestHeaders() {
    return this.request.headers;
  }

  get body() {
    return this.request;
  }

  get answered() {
    return this.response.headersSent;
  }

  send(status: number, text: string, contentType: string): void {
    const { response, headers, requestId } = this;
    const contentLength = Buffer.byteLength(text);
    // One list of names and values: Node takes a microsecond longer for an object.
    const list: OutgoingHttpHeader[] = ['content-type', contentType, 'content-length', contentLength];
    list.push('x-request-id', requestId);
    for (const name in headers) list.push(name, headers[name]!);
    response.writeHead(status, list);
    // As many bytes as characters: ASCII, which need not be encoded.
    response.end(text, contentLength === text.length ? 'latin1' : 'utf8');
  }

  cut(): void {
    this.response.destroy();
  }

  inviteBody(): void {
    if (this.request.headers.expect !== undefined) this.response.writeContinue();
  }

  dropBody(): void {
    discardRest(this.request);
  }
}

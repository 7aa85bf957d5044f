/** An exchange whose request was read by node:http. */
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { discardRest } from './body/discard-rest.ts';
import { type Arrival, Exchange, hasNoLength, type NodeStreams } from './exchange.ts';

export class NodeExchange extends Exchange {
  readonly streams: NodeStreams;

  constructor(arrival: Arrival, streams: NodeStreams) {
    super(arrival);
    this.streams = streams;
  }

  get requestHeaders() {
    return this.streams.request.headers;
  }

  get remoteAddress() {
    return this.streams.request.socket.remoteAddress;
  }

  get body() {
    return this.streams.request;
  }

  get answered() {
    return this.streams.response.headersSent;
  }

  send(status: number, content: string | Buffer, contentType: string): void {
    const bytes = Buffer.byteLength(content);
    const response = this.#writeHead(status, ['content-type', contentType, 'content-length', bytes]);
    // As many bytes as characters: ASCII, which need not be encoded.
    response.end(content, bytes === content.length ? 'latin1' : 'utf8');
  }

  sendEmpty(status: number): void {
    this.#writeHead(status, hasNoLength(status) ? [] : ['content-length', 0]).end();
  }

  /** One list of names and values: Node takes longer for an object, with every answer. */
  #writeHead(status: number, list: OutgoingHttpHeader[]): ServerResponse {
    list.push('x-request-id', this.requestId);
    for (const name in this.headers) list.push(name, this.headers[name]!);
    return this.streams.response.writeHead(status, list);
  }

  onGone(hear: () => void): () => void {
    const { response } = this.streams;
    response.on('close', hear);
    return () => response.off('close', hear);
  }

  cut(): void {
    this.streams.response.destroy();
  }

  inviteBody(): void {
    if (this.requestHeaders.expect !== undefined) this.streams.response.writeContinue();
  }

  dropBody(): void {
    discardRest(this.streams.request);
  }
}

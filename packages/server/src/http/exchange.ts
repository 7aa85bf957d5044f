/** One request and its answer: what every route reads from and writes to, and the one place where an answer leaves. */
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { KeyHolder } from '../accounts/key-checker.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without query and without a slash at the end. */
  readonly path: string;
  /** After the question mark, or empty. */
  readonly query: string;
  /** What the route's pattern left open: an id, for instance. */
  readonly rest: string;
  readonly requestId: string;
  readonly startedAt: number;
  /** For the log and the metrics: the pattern, never the path, which may hold ids. */
  readonly route: string;
  holder: KeyHolder | null;
  /** Headers that the answer will carry, whatever it is. */
  headers: OutgoingHttpHeaders;
}

/** Where the service is in its life. While it stops, answers ask clients to come back on another connection. */
export interface Phase {
  now: 'starting' | 'running' | 'stopping';
}

/** To be called before a body is read: a client that waits for our word (`Expect: 100-continue`) sends it only then. */
export function askForBody({ request, response }: Exchange): void {
  if (request.headers.expect !== undefined) response.writeContinue();
}

export function sendJson(exchange: Exchange, status: number, json: string): void {
  if (exchange.response.headersSent) return;
  sendText(exchange, status, json, 'application/json; charset=utf-8');
}

export function sendText(exchange: Exchange, status: number, text: string, contentType: string): void {
  const { response, headers, requestId } = exchange;
  const contentLength = Buffer.byteLength(text);
  // One list of names and values: Node takes a microsecond longer for an object.
  const list: OutgoingHttpHeader[] = ['content-type', contentType, 'content-length', contentLength];
  list.push('x-request-id', requestId);
  for (const name in headers) list.push(name, headers[name]!);
  response.writeHead(status, list);
  // As many bytes as characters: ASCII, which need not be encoded.
  response.end(text, contentLength === text.length ? 'latin1' : 'utf8');
}

/** One request and its answer: what every route reads from and writes to. */
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { KeyHolder } from '../accounts/key-checker.ts';

/** What a request asks for, taken apart. */
export interface Target {
  readonly method: string;
  /** Without query and without a slash at the end. */
  readonly path: string;
  /** After the question mark, or empty. */
  readonly query: string;
  /** What the route's pattern left open: an id, for instance. */
  readonly rest: string;
  /** For the log and the metrics: the pattern, never the path, which may hold ids. */
  readonly route: string;
}

/** A body that is there whole, or the request that it still has to be read from. */
export type Body = Buffer | IncomingMessage;

/** Enough for a route that reads a request and answers with a text; it need not know how the request came in. */
export interface PlainExchange extends Target {
  readonly requestHeaders: IncomingHttpHeaders;
  readonly body: Body;
  readonly requestId: string;
  readonly startedAt: number;
  holder: KeyHolder | null;
  /** Headers that the answer will carry, whatever it is. */
  headers: OutgoingHttpHeaders;
  /** The answer has left, at least its head. */
  readonly answered: boolean;
  send(status: number, text: string, contentType: string): void;
  /** Ends the connection: the only honest sign left when an answer cannot be whole. */
  cut(): void;
  /** To be called before a body is read: a client that waits for our word (`Expect: 100-continue`) sends it only then. */
  inviteBody(): void;
  /** Nobody will read the rest of the body: to be called in the turn of the loop that ends the answer. */
  dropBody(): void;
}

/** For a route that reads or writes a stream. */
export interface Exchange extends PlainExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Where the service is in its life. While it stops, answers ask clients to come back on another connection. */
export interface Phase {
  now: 'starting' | 'running' | 'stopping';
}

export function sendJson(exchange: PlainExchange, status: number, json: string): void {
  if (!exchange.answered) exchange.send(status, json, 'application/json; charset=utf-8');
}

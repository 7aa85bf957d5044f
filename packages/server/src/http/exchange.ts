/** One request and its answer: what every route reads from and writes to, however the request came in. */
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { HttpError } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { Span } from '../telemetry/tracing.ts';
import type { ReadBody } from './body/body-reading.ts';

/** What a request asks for, taken apart. */
export interface Target {
  readonly method: string;
  /** Without query and without a slash at the end. */
  readonly path: string;
  /** After the question mark, or empty. */
  readonly query: string;
  /** What the route's pattern left open: an id, for instance. */
  readonly parameter: string;
  /** For the log and the metrics: the pattern, never the path, which may hold ids. */
  readonly route: string;
}

/** A body that still arrives. */
export interface BodyStream extends Readable {
  /** All of it has arrived: one that ended before was cut off. */
  readonly complete: boolean;
}

/** There whole, or still to be read. */
export type Body = Buffer | BodyStream;

/** What every exchange begins with. */
export interface Arrival {
  target: Target;
  requestId: string;
  headers: OutgoingHttpHeaders;
}

export interface AskedAs {
  path: string;
  bodySha256: Buffer;
}

export abstract class Exchange implements Target {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly parameter: string;
  readonly route: string;
  readonly requestId: string;
  readonly startedAt = performance.now();
  holder: KeyHolder | null = null;
  /** For the log: the generation that a submit made. */
  generationId: string | null = null;
  /** Null: nobody traces. */
  span: Span | null = null;
  /** Headers that the answer will carry, whatever it is. */
  headers: OutgoingHttpHeaders;
  /** The body of a refusal, for a caller who reads another shape than ours. */
  declare shapeOf?: (refusal: HttpError) => unknown;

  constructor({ target, requestId, headers }: Arrival) {
    this.method = target.method;
    this.path = target.path;
    this.query = target.query;
    this.parameter = target.parameter;
    this.route = target.route;
    this.requestId = requestId;
    this.headers = headers;
  }

  abstract get requestHeaders(): IncomingHttpHeaders;
  abstract get remoteAddress(): string | undefined;
  abstract get body(): Body;
  /** What whoever speaks for the caller has made of the body already: then it is not read again. */
  declare wasRead?: ReadBody;
  /** Of whom that one asks for: a repeat with an Idempotency-Key is known by the request that they sent. */
  declare askedAs?: AskedAs;
  /** The wait of a submit for its end, where the answer is what was made: no status check of the caller's. */
  declare endsSubmit?: boolean;
  /** The answer has left, at least its head. */
  abstract get answered(): boolean;
  /** The whole answer, with its length; nothing of it goes to a HEAD but the headers. */
  abstract send(status: number, content: string | Buffer, contentType: string): void;
  /** An answer without a body: a redirect, a 204, a 304. */
  abstract sendEmpty(status: number): void;
  /** `hear` is called when the client goes away. Returns how to stop that: the connection may outlive the exchange. */
  abstract onGone(hear: () => void): () => void;
  /** Ends the connection: the only honest sign left when an answer cannot be whole. */
  abstract cut(): void;
  /** To be called before a body is read: a client that waits for our word (`Expect: 100-continue`) sends it only then. */
  abstract inviteBody(): void;
  /** Nobody will read the rest of the body: to be called in the iteration of the event loop that ends the answer. */
  abstract dropBody(): void;
}

/** Node's own two, for a route that was added as one that streams its answer. */
export interface NodeStreams {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Where the service is in its life. While it stops, answers ask clients to come back on another connection. */
export interface Phase {
  now: 'starting' | 'running' | 'stopping';
}

export function sendJson(exchange: Exchange, status: number, json: string): void {
  if (!exchange.answered) exchange.send(status, json, 'application/json; charset=utf-8');
}

/** HTTP has a length for every answer but these: they never have a body. */
export const hasNoLength = (status: number): boolean => status === 204 || status === 304;

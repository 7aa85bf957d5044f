/** Turns a refusal into its answer: the only place where an error of the contract becomes a body. */
import type { HttpError } from '@afterimage/contract';
import { discardRest } from './body/discard-rest.ts';
import { type Exchange, sendJson } from './exchange.ts';

export function refuse(exchange: Exchange, error: HttpError): void {
  if (exchange.response.headersSent) {
    // Too late to say so: cutting the connection is the only honest sign left.
    exchange.response.destroy();
    return;
  }
  Object.assign(exchange.headers, error.headers);
  discardRest(exchange.request);
  sendJson(exchange, error.status, JSON.stringify(error.body));
}

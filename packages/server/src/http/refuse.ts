/** Turns a refusal into its answer: the only place where an error of the contract becomes a body. */
import type { HttpError } from '@afterimage/contract';
import { type Exchange, sendJson } from './exchange.ts';

export function refuse(exchange: Exchange, error: HttpError): void {
  // Too late to say so.
  if (exchange.answered) return exchange.cut();
  Object.assign(exchange.headers, error.headers);
  exchange.dropBody();
  sendJson(exchange, error.status, JSON.stringify(exchange.shapeOf?.(error) ?? error.body));
}

/** What the client throws: a class for each way in which the service says no, and one for a generation that failed. */
import type { AnyRecord } from './records.ts';
import { Refusal } from './refusal.ts';

/** 400, 413, 415 and 422: what was sent is wrong; `fields` says where. */
export class BadRequestError extends Refusal {
  override readonly name = 'BadRequestError';
}

/** 401: no key, or one that is not good. */
export class AuthenticationError extends Refusal {
  override readonly name = 'AuthenticationError';
}

/** 402: the balance does not suffice, or the key may not spend so much; nothing was charged. */
export class InsufficientBalanceError extends Refusal {
  override readonly name = 'InsufficientBalanceError';
}

/** 403 */
export class PermissionDeniedError extends Refusal {
  override readonly name = 'PermissionDeniedError';
}

/** 404 and 410: it is not there, or not any more. */
export class NotFoundError extends Refusal {
  override readonly name = 'NotFoundError';
}

/** 409 */
export class ConflictError extends Refusal {
  override readonly name = 'ConflictError';
}

/** 429, after as many tries as `Retry-After` asked for. */
export class RateLimitError extends Refusal {
  override readonly name = 'RateLimitError';
}

/** 5xx */
export class ServiceError extends Refusal {
  override readonly name = 'ServiceError';
}

/** No answer came, or it broke off. */
export class ConnectionError extends Refusal {
  override readonly name = 'ConnectionError';
}

const classes: Readonly<Record<number, typeof Refusal>> = {
  0: ConnectionError,
  401: AuthenticationError,
  402: InsufficientBalanceError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  429: RateLimitError,
};

/** The refusal as one of its class; any other fault as it is. */
export function classed(fault: unknown): unknown {
  if (!(fault instanceof Refusal)) return fault;
  const Class = classes[fault.status] ?? (fault.status >= 500 ? ServiceError : BadRequestError);
  return new Class({ ...fault, message: fault.message, cause: fault.cause });
}

/** `run` rejects with this when the generation ended `failed`. */
export class GenerationFailedError extends Error {
  override readonly name = 'GenerationFailedError';
  /** The failure code: `CONTENT_POLICY_VIOLATION`. */
  readonly code: string;
  readonly record: AnyRecord;

  constructor(record: AnyRecord) {
    super(`The ${record.family} generation ${record.id} failed: ${record.failure_code ?? 'no code'}.`);
    this.code = record.failure_code ?? 'UNKNOWN';
    this.record = record;
  }
}

/** Every HTTP error of the service as one table: its status, its body, and the headers that belong to it. */
import type { Family } from './family.ts';
import type { Fault } from './fields.ts';
import { faultsToldMax } from './limits.ts';
import { balanceNumber, formatPrice } from './money.ts';
import { counted, either } from './words.ts';

export interface HttpError {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A balance that does not suffice. */
interface Shortfall {
  price: number;
  balance: number;
  /** Whether `price` is the price, or the least that it may be. */
  known?: 'price' | 'least';
}

/** A key that may not spend so much in its day or month of UTC. */
interface LimitReached {
  price: number;
  known?: 'price' | 'least';
  amount: number;
  period: 'day' | 'month';
  spent: number;
  resetsAt: Date;
}

/** Where a fault lies; beta's bodies say it. */
type RequestPart = 'body' | 'query' | 'header';

export const errors = {
  invalidKey: (): HttpError => unauthorized('Invalid API key'),
  /** Of a worker that fetches work for an engine. */
  invalidEngineKey: (): HttpError => unauthorized('Invalid engine key'),
  authorizationMissing: (): HttpError => unauthorized('Authorization header required'),
  authorizationNotBearer: (): HttpError => unauthorized('Invalid authorization format. Use: Bearer <API_KEY>'),

  invalidMetricsToken: (): HttpError => unauthorized('Invalid metrics token'),

  /** The body is not good JSON: 400 in every family. `field` is one that stands in it twice, say. */
  invalidJson: (detail: string, field = 'body'): HttpError => ({
    status: 400,
    body: { detail, errors: [{ field, message: detail }] },
  }),

  /** Fields of a body, a query or a header: 400 with every fault, or 422 in beta's shape. */
  invalidFields(family: Pick<Family, 'faultStatus'>, faults: readonly Fault[], part: RequestPart = 'body'): HttpError {
    const told = firstOf(faults, part);
    if (family.faultStatus === 422) {
      const detail = told.map(({ field, message, type }) => ({ loc: locate(field, part), msg: message, type }));
      return { status: 422, body: { detail } };
    }
    const detail = told.map(({ message }) => message).join('; ');
    return { status: 400, body: { detail, errors: told.map(({ field, message }) => ({ field, message })) } };
  },

  /** Amounts in ten-thousandths of a dollar. `least`: what it costs follows media that nobody has looked at yet. */
  insufficientCredits: ({ price, balance, known = 'price' }: Shortfall): HttpError => ({
    status: 402,
    body: {
      detail:
        `This generation costs ${known === 'least' ? 'at least ' : ''}${formatPrice(price)} USD ` +
        `and the balance is ${formatPrice(balance)} USD`,
      code: 'INSUFFICIENT_CREDITS',
      price: formatPrice(price),
      balance: balanceNumber(balance),
    },
  }),

  /** The balance may suffice: it is the key whose share is used up. */
  spendLimitReached: ({ price, known = 'price', amount, period, spent, resetsAt }: LimitReached): HttpError => ({
    status: 402,
    body: {
      detail:
        `This key may spend ${formatPrice(amount)} USD a ${period} and has spent ${formatPrice(spent)} USD of it; ` +
        `this generation costs ${known === 'least' ? 'at least ' : ''}${formatPrice(price)} USD`,
      code: 'SPEND_LIMIT_REACHED',
      price: formatPrice(price),
      limit: formatPrice(amount),
      spent: formatPrice(spent),
      period,
      resets_at: resetsAt.toISOString(),
    },
  }),

  /** The account interface: neither a session nor a key. */
  notSignedIn: (): HttpError => unauthorized('Sign in, or send an API key'),
  /** The same words, whether the address is unknown or the password wrong. */
  wrongPassword: (): HttpError => unauthorized('Email or password is wrong'),
  unknownLink: (): HttpError => unauthorized('This link is not known here; ask for a new one'),
  /** A link that was good once: used, too old or withdrawn. */
  linkOver: (detail: string): HttpError => coded(410, 'LINK_OVER', detail),
  /** A good key, of an account that the operator has suspended. */
  accountSuspended: (): HttpError =>
    coded(403, 'ACCOUNT_SUSPENDED', 'This account is suspended; ask whoever runs the service'),
  /** The account interface: signed in, or with a good key, but not allowed this. */
  forbidden: (detail: string): HttpError => coded(403, 'FORBIDDEN', detail),
  /** The account interface: also for what is another account's. */
  notFound: (detail: string): HttpError => ({ status: 404, body: { detail } }),
  /** The account interface: it cannot be done as things stand; the sentence says why. */
  conflict: (detail: string): HttpError => coded(409, 'CONFLICT', detail),

  linkForged: (): HttpError => coded(403, 'LINK_INVALID', 'This link was not made by the service'),
  /** Also for a malformed id, another account's id and another family's id. */
  generationNotFound: (): HttpError => ({ status: 404, body: { detail: 'Generation not found' } }),
  /** A worker speaks of a job that never was its own, or is none. */
  jobNotFound: (): HttpError => ({ status: 404, body: { detail: 'Job not found' } }),
  /** It was once: its lease ran out, it was called off, or it is over. */
  jobNotYours: (): HttpError =>
    coded(409, 'JOB_NOT_YOURS', 'This job is no longer yours: it is over, was called off, or is with another worker'),
  routeNotFound: (): HttpError => ({ status: 404, body: { detail: 'No such path; see /openapi.json' } }),
  methodNotAllowed: (allowed: readonly string[]): HttpError => ({
    ...coded(405, 'METHOD_NOT_ALLOWED', `This path takes ${allowed.join(', ')}`),
    headers: { Allow: allowed.join(', ') },
  }),
  idempotencyInFlight: (retrySeconds = 1): HttpError => ({
    ...coded(409, 'IDEMPOTENCY_IN_FLIGHT', 'A request with this Idempotency-Key is still being answered'),
    headers: { 'Retry-After': String(retrySeconds) },
  }),
  linkExpired: (): HttpError =>
    coded(410, 'LINK_EXPIRED', 'This link has expired or its file was removed; the status record gives a fresh link'),
  bodyTooLarge: (bytesMax: number): HttpError =>
    coded(413, 'BODY_TOO_LARGE', `The body must be at most ${counted(bytesMax)} bytes`),
  /** The connection ends: what is left of the body may never come. */
  bodyTooSlow: (detail: string): HttpError => ({
    ...coded(408, 'REQUEST_TIMEOUT', detail),
    headers: { connection: 'close' },
  }),
  headersTooLarge: (): HttpError => coded(431, 'HEADERS_TOO_LARGE', "The request's headers are too large."),
  unsupportedMediaType: (): HttpError =>
    coded(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as Content-Type: application/json in UTF-8, not compressed'),
  outputTypeRefused: (types: readonly string[]): HttpError =>
    coded(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the output as Content-Type: ${either([...types])}, not compressed`),
  idempotencyMismatch: (): HttpError =>
    coded(422, 'IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body'),
  rateLimited: (retrySeconds: number): HttpError => ({
    ...coded(429, 'RATE_LIMITED', `Too many requests; try again in ${retrySeconds} s`),
    headers: { 'Retry-After': String(retrySeconds) },
  }),

  /** Connections that wait for something to happen. */
  tooManyOpen: (what: 'waits' | 'streams', max: number): HttpError => ({
    ...coded(
      429,
      'RATE_LIMITED',
      `This account has ${counted(max)} ${what} open here, which is all it may; end some first`,
    ),
    headers: { 'Retry-After': '5' },
  }),
  /** The process has hardly room for more, whoever holds them. */
  crowded: (what: 'waits' | 'streams'): HttpError =>
    errors.busy(`So many ${what} are open here that this account may open no more at the moment; try again shortly`),
  cursorExpired: (hours: number): HttpError =>
    coded(410, 'CURSOR_EXPIRED', `This cursor is older than ${hours} hours; begin without one and list what you have`),

  /** No stack and no SQL; the server adds its request id header. */
  internal: (): HttpError => ({ status: 500, body: { detail: 'Internal server error' } }),
  maintenance: (retrySeconds = 60): HttpError => ({
    ...coded(503, 'MAINTENANCE', 'The service is under maintenance'),
    headers: { 'Retry-After': String(retrySeconds) },
  }),
  busy: (detail = 'The service is busy; try again shortly', retrySeconds = 5): HttpError => ({
    ...coded(503, 'BUSY', detail),
    headers: { 'Retry-After': String(retrySeconds) },
  }),
  /** Nobody is told to try again: what may have happened would happen twice. */
  unknownEnd: (): HttpError =>
    coded(
      503,
      'UNKNOWN',
      'Whether this was accepted is unknown: the database did not answer. Look at your generations before you repeat it; with an Idempotency-Key a repeat is safe',
    ),
} as const;

function unauthorized(message: string): HttpError {
  return { status: 401, body: { error: 'Unauthorized', message }, headers: { 'WWW-Authenticate': 'Bearer' } };
}

function coded(status: number, code: string, detail: string): HttpError {
  return { status, body: { detail, code } };
}

/** A small body can hold thousands of faults, each of which a sentence names: the answer must not be larger than both. */
function firstOf(faults: readonly Fault[], part: RequestPart): readonly Fault[] {
  if (faults.length <= faultsToldMax) return faults;
  const more = faults.length - faultsToldMax;
  const rest = { field: part, message: `there are ${counted(more)} more faults, not told here`, type: 'more' };
  return [...faults.slice(0, faultsToldMax), rest];
}

/** `images[1]` in a body is `["body", "images", 1]`; the body itself is `["body"]`. */
function locate(field: string, part: RequestPart): (string | number)[] {
  if (field === part) return [part];
  const item = /^(.*)\[(\d+)\]$/.exec(field);
  return item === null ? [part, field] : [part, item[1] ?? field, Number(item[2])];
}

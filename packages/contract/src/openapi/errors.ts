/** The HTTP errors as OpenAPI responses; every example is made by the table of errors itself. */
import { errors, type HttpError } from '../errors.ts';
import type { Fault } from '../fields.ts';
import { reference } from './words.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const fault: Fault = { field: 'duration', message: 'duration must be 10 or 15', type: 'literal_error' };

const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });

const codedBody = (...codes: string[]): Json => object({ detail: text, code: { type: 'string', enum: codes } });

const unprocessableBody = object({
  detail: {
    type: 'array',
    items: object({
      loc: { type: 'array', items: { type: ['string', 'integer'] }, examples: [['body', 'duration']] },
      msg: text,
      type: text,
    }),
  },
});

const table = {
  BadRequest: {
    says: 'The request is not valid; `errors` names every fault.',
    schema: object({ detail: text, errors: { type: 'array', items: object({ field: text, message: text }) } }),
    examples: { fields: errors.invalidFields({ faultStatus: 400 }, [fault]), json: errors.invalidJson('Not JSON') },
  },
  Unauthorized: {
    says: 'No key, or not a valid one.',
    schema: object({ error: { const: 'Unauthorized' }, message: text }),
    examples: {
      invalid: errors.invalidKey(),
      missing: errors.authorizationMissing(),
      form: errors.authorizationNotBearer(),
      account: errors.notSignedIn(),
    },
  },
  InsufficientCredits: {
    says: 'The balance does not cover the price, or the key may not spend so much in its day or month.',
    schema: {
      oneOf: [
        object({ detail: text, code: { const: 'INSUFFICIENT_CREDITS' }, price: text, balance: { type: 'number' } }),
        object({
          detail: text,
          code: { const: 'SPEND_LIMIT_REACHED' },
          price: text,
          limit: text,
          spent: text,
          period: { type: 'string', enum: ['day', 'month'] },
          resets_at: { type: 'string', format: 'date-time' },
        }),
      ],
    },
    examples: {
      short: errors.insufficientCredits({ price: 2100, balance: 500 }),
      limit: errors.spendLimitReached({
        price: 2100,
        amount: 100_000,
        period: 'day',
        spent: 99_500,
        resetsAt: new Date('2026-01-31T00:00:00Z'),
      }),
    },
  },
  Forbidden: {
    says: 'The account is suspended; or not for a key, not for this role, or a request that another site made.',
    schema: codedBody('FORBIDDEN', 'ACCOUNT_SUSPENDED'),
    examples: {
      role: errors.forbidden('Only an owner of the account may do this'),
      suspended: errors.accountSuspended(),
    },
  },
  LinkInvalid: {
    says: 'The link was not made by the service.',
    schema: codedBody('LINK_INVALID'),
    examples: { forged: errors.linkForged() },
  },
  NotFound: {
    says: 'No such generation of this account and family.',
    schema: object({ detail: text }),
    examples: { generation: errors.generationNotFound(), path: errors.routeNotFound() },
  },
  NoSuchThing: {
    says: 'There is no such thing in this account.',
    schema: object({ detail: text }),
    examples: { key: errors.notFound('Key not found') },
  },
  NoSuchPath: {
    says: 'There is nothing at this path.',
    schema: object({ detail: text }),
    examples: { path: errors.routeNotFound() },
  },
  RequestTimeout: {
    says: 'The body came too slowly while others waited.',
    schema: codedBody('REQUEST_TIMEOUT'),
    examples: { slow: errors.bodyTooSlow('The body came too slowly') },
  },
  InFlight: {
    says: 'A request with the same Idempotency-Key is still being answered; `Retry-After` says when to come back.',
    schema: codedBody('IDEMPOTENCY_IN_FLIGHT'),
    examples: { repeated: errors.idempotencyInFlight() },
  },
  Conflict: {
    says: 'It cannot be done as things stand; `detail` says why.',
    schema: codedBody('CONFLICT'),
    examples: { revoked: errors.conflict('This key is revoked') },
  },
  LinkExpired: {
    says: 'The link has expired or its file was removed.',
    schema: codedBody('LINK_EXPIRED'),
    examples: { expired: errors.linkExpired() },
  },
  CursorExpired: {
    says: 'The cursor is too old to go on from.',
    schema: codedBody('CURSOR_EXPIRED'),
    examples: { old: errors.cursorExpired(24) },
  },
  LinkOver: {
    says: 'The link was good once: it was used, is too old or was withdrawn.',
    schema: codedBody('LINK_OVER'),
    examples: { used: errors.linkOver('This link was used already; ask for a new one') },
  },
  BodyTooLarge: {
    says: 'The body is larger than the media of this family can make it.',
    schema: codedBody('BODY_TOO_LARGE'),
    examples: { large: errors.bodyTooLarge(15_029_590) },
  },
  UnsupportedMediaType: {
    says: 'The body is not sent as JSON.',
    schema: codedBody('UNSUPPORTED_MEDIA_TYPE'),
    examples: { type: errors.unsupportedMediaType() },
  },
  IdempotencyMismatch: {
    says: 'The Idempotency-Key was used with another body.',
    schema: codedBody('IDEMPOTENCY_MISMATCH'),
    examples: { mismatch: errors.idempotencyMismatch() },
  },
  UnprocessableFields: {
    says: 'Fields are not valid, or the Idempotency-Key was used with another body.',
    schema: { anyOf: [unprocessableBody, codedBody('IDEMPOTENCY_MISMATCH')] },
    examples: {
      fields: errors.invalidFields({ faultStatus: 422 }, [fault]),
      mismatch: errors.idempotencyMismatch(),
    },
  },
  HeadersTooLarge: {
    says: 'The headers of the request are too large.',
    schema: codedBody('HEADERS_TOO_LARGE'),
    examples: { large: errors.headersTooLarge() },
  },
  RateLimited: {
    says: 'Too many requests; `Retry-After` says when to come back.',
    schema: codedBody('RATE_LIMITED'),
    examples: { limited: errors.rateLimited(12), open: errors.tooManyOpen('streams', 100) },
  },
  ServerError: {
    says: 'A fault of the service; the answer carries a request id header.',
    schema: object({ detail: text }),
    examples: { internal: errors.internal() },
  },
  Unavailable: {
    says: 'Maintenance, or too busy; `Retry-After` says when to come back. `UNKNOWN`: a submit that may have been accepted.',
    schema: codedBody('MAINTENANCE', 'BUSY', 'UNKNOWN'),
    examples: { maintenance: errors.maintenance(), busy: errors.busy(), unknown: errors.unknownEnd() },
  },
} as const satisfies Record<string, { says: string; schema: Json; examples: Record<string, HttpError> }>;

export type ProblemName = keyof typeof table;

/** What the bodies hold, under names of their own: generated clients have one class for each, and not one for each path. */
export const errorSchemas: Json = Object.fromEntries(
  Object.entries(table).map(([name, { schema }]) => [`${name}Error`, schema]),
);

export const errorComponents: Json = Object.fromEntries(
  Object.entries(table).map(([name, { says }]) => [
    name,
    problemAnswer(name as ProblemName, { says, schema: `${name}Error`, bodyOf: ({ body }) => body }),
  ]),
);

/** One of these refusals as an answer, in whatever shape the paths give it that may refuse so. */
export function problemAnswer(
  name: ProblemName,
  { says, schema, bodyOf }: { says: string; schema: string; bodyOf(error: HttpError): unknown },
): Json {
  const examples = Object.entries<HttpError>(table[name].examples);
  const bodies = examples.map(([each, error]) => [each, { value: bodyOf(error) }]);
  return {
    description: says,
    ...headersOf(examples.map(([, error]) => error)),
    content: { 'application/json': { schema: reference(schema), examples: Object.fromEntries(bodies) } },
  };
}

/** References to these responses, by status, and to what any request may be answered. */
export function problems(...names: ProblemName[]): Json {
  return Object.fromEntries(
    [...names, 'HeadersTooLarge' as const].map((name) => [
      problemStatus(name),
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

export function problemStatus(name: ProblemName): string {
  const [first] = Object.values<HttpError>(table[name].examples);
  return String(first?.status);
}

function headersOf(examples: HttpError[]): Json {
  const names = new Set(examples.flatMap(({ headers = {} }) => Object.keys(headers)));
  if (names.size === 0) return {};
  return { headers: Object.fromEntries([...names].map((name) => [name, { schema: { type: 'string' } }])) };
}

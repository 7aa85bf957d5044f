/** A family in the OpenAPI document: its operations, its schemas and its webhook, all from what the family says of itself. */
import { webhookAttemptsMax, webhookRetrySeconds } from '../events.ts';
import type { Family } from '../family.ts';
import type { JsonSchema } from '../fields.ts';
import {
  idempotencyHours,
  idempotencyKeySchema,
  page,
  statusChecksMax,
  statusChecksSeconds,
  waitSecondsMax,
} from '../limits.ts';
import { problems } from './errors.ts';
import { failureCodeSchema, withFailureCode } from './failures.ts';
import { requestSchemaOf } from './requests.ts';
import { sampleOf } from './samples.ts';
import { camelOf, pascalOf, reference } from './words.ts';

type Json = Record<string, unknown>;

export function familyPaths(family: Family): Json {
  const { path, idName, lists, documentedWithSlash } = family;
  const record = `${path}/generations/{${idName}}${documentedWithSlash ? '/' : ''}`;
  return {
    [`${path}/generate`]: { post: submitOperation(family) },
    [record]: { get: statusOperation(family), delete: deleteOperation(family) },
    ...(lists && { [`${path}/generations`]: { get: listOperation(family) } }),
  };
}

export function familySchemas(family: Family): Json {
  const { request, accepted, record, webhook } = family.schemas;
  const name = pascalOf(family.slug);
  const code = reference(`${name}FailureCode`);
  return {
    [`${name}Request`]: requestSchemaOf(request),
    [`${name}Accepted`]: accepted,
    [`${name}Record`]: withFailureCode(record, code),
    [`${name}Webhook`]: withFailureCode(webhook, code),
    [`${name}FailureCode`]: failureCodeSchema(family),
  };
}

export function familyWebhook(family: Family): Json {
  const name = `${camelOf(family.slug)}Finished`;
  return { [name]: webhookOperation(family, name) };
}

const schemaOf = (family: Family, kind: string) => reference(`${pascalOf(family.slug)}${kind}`);

/** Of beta, a fault of a field is a 422. */
const fieldFaults = ({ faultStatus }: Family) => (faultStatus === 422 ? 'UnprocessableFields' : 'BadRequest');

const idOf = ({ idName }: Family) => ({
  name: idName,
  in: 'path',
  required: true,
  description: 'As the submit answered it.',
  schema: { type: 'string', format: 'uuid' },
});

function submitOperation(family: Family): Json {
  const { body, directed, accepted, quote } = sampleOf(family);
  return {
    operationId: `submit${pascalOf(family.slug)}`,
    tags: [family.title],
    summary: 'Submit',
    description: `${family.summary}. The price is charged at once.`,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: `Makes a repeat safe for ${idempotencyHours} hours: the same key and body give the same answer.`,
        schema: idempotencyKeySchema,
      },
      {
        name: 'quote',
        in: 'query',
        description: '`true`: every check is made and `{"price"}` answered; nothing is charged or kept.',
        schema: { type: 'boolean' },
      },
    ],
    requestBody: {
      required: true,
      content: json(schemaOf(family, 'Request'), {
        submit: { summary: 'A request', value: body },
        sandbox: { summary: 'With a sandbox key: a failure on demand', value: directed },
      }),
    },
    responses: {
      200: {
        description: 'Accepted and charged; with `quote=true` the price alone.',
        headers: {
          'Afterimage-Ignored': {
            description: 'Names of fields that were sent and not used, with commas between.',
            schema: { type: 'string' },
          },
        },
        content: json(
          { anyOf: [schemaOf(family, 'Accepted'), reference('Quote')] },
          { accepted: { value: accepted }, quote: { summary: 'With `quote=true`', value: quote } },
        ),
      },
      ...problems(
        'BadRequest',
        'Unauthorized',
        'Forbidden',
        'InsufficientCredits',
        'RequestTimeout',
        'InFlight',
        'BodyTooLarge',
        'UnsupportedMediaType',
        family.faultStatus === 422 ? 'UnprocessableFields' : 'IdempotencyMismatch',
        'RateLimited',
        'ServerError',
        'Unavailable',
      ),
    },
    callbacks: {
      finished: { '{$request.body#/callback_url}': webhookOperation(family, `${camelOf(family.slug)}Callback`) },
    },
  };
}

function statusOperation(family: Family): Json {
  const { records } = sampleOf(family);
  const limit = `At most ${statusChecksMax} status checks in any ${statusChecksSeconds} seconds a key.`;
  return {
    operationId: `get${pascalOf(family.slug)}Generation`,
    tags: [family.title],
    summary: 'Get',
    description: `The status record.${family.statusLimited ? ` ${limit}` : ''}`,
    parameters: [
      idOf(family),
      {
        name: 'wait',
        in: 'query',
        description:
          'Seconds to wait for the end: the answer comes as soon as it is there. Counts as one status check. Without it: none.',
        schema: { type: 'integer', minimum: 0, maximum: waitSecondsMax },
      },
    ],
    responses: {
      200: {
        description: 'The record.',
        ...(family.statusLimited && { headers: rateHeaders }),
        content: json(schemaOf(family, 'Record'), {
          completed: { value: records.completed },
          pending: { value: records.pending },
          failed: { value: records.failed },
        }),
      },
      ...problems(
        fieldFaults(family),
        'Unauthorized',
        'Forbidden',
        'NotFound',
        'RateLimited',
        'ServerError',
        'Unavailable',
      ),
    },
  };
}

const rateHeaders = {
  RateLimit: { description: 'What is left of the limit, and when more comes.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The limit.', schema: { type: 'string' } },
};

function deleteOperation(family: Family): Json {
  const { records } = sampleOf(family);
  return {
    operationId: `delete${pascalOf(family.slug)}`,
    tags: [family.title],
    summary: 'Cancel or delete',
    description:
      'Cancels one that has not ended. Of one that has ended it deletes the files, unless `finished=keep` says that they stay.',
    parameters: [
      idOf(family),
      {
        name: 'finished',
        in: 'query',
        description:
          '`keep`: only cancel. Of one that has ended meanwhile nothing is deleted, and the answer is its record. Without it: its files go.',
        schema: { type: 'string', enum: ['keep'] },
      },
    ],
    responses: {
      200: {
        description:
          'It had not ended: now it is `failed` with `CANCELLED`. The price goes back unless a paid engine has the work already. With `finished=keep` also one that had ended, as it is.',
        content: json(schemaOf(family, 'Record'), { cancelled: { value: records.cancelled } }),
      },
      204: { description: 'It had ended: its files are gone, and its record stays.' },
      ...problems(fieldFaults(family), 'Unauthorized', 'Forbidden', 'NotFound', 'ServerError', 'Unavailable'),
    },
  };
}

function listOperation(family: Family): Json {
  const { records } = sampleOf(family);
  const { limitMin, limitMax, limitDefault, offsetDefault, offsetMax } = page;
  const limit = { type: 'integer', minimum: limitMin, maximum: limitMax, default: limitDefault };
  const offset = { type: 'integer', minimum: 0, maximum: offsetMax, default: offsetDefault };
  const items = { type: 'array', items: schemaOf(family, 'Record') };
  return {
    operationId: `list${pascalOf(family.slug)}Generations`,
    tags: [family.title],
    summary: 'List',
    description: `The account's ${family.title} generations, newest first.`,
    parameters: [
      { name: 'limit', in: 'query', description: 'How many at most.', schema: limit },
      { name: 'offset', in: 'query', description: 'How many of the newest to leave out.', schema: offset },
    ],
    responses: {
      200: {
        description: 'The records.',
        content: json(items, { page: { value: [records.completed, records.failed] } }),
      },
      ...problems(fieldFaults(family), 'Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
    },
  };
}

function webhookOperation(family: Family, operationId: string): Json {
  const { webhooks } = sampleOf(family);
  const header = (name: string, says: string) => ({
    name,
    in: 'header',
    required: true,
    description: says,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId,
      tags: [family.title],
      summary: 'Finished',
      description:
        `Sent to \`callback_url\` when a generation completed or failed: up to ${webhookAttemptsMax} attempts, ` +
        `${webhookRetrySeconds} seconds apart, until any 2xx answer. Signed after Standard Webhooks.`,
      security: [],
      parameters: [
        header('webhook-id', 'The same on every attempt.'),
        header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
        header('webhook-signature', 'HMAC-SHA256 over id, timestamp and body with the secret of the account.'),
      ],
      requestBody: {
        required: true,
        content: json(schemaOf(family, 'Webhook'), {
          completed: { value: webhooks.completed },
          failed: { value: webhooks.failed },
        }),
      },
      responses: {
        '2XX': { description: 'Received.' },
        '4XX': { description: 'Anything else is a failed attempt.' },
      },
    },
  };
}

const json = (schema: JsonSchema, examples: Json) => ({ 'application/json': { schema, examples } });

/** Families in, OpenAPI 3.1 document out: nothing in it restates a field, a rule or an error. */
import { cancelledCode, failureMeanings } from './failures.ts';
import type { Family } from './family.ts';
import type { JsonSchema } from './fields.ts';
import type { GenerationView } from './generation.ts';
import { idempotencyHours, page, statusChecksMax, statusChecksSeconds, waitSecondsMax } from './limits.ts';
import { accountPaths, accountSchemas, accountTags, sessionScheme } from './openapi-account.ts';
import { errorComponents, problems } from './openapi-errors.ts';
import { requestSchemaOf } from './openapi-requests.ts';
import { servicePaths } from './openapi-service.ts';

type Json = Record<string, unknown>;

export function buildOpenapi(families: readonly Family[], { version }: { version: string }): Json {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Afterimage',
      version,
      summary: 'Asynchronous generation of video and images',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [
      ...families.map(({ title, summary }) => ({ name: title, description: `${summary}.` })),
      { name: 'account', description: 'The balance of the account.' },
      ...accountTags,
      { name: 'service', description: 'Media links, health and this document. They need no key.' },
    ],
    paths: Object.assign({}, ...families.map(familyPaths), servicePaths, accountPaths(families)),
    webhooks: Object.fromEntries(families.map((family) => [`${camel(family)}Finished`, webhook(family)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
        session: sessionScheme,
      },
      schemas: Object.assign({}, ...families.map(familySchemas), accountSchemas),
      responses: errorComponents,
    },
  };
}

const description = [
  'Submit a generation, then poll its record or wait for the webhook. Every path works with and without a last slash.',
  'All faults of a request are reported at once. Fields accepted but not used are named in `Afterimage-Ignored`.',
  'A method that a path does not take is answered 405 with `Allow`; headers that are too large are answered 431.',
  '`/v1` only grows: fields and values may be added, none is removed or changed.',
].join('\n\n');

/** What `?quote=true` answers. */
const quoteSchema = {
  type: 'object',
  required: ['price'],
  properties: { price: { type: 'string', examples: ['0.2100'] } },
  additionalProperties: false,
};

function familyPaths(family: Family): Json {
  const { path, idName, lists, documentedWithSlash } = family;
  const record = `${path}/generations/{${idName}}${documentedWithSlash ? '/' : ''}`;
  return {
    [`${path}/generate`]: { post: submitOperation(family) },
    [record]: { get: statusOperation(family), delete: deleteOperation(family) },
    ...(lists && { [`${path}/generations`]: { get: listOperation(family) } }),
  };
}

function deleteOperation(family: Family): Json {
  const { view } = sampleOf(family);
  const cancelled: GenerationView = {
    ...view,
    status: 'failed',
    mediaUrl: null,
    failureCode: cancelledCode,
    failureReason: failureMeanings[cancelledCode]!,
  };
  return {
    operationId: `delete${pascal(family)}`,
    tags: [family.title],
    summary: 'Cancel, or delete the files of one that has ended',
    parameters: [{ name: family.idName, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    responses: {
      200: {
        description:
          'It had not ended: now it is `failed` with `CANCELLED`. The price goes back unless a paid engine has the work already.',
        content: json(reference(family, 'Record'), family.record(cancelled)),
      },
      204: { description: 'It had ended: its files are gone, and its record stays.' },
      ...problems('Unauthorized', 'NotFound', 'RateLimited', 'ServerError', 'Unavailable'),
    },
  };
}

function submitOperation(family: Family): Json {
  const { view, body } = sampleOf(family);
  return {
    operationId: `submit${pascal(family)}`,
    tags: [family.title],
    summary: family.summary,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: `Makes a repeat safe for ${idempotencyHours} hours: the same key and body give the same answer.`,
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
      },
      {
        name: 'quote',
        in: 'query',
        description: '`true`: every check is made and `{"price"}` answered; nothing is charged or kept.',
        schema: { type: 'boolean', default: false },
      },
    ],
    requestBody: { required: true, content: json(reference(family, 'Request'), body) },
    responses: {
      200: {
        description: 'Accepted and charged.',
        headers: {
          'Afterimage-Ignored': {
            description: 'Names of fields that were sent and not used, with commas between.',
            schema: { type: 'string' },
          },
        },
        content: json(
          { anyOf: [reference(family, 'Accepted'), quoteSchema] },
          family.accepted({ ...view, status: 'pending' }),
        ),
      },
      ...problems(
        'BadRequest',
        'Unauthorized',
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
      finished: { '{$request.body#/callback_url}': webhook(family) },
    },
  };
}

function statusOperation(family: Family): Json {
  const { view } = sampleOf(family);
  const limit = `At most ${statusChecksMax} status checks in any ${statusChecksSeconds} seconds a key.`;
  return {
    operationId: `get${pascal(family)}Generation`,
    tags: [family.title],
    summary: `Status record of ${article(family)} ${family.title} generation`,
    ...(family.statusLimited && { description: limit }),
    parameters: [
      { name: family.idName, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      {
        name: 'wait',
        in: 'query',
        description:
          'Seconds to wait for the end: the answer comes as soon as it is there. Counts as one status check.',
        schema: { type: 'integer', minimum: 0, maximum: waitSecondsMax, default: 0 },
      },
    ],
    responses: {
      200: {
        description: 'The record.',
        ...(family.statusLimited && { headers: rateHeaders }),
        content: json(reference(family, 'Record'), family.record(view)),
      },
      ...problems(
        family.faultStatus === 422 ? 'UnprocessableFields' : 'BadRequest',
        'Unauthorized',
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

function listOperation(family: Family): Json {
  const { view } = sampleOf(family);
  const { limitMin, limitMax, limitDefault, offsetDefault, offsetMax } = page;
  const limit = { type: 'integer', minimum: limitMin, maximum: limitMax, default: limitDefault };
  const offset = { type: 'integer', minimum: 0, maximum: offsetMax, default: offsetDefault };
  const items = { type: 'array', items: reference(family, 'Record') };
  return {
    operationId: `list${pascal(family)}Generations`,
    tags: [family.title],
    summary: `The account's ${family.title} generations, newest first`,
    parameters: [
      { name: 'limit', in: 'query', schema: limit },
      { name: 'offset', in: 'query', schema: offset },
    ],
    responses: {
      200: { description: 'The records.', content: json(items, [family.record(view)]) },
      ...problems(
        family.faultStatus === 422 ? 'UnprocessableFields' : 'BadRequest',
        'Unauthorized',
        'RateLimited',
        'ServerError',
        'Unavailable',
      ),
    },
  };
}

function webhook(family: Family): Json {
  const { view } = sampleOf(family);
  const header = (name: string, says: string) => ({
    name,
    in: 'header',
    required: true,
    description: says,
    schema: { type: 'string' },
  });
  return {
    post: {
      tags: [family.title],
      summary: `${article(family) === 'an' ? 'An' : 'A'} ${family.title} generation completed or failed`,
      description: 'Up to 5 attempts, 30 seconds apart, until any 2xx answer. Signed after Standard Webhooks.',
      security: [],
      parameters: [
        header('webhook-id', 'The same on every attempt.'),
        header('webhook-timestamp', 'Seconds since 1970, of this attempt.'),
        header('webhook-signature', 'HMAC-SHA256 over id, timestamp and body with the secret of the account.'),
      ],
      requestBody: { required: true, content: json(reference(family, 'Webhook'), family.webhook(view)) },
      responses: { '2XX': { description: 'Received.' } },
    },
  };
}

function familySchemas(family: Family): Json {
  const { request, accepted, record, webhook: payload } = family.schemas;
  const name = pascal(family);
  return {
    [`${name}Request`]: requestSchemaOf(request),
    [`${name}Accepted`]: accepted,
    [`${name}Record`]: record,
    [`${name}Webhook`]: payload,
  };
}

/** The family's example as a generation that has completed; its answers become the document's examples. */
function sampleOf(family: Family): { view: GenerationView; body: unknown } {
  const body = (family.schemas.request['examples'] as Json[])[0] ?? {};
  const reading = family.read(body, 'live');
  if (!reading.ok) throw new Error(`the example of ${family.slug} is refused: ${reading.faults[0]?.message}`);
  const { request } = reading;
  const { item, times } = family.priceOf(request, []);
  const file = `sample.${family.output === 'video' ? 'mp4' : 'jpg'}`;
  const view: GenerationView = {
    id: '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37',
    status: 'completed',
    prompt: request.prompt,
    model: request.model,
    price: (family.prices[item] ?? 0) * times,
    seed: request.seed ?? 1234567,
    mediaUrl: `https://media.example.com/media/0199a3c4/${file}?expires=1767312000&signature=c2lnbmF0dXJl`,
    failureCode: null,
    failureReason: null,
    progress: null,
    queuePosition: null,
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    finishedAt: new Date('2026-01-01T00:02:30.000Z'),
  };
  return { view, body };
}

const json = (schema: JsonSchema, example: unknown) => ({ 'application/json': { schema, example } });

const reference = (family: Family, kind: string) => ({ $ref: `#/components/schemas/${pascal(family)}${kind}` });

const article = ({ title }: Family): string => (/^[aeiou]/.test(title) ? 'an' : 'a');

const pascal = ({ slug }: Family): string =>
  slug.replace(/(^|-)(\w)/g, (_whole, _dash: string, letter: string) => letter.toUpperCase());

const camel = (family: Family): string => pascal(family).replace(/^\w/, (letter) => letter.toLowerCase());

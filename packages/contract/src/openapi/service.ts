/** The paths of the OpenAPI document that belong to no family: lists over all, events, balance, media links, health, the document itself. */
import type { Family } from '../family.ts';
import { eventHeartbeatSeconds, eventHours } from '../limits.ts';
import { listAll } from '../list-all.ts';
import { statuses } from '../states.ts';
import { problems } from './errors.ts';
import { type FamilySample, sampleOf } from './samples.ts';
import { clockPaths } from './sandbox.ts';
import { pascalOf, reference } from './words.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' } as const;
const open = { tags: ['service'], security: [] };

export function servicePaths(families: readonly Family[]): Json {
  return {
    ...clockPaths,
    '/v1/generations': { get: listOfAll(families) },
    '/v1/events': { get: events(families) },
    '/v1/data/balance': { get: balance },
    '/media/{media_id}/{file_name}': { get: media },
    ...health,
  };
}

export function serviceSchemas(families: readonly Family[]): Json {
  return {
    Quote: {
      type: 'object',
      description: 'What `?quote=true` answers.',
      required: ['price'],
      properties: { price: { ...text, description: 'In USD.', examples: ['0.2100'] } },
      additionalProperties: false,
    },
    AnyGeneration: {
      description: 'A generation of any family, with its record as the family itself shows it.',
      oneOf: families.map(({ slug }) => reference(`${pascalOf(slug)}Generation`)),
    },
    ...Object.fromEntries(families.map((family) => [`${pascalOf(family.slug)}Generation`, generationOf(family)])),
  };
}

const generationOf = ({ slug }: Family): Json => ({
  type: 'object',
  required: ['family', 'id', 'record'],
  properties: {
    family: { ...text, const: slug },
    id: { ...text, format: 'uuid' },
    record: reference(`${pascalOf(slug)}Record`),
  },
});

const slugs = (families: readonly Family[]) => ({ ...text, enum: families.map(({ slug }) => slug) });

function listOfAll(families: readonly Family[]): Json {
  const { limitMin, limitMax, limitDefault } = listAll;
  const limit = { type: 'integer', minimum: limitMin, maximum: limitMax, default: limitDefault };
  const items = families.slice(0, 2).map((family) => {
    const { id, records } = sampleOf(family);
    return { family: family.slug, id, record: records.completed };
  });
  return {
    operationId: 'listGenerations',
    tags: ['account'],
    summary: 'List',
    description: 'Generations of all families, newest first.',
    parameters: [
      { name: 'family', in: 'query', description: 'Only of this one.', schema: slugs(families) },
      { name: 'status', in: 'query', description: 'Only those.', schema: { ...text, enum: statuses } },
      { name: 'limit', in: 'query', description: 'How many at most.', schema: limit },
      { name: 'cursor', in: 'query', description: '`next` of the page before.', schema: { ...text, format: 'uuid' } },
    ],
    responses: {
      200: {
        description: 'One page. A page may be short while there is more: `next` is null at the end only.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['items', 'next'],
              properties: {
                items: { type: 'array', items: reference('AnyGeneration') },
                next: { type: ['string', 'null'] },
              },
            },
            example: { items, next: null },
          },
        },
      },
      ...problems('BadRequest', 'Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
    },
  };
}

function events(families: readonly Family[]): Json {
  return {
    operationId: 'followEvents',
    tags: ['account'],
    summary: 'Follow events',
    description: [
      'What becomes of the generations, as it happens: server-sent events, `processing` and exactly one end of each',
      'generation of the account whose key it is. `data` is `{"family", "id", "status", "record"}`, where `record` is the',
      'status record of that family.',
      `The \`id\` of an event is a cursor: with it the stream goes on without a gap and without a repeat, for ${eventHours} hours,`,
      `in whatever process. A comment comes at least every ${eventHeartbeatSeconds} seconds. An id may come without an event.`,
    ].join(' '),
    parameters: [
      { name: 'family', in: 'query', description: 'Only of this one.', schema: slugs(families) },
      {
        name: 'after',
        in: 'query',
        description: 'Go on after the event with this id. Without it: from now on.',
        schema: text,
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'As `after`, and goes before it: browsers send it.',
        schema: text,
      },
    ],
    responses: {
      200: {
        description: 'The stream.',
        content: { 'text/event-stream': { schema: text, example: eventText(families[0]!) } },
      },
      ...problems(
        'BadRequest',
        'Unauthorized',
        'Forbidden',
        'CursorExpired',
        'RateLimited',
        'ServerError',
        'Unavailable',
      ),
    },
  };
}

function eventText(family: Family): string {
  const { id, records }: FamilySample = sampleOf(family);
  const data = { family: family.slug, id, status: 'completed', record: records.completed };
  return `id: mi3k2x9a.2f0.2ed.2ee-5j\nevent: generation\ndata: ${JSON.stringify(data)}\n\n`;
}

const balance = {
  operationId: 'getBalance',
  tags: ['account'],
  summary: 'Get the balance',
  description: 'What the account has left, in USD.',
  responses: {
    200: {
      description: 'The balance.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['balance', 'currency'],
            properties: { balance: { type: 'number' }, currency: { const: 'USD' } },
          },
          example: { balance: 12.3456, currency: 'USD' },
        },
      },
    },
    ...problems('Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
  },
};

const file = { schema: { ...text, format: 'binary' } };

const media = {
  ...open,
  operationId: 'getMedia',
  summary: 'Get the file',
  description: 'Result media, by the signed link that records and webhooks carry. Pages of any origin may read it.',
  parameters: [
    { name: 'media_id', in: 'path', required: true, schema: text },
    { name: 'file_name', in: 'path', required: true, schema: text },
    { name: 'expires', in: 'query', required: true, description: 'Seconds since 1970.', schema: { type: 'integer' } },
    { name: 'signature', in: 'query', required: true, schema: text },
    { name: 'Range', in: 'header', description: 'One range of bytes.', schema: text },
  ],
  responses: {
    200: { description: 'The file.', content: { 'video/mp4': file, 'image/jpeg': file } },
    206: { description: 'The range asked for.', content: { 'video/mp4': file, 'image/jpeg': file } },
    416: { description: 'No such range.' },
    ...problems('LinkInvalid', 'NoSuchPath', 'LinkExpired', 'ServerError', 'Unavailable'),
  },
};

/** An answer of one form, with an example of it. */
const says = (description: string, type: string, schema: Json, example: unknown) => ({
  description,
  content: { [type]: { schema, example } },
});

const stateOf = (status: string) => ({
  type: 'object',
  required: ['status'],
  properties: { status: { const: status } },
});

const ready = {
  ...stateOf('ready'),
  properties: { status: { const: 'ready' }, warnings: { type: 'array', items: text } },
};

const notReady = {
  type: 'object',
  required: ['status', 'reasons'],
  properties: { status: { const: 'not ready' }, reasons: { type: 'array', items: text } },
};

const health = {
  '/healthz': {
    get: {
      ...open,
      operationId: 'getHealth',
      summary: 'Whether the process is alive',
      responses: {
        200: says('Alive.', 'application/json', stateOf('alive'), { status: 'alive' }),
        ...problems(),
      },
    },
  },
  '/readyz': {
    get: {
      ...open,
      operationId: 'getReadiness',
      summary: 'Whether the service can take work',
      parameters: [
        {
          name: 'exclude',
          in: 'query',
          description: '`media`: ready also while no new media can be kept, which then stands in `warnings`.',
          schema: { ...text, enum: ['media'] },
        },
      ],
      responses: {
        200: says('Ready.', 'application/json', ready, { status: 'ready' }),
        503: says('Not ready.', 'application/json', notReady, {
          status: 'not ready',
          reasons: ['The service is stopping.'],
        }),
        ...problems('BadRequest'),
      },
    },
  },
  '/metrics': {
    get: {
      ...open,
      operationId: 'getMetrics',
      summary: 'Figures for Prometheus',
      description: 'Where the operator has set a token, it is asked for as bearer.',
      responses: {
        200: says(
          'The figures.',
          'text/plain',
          text,
          'afterimage_http_answers_total{route="/healthz",status="200"} 42\n',
        ),
        ...problems('Unauthorized'),
      },
    },
  },
  '/openapi.json': {
    get: {
      ...open,
      operationId: 'getOpenapi',
      summary: 'This document',
      responses: {
        200: says('OpenAPI 3.1.', 'application/json', { type: 'object' }, { openapi: '3.1.0' }),
        ...problems(),
      },
    },
  },
};

/** The paths of the OpenAPI document that belong to no family: balance, media links, health, the document itself. */
import { eventHours, eventSilenceSeconds } from './limits.ts';
import { listAll } from './list-all.ts';
import { problems } from './openapi-errors.ts';
import { sandboxClockFields } from './sandbox-clock.ts';
import { statuses } from './states.ts';

const text = { type: 'string' } as const;
const open = { tags: ['service'], security: [] };
const plain = (description: string, type: string) => ({ description, content: { [type]: { schema: text } } });

const balance = {
  operationId: 'getBalance',
  tags: ['account'],
  summary: 'Balance of the account',
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
    ...problems('Unauthorized', 'RateLimited', 'ServerError', 'Unavailable'),
  },
};

const media = {
  ...open,
  operationId: 'getMedia',
  summary: 'Result media, by the signed link that records and webhooks carry',
  parameters: [
    { name: 'media_id', in: 'path', required: true, schema: text },
    { name: 'file_name', in: 'path', required: true, schema: text },
    { name: 'expires', in: 'query', required: true, description: 'Seconds since 1970.', schema: { type: 'integer' } },
    { name: 'signature', in: 'query', required: true, schema: text },
    { name: 'Range', in: 'header', description: 'One range of bytes.', schema: text },
  ],
  responses: {
    200: { description: 'The file.', content: { 'video/mp4': {}, 'image/jpeg': {} } },
    206: { description: 'The range asked for.', content: { 'video/mp4': {}, 'image/jpeg': {} } },
    416: { description: 'No such range.' },
    ...problems('LinkInvalid', 'NoSuchPath', 'LinkExpired', 'ServerError', 'Unavailable'),
  },
};

const listOfAll = {
  operationId: 'listGenerations',
  tags: ['account'],
  summary: 'Generations of all families, newest first',
  parameters: [
    { name: 'family', in: 'query', description: 'The slug of one family: `alpha-o3-video`.', schema: text },
    { name: 'status', in: 'query', schema: { type: 'string', enum: statuses } },
    {
      name: 'limit',
      in: 'query',
      schema: {
        type: 'integer',
        minimum: listAll.limitMin,
        maximum: listAll.limitMax,
        default: listAll.limitDefault,
      },
    },
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
              items: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['family', 'id', 'record'],
                  properties: {
                    family: text,
                    id: { ...text, format: 'uuid' },
                    record: { type: 'object', description: 'As the family itself shows it.' },
                  },
                },
              },
              next: { type: ['string', 'null'] },
            },
          },
        },
      },
    },
    ...problems('BadRequest', 'Unauthorized', 'RateLimited', 'ServerError', 'Unavailable'),
  },
};

const sampleEvent = [
  'id: mi3k2x9a.2f0.2ed.2ee-5j',
  'event: generation',
  'data: {"family":"delta","id":"0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37","status":"processing","record":{…}}',
  '',
  '',
].join('\n');

const events = {
  operationId: 'followEvents',
  tags: ['account'],
  summary: 'What becomes of the generations, as it happens',
  description: [
    'Server-sent events: `processing` and exactly one end of each generation of the account whose key it is. `data` is',
    '`{"family", "id", "status", "record"}`, where `record` is the status record of that family.',
    `The \`id\` of an event is a cursor: with it the stream goes on without a gap and without a repeat, for ${eventHours} hours,`,
    `in whatever process. A comment comes at least every ${eventSilenceSeconds} seconds. An id may come without an event.`,
  ].join(' '),
  parameters: [
    { name: 'family', in: 'query', description: 'Only of this one, by its slug: `alpha-o3-video`.', schema: text },
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
      content: { 'text/event-stream': { schema: text, example: sampleEvent } },
    },
    ...problems('BadRequest', 'Unauthorized', 'CursorExpired', 'RateLimited', 'ServerError', 'Unavailable'),
  },
};

const clockAnswer = {
  description: 'The time of the sandbox.',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['now'], properties: { now: { type: 'string', format: 'date-time' } } },
      example: { now: '2026-01-01T00:15:00.000Z' },
    },
  },
};
const clock = (operationId: string, summary: string) => ({
  operationId,
  tags: ['account'],
  summary,
  responses: {
    200: clockAnswer,
    ...problems('Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
  },
});
const advanceClock = {
  ...clock('advanceSandboxClock', 'Move the clock of the sandbox ahead: limits, queues and repeats come nearer'),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', required: ['advance'], properties: { advance: sandboxClockFields.advance.schema } },
        example: { advance: '15m' },
      },
    },
  },
  responses: {
    200: clockAnswer,
    ...problems(
      'BadRequest',
      'Unauthorized',
      'Forbidden',
      'RequestTimeout',
      'BodyTooLarge',
      'UnsupportedMediaType',
      'RateLimited',
      'ServerError',
      'Unavailable',
    ),
  },
};

export const servicePaths = {
  '/v1/sandbox/clock': {
    get: clock('getSandboxClock', 'The time of the sandbox'),
    post: advanceClock,
    delete: clock('resetSandboxClock', 'Put the clock of the sandbox back to real time'),
  },
  '/v1/generations': { get: listOfAll },
  '/v1/events': { get: events },
  '/v1/data/balance': { get: balance },
  '/media/{media_id}/{file_name}': { get: media },
  '/healthz': {
    get: {
      ...open,
      operationId: 'getHealth',
      summary: 'Whether the process is alive',
      responses: { 200: { description: 'Alive.' } },
    },
  },
  '/readyz': {
    get: {
      ...open,
      operationId: 'getReadiness',
      summary: 'Whether the service can take work',
      responses: { 200: { description: 'Ready.' }, 503: { description: 'Not ready; the body says why.' } },
    },
  },
  '/metrics': {
    get: {
      ...open,
      operationId: 'getMetrics',
      summary: 'Figures for Prometheus',
      responses: { 200: plain('The figures.', 'text/plain') },
    },
  },
  '/openapi.json': {
    get: {
      ...open,
      operationId: 'getOpenapi',
      summary: 'This document',
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
};

/** The clock of the sandbox in the OpenAPI document. */

import { sandboxClockFields } from '../sandbox-clock.ts';
import { problems } from './errors.ts';

const answer = {
  description: 'The time of the sandbox.',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['now'], properties: { now: { type: 'string', format: 'date-time' } } },
      example: { now: '2026-01-01T00:15:00.000Z' },
    },
  },
};

const operation = (operationId: string, summary: string) => ({
  operationId,
  tags: ['sandbox'],
  summary,
  description: 'For sandbox keys.',
  responses: {
    200: answer,
    ...problems('Unauthorized', 'Forbidden', 'RateLimited', 'ServerError', 'Unavailable'),
  },
});

const advance = {
  ...operation('advanceSandboxClock', 'Move the clock ahead'),
  description:
    'For sandbox keys. Time limits, waits in the queue, repeats of webhooks and the end of files and of Idempotency-Keys come ' +
    'nearer; links, keys and rates go by real time. Advances add up.',
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
    200: answer,
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

export const clockPaths = {
  '/v1/sandbox/clock': {
    get: operation('getSandboxClock', 'Get the time'),
    post: advance,
    delete: operation('resetSandboxClock', 'Put the clock back'),
  },
};

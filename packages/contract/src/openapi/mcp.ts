/** The model context protocol in the OpenAPI document: one operation, since what is asked stands in the message. */
import { errors } from '../errors.ts';
import { problems } from './errors.ts';
import { reference } from './words.ts';

const message = {
  type: 'object',
  description: 'A message of JSON-RPC 2.0.',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { type: ['string', 'integer', 'null'], description: 'None: it is a notification, and there is no answer.' },
    method: { type: 'string' },
    params: { type: 'object', additionalProperties: true },
    result: { type: 'object', additionalProperties: true },
    error: { type: 'object', additionalProperties: true },
  },
};

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_balance', arguments: {} },
};

const balance = { balance: 12.3456, currency: 'USD' };

const told = {
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text: JSON.stringify(balance) }], structuredContent: balance },
};

const fault = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });
const noMessage = fault(-32600, 'Bad Request: the request body is not a valid JSON-RPC message');
const notAcceptable = fault(-32000, 'Not Acceptable: Client must accept both application/json and text/event-stream');

export const mcpSchemas = { McpMessage: message };

const schema = reference('McpMessage');

export const mcpPaths = {
  '/mcp': {
    post: {
      operationId: 'callMcp',
      tags: ['mcp'],
      summary: 'Send one message',
      description: [
        'Streamable HTTP without sessions: one message in, and its answer as JSON or, where progress is told, as events.',
        'It is asked for with `Accept: application/json, text/event-stream`.',
        'Assistants speak it; programs have it easier with the paths of the families.',
      ].join(' '),
      requestBody: { required: true, content: { 'application/json': { schema, example: call } } },
      responses: {
        200: {
          description: 'The answer; what a tool refuses is told in it, with `isError`.',
          content: {
            'application/json': { schema, example: told },
            'text/event-stream': {
              schema: { type: 'string' },
              example: `event: message\ndata: ${JSON.stringify(told)}\n\n`,
            },
          },
        },
        202: { description: 'A notification was heard.' },
        400: {
          description: 'The body is no JSON, or no message of the protocol.',
          content: {
            'application/json': {
              schema: { anyOf: [reference('BadRequestError'), schema] },
              examples: { json: { value: errors.invalidJson('Not JSON').body }, message: { value: noMessage } },
            },
          },
        },
        406: {
          description: '`Accept` does not name both.',
          content: { 'application/json': { schema, example: notAcceptable } },
        },
        ...problems(
          'Unauthorized',
          'Forbidden',
          'RequestTimeout',
          'BodyTooLarge',
          'UnsupportedMediaType',
          'ServerError',
          'Unavailable',
        ),
      },
    },
  },
};

export const mcpTag = {
  name: 'mcp',
  description:
    'The model context protocol: six tools by which assistants make images and videos, look at them and say what they cost.',
};

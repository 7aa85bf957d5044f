/** The HTTP errors as OpenAI's libraries read them: the service's own examples, in the shape that the routes give them. */
import { openaiErrorTypes, openaiRefusal, type Refused } from '../openai-refusal.ts';
import { type ProblemName, problemAnswer, problemStatus, problems } from './errors.ts';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };

export const openaiErrorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { ...text, description: 'The sentence that the service always gives.' },
        type: { ...text, enum: openaiErrorTypes },
        param: { ...orNull, description: 'The name that was sent, where a field is wrong.' },
        code: { ...orNull, description: 'The code of the refusal, or of the failure of a generation.' },
      },
    },
  },
};

const table = {
  BadRequest: 'The request is not valid, or the prompt or an image is why the generation failed.',
  Unauthorized: 'No key, or not a valid one.',
  InsufficientCredits: 'The balance does not cover the price, or the key may not spend so much in its day or month.',
  Forbidden: 'The account is suspended.',
  NotFound: 'There is no such model, or no such video of this account.',
  RequestTimeout: 'The body came too slowly while others waited.',
  InFlight: 'A request with the same Idempotency-Key is still being answered.',
  BodyTooLarge: 'The body is too large.',
  UnsupportedMediaType: 'The body is neither JSON nor a form.',
  IdempotencyMismatch: 'The Idempotency-Key was used with another body.',
  RateLimited: 'Too many requests; `Retry-After` says when to come back.',
  ServerError: 'A fault of the service, or the generation failed for no fault of the caller.',
  Unavailable: 'Maintenance, or too busy; `Retry-After` says when to come back.',
} as const satisfies Partial<Record<ProblemName, string>>;

export type OpenaiProblem = keyof typeof table;

export const submitProblems = Object.keys(table) as OpenaiProblem[];

/** What its callers call the field of the example. */
const nameOf = (field: string): string => (field === 'duration' ? 'seconds' : field);

export const openaiErrorComponents: Json = Object.fromEntries(
  Object.entries(table).map(([name, says]) => [
    `Openai${name}`,
    problemAnswer(name as OpenaiProblem, {
      says,
      schema: 'OpenaiError',
      bodyOf: ({ status, body }) => openaiRefusal(status, body as Refused, nameOf).body,
    }),
  ]),
);

/** References to these, by status. Headers that are too large are refused before the path is read, in the service's own shape. */
export function openaiProblems(...names: OpenaiProblem[]): Json {
  const shaped = names.map((name) => [problemStatus(name), { $ref: `#/components/responses/Openai${name}` }]);
  return { ...Object.fromEntries(shaped), ...problems() };
}

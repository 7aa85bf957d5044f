/** One HTTP request, and exactly what became of it: answered whole, refused before it was sent, or cut off. */
import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

export type Outcome =
  | { outcome: 'answered'; status: number; bytes: Buffer; body: Record<string, unknown> }
  /** Nobody listens: not a byte was taken. */
  | { outcome: 'refused' }
  /** The connection broke after the request began, or no answer came in time. */
  | { outcome: 'cut'; why: string };

export interface Request {
  method: 'GET' | 'POST';
  url: string;
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The client goes away without a word, whether it has an answer or not. */
  leaveAfterMilliseconds?: number;
}

const answerMillisecondsMax = 40_000;

export function exchange(agent: Agent, given: Request): Promise<Outcome> {
  const bytes = given.body === undefined ? undefined : JSON.stringify(given.body);
  const sent = request(given.url, {
    agent,
    method: given.method,
    headers: {
      ...(given.key !== undefined && { authorization: `Bearer ${given.key}` }),
      ...(bytes !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(bytes)),
      }),
      ...given.headers,
    },
  });
  sent.end(bytes);
  if (given.leaveAfterMilliseconds !== undefined) leaveAfter(sent, given.leaveAfterMilliseconds);
  return outcomeOf(sent);
}

function leaveAfter(sent: ClientRequest, milliseconds: number): void {
  const leaving = setTimeout(() => sent.destroy(new Error('the client left')), milliseconds);
  sent.once('close', () => clearTimeout(leaving));
}

/** Resolves once, whatever happens to a request that has been opened. */
export function outcomeOf(sent: ClientRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    sent.setTimeout(answerMillisecondsMax, () => sent.destroy(new Error('no answer in time')));
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(endOf(error, sent)));
    sent.once('response', (answer) => void read(answer).then(resolve));
  });
}

function endOf(error: NodeJS.ErrnoException, { reusedSocket }: ClientRequest): Outcome {
  if (error.code === 'ECONNREFUSED') return { outcome: 'refused' };
  const why = error.code ?? error.message;
  return { outcome: 'cut', why: reusedSocket ? `${why} on a kept connection` : why };
}

async function read(answer: IncomingMessage): Promise<Outcome> {
  try {
    const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
    const isJson = (answer.headers['content-type'] ?? '').startsWith('application/json');
    const body = isJson ? (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>) : {};
    return { outcome: 'answered', status: answer.statusCode ?? 0, bytes, body };
  } catch (error) {
    return { outcome: 'cut', why: `in the middle of the answer: ${(error as Error).message}` };
  }
}

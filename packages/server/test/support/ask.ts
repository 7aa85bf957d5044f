/** One HTTP request as a client would send it, and everything about its answer. */
import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Ask {
  headers?: Record<string, string>;
  /** Sent as JSON; a string or bytes go as they are. */
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The JSON of the answer; throws where it is none. */
  readonly body: Record<string, unknown>;
  /** The same, where it is a list. */
  readonly list: Record<string, unknown>[];
}

export async function send(
  agent: Agent,
  method: string,
  { url, path, headers = {}, body }: Ask & { url: string; path: string },
): Promise<Answer> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? null : raw ? body : JSON.stringify(body);
  const outgoing = request(path.startsWith('http') ? path : `${url}${path}`, {
    agent,
    method,
    headers: {
      ...(bytes !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
      ...headers,
    },
  });
  outgoing.end(bytes ?? undefined);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  // A body that is refused before it is sent whole cannot be sent to its end.
  outgoing.on('error', () => {});
  const chunks = (await answer.toArray()) as Buffer[];
  const read = Buffer.concat(chunks);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes: read,
    get body() {
      return JSON.parse(read.toString('utf8')) as Record<string, unknown>;
    },
    get list() {
      return JSON.parse(read.toString('utf8')) as Record<string, unknown>[];
    },
  };
}

/** Requests to the object store that the operator chose: it may have a private address, and its bodies are streams. */
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

export interface StoreRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Readable;
  signal?: AbortSignal;
}

export interface StoreAnswer {
  status: number;
  header(name: string): string | undefined;
  /** To be read or destroyed: its connection serves nobody else before. */
  body: Readable;
}

export interface StoreNet {
  send(order: StoreRequest): Promise<StoreAnswer>;
  close(): Promise<void>;
}

const connectMilliseconds = 5_000;
/** Without a byte in either direction; a reader that is slow to take them does not count. */
const silenceMilliseconds = 20_000;
const connectionsMax = 128;

/** No redirects: a signature holds for one address. */
export function createStoreNet(): StoreNet {
  const agent = new Agent({
    connections: connectionsMax,
    headersTimeout: silenceMilliseconds,
    bodyTimeout: silenceMilliseconds,
    connect: { timeout: connectMilliseconds },
  });
  return {
    async send({ method, url, headers, body, signal }) {
      const answer = await request(url, {
        method,
        headers,
        dispatcher: agent,
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      });
      const header = (name: string) => {
        const value = answer.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      return { status: answer.statusCode, header, body: answer.body };
    },
    close: () => agent.destroy(),
  };
}

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

export interface StoreReply {
  status: number;
  header(name: string): string | undefined;
  /** To be read or destroyed: its connection serves nobody else before. */
  body: Readable;
}

export interface StoreNet {
  send(order: StoreRequest): Promise<StoreReply>;
  close(): Promise<void>;
}

/** It took longer than a store may: asked again at once, it would take as long again. */
export class StoreSilent extends Error {}

/** How long a store may take. */
export const storeTimes = {
  connectMilliseconds: 5_000,
  /** Until a reply begins. */
  headersMilliseconds: 10_000,
  /** The same where a file is sent: it must get there and be written first. Also without a byte that it takes. */
  putMilliseconds: 20_000,
  /** Without a byte of a reply; a reader that is slow to take them does not count. */
  idleMilliseconds: 20_000,
};
const connectionsMax = 128;

const tooLate: ReadonlySet<string | undefined> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/** No redirects: a signature holds for one address. */
export function createStoreNet(times = storeTimes): StoreNet {
  const agent = new Agent({
    connections: connectionsMax,
    bodyTimeout: times.idleMilliseconds,
    connect: { timeout: times.connectMilliseconds },
  });
  return {
    async send({ method, url, headers, body, signal }) {
      const reply = await request(url, {
        method,
        headers,
        dispatcher: agent,
        headersTimeout: method === 'PUT' ? times.putMilliseconds : times.headersMilliseconds,
        ...(body !== undefined && { body }),
        ...(signal !== undefined && { signal }),
      }).catch((fault: { code?: string }) => {
        throw tooLate.has(fault.code) ? new StoreSilent('it did not answer in time') : fault;
      });
      const header = (name: string) => {
        const value = reply.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      return { status: reply.statusCode, header, body: reply.body };
    },
    close: () => agent.destroy(),
  };
}

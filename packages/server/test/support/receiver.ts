/** Real HTTPS receivers on loopback, well behaved or not, and the certificates that make them believable. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { families } from '@afterimage/contract';
import { type Authority, type Certificate, makeAuthority } from '../net/support/certificates.ts';

export interface ReceivedEvent {
  headers: Record<string, string>;
  body: string;
  at: number;
}

export interface Receiver {
  url: string;
  port: number;
  received: ReceivedEvent[];
  /** Resolves when that many events have arrived; the test's time limit is the deadline. */
  arrived(count: number): Promise<void>;
  close(): void;
}

export type Behaviour = (response: ServerResponse, event: ReceivedEvent, request: IncomingMessage) => void;

export const answering =
  (status: number, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(body);

const fieldsOf = (payload: object): string => Object.keys(payload).toSorted().join();
const endPayloads = new Set(families.map(({ schemas }) => fieldsOf(schemas.webhook['properties'] as object)));

/** Whether it is how a family tells of an end: whatever else is told beside it says something else. */
export const isEnd = ({ body }: Pick<ReceivedEvent, 'body'>): boolean =>
  endPayloads.has(fieldsOf(JSON.parse(body) as object));

let trusted: Authority | undefined;

/** One for the process, which trusts it from now on; children are given it through NODE_EXTRA_CA_CERTS. */
export function trustedAuthority(): Authority {
  if (trusted !== undefined) return trusted;
  trusted = makeAuthority();
  setDefaultCACertificates([...getCACertificates('default'), trusted.ca]);
  return trusted;
}

export async function startReceiver(
  t: TestContext,
  behaviour: Behaviour,
  options: { certificate: Certificate; address?: string },
): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const arrivals = new Set<() => void>();
  const server = createServer(
    { key: options.certificate.key, cert: options.certificate.cert },
    async (request, response) => {
      response.on('error', () => {});
      const body = (await request.setEncoding('utf8').toArray()).join('');
      const event = { headers: request.headers as Record<string, string>, body, at: Date.now() };
      received.push(event);
      behaviour(response, event, request);
      for (const arrival of [...arrivals]) arrival();
    },
  );
  server.on('tlsClientError', () => {});
  const address = options.address ?? '127.0.0.1';
  await once(server.listen(0, address), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  t.after(close);
  return {
    url: `https://127.0.0.1:${port}/hook`,
    port,
    received,
    close,
    arrived(count) {
      return new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          arrivals.delete(look);
          resolve();
        };
        arrivals.add(look);
        look();
      });
    },
  };
}

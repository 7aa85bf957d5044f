/** A receiver of webhooks over real HTTPS that keeps what arrives and checks each signature on arrival. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { makeAuthority } from '../../net/support/certificates.ts';

export interface ArrivedEvent {
  /** From the path: which account's secret must fit. */
  account: string;
  webhookId: string;
  body: string;
  signed: boolean;
  answered: number;
}

export interface WebhookReceiver {
  events: ArrivedEvent[];
  /** Where an account's webhooks go. */
  hookOf(account: string): string;
  close(): void;
}

export interface ReceiverOptions {
  /** Written for NODE_EXTRA_CA_CERTS. */
  caFile: string;
  secretOf(account: string): string;
  /** The answer to an event; a refused one must come again. */
  answer(event: { webhookId: string; arrivedBefore: number }): { status: number; afterMilliseconds: number };
}

export async function startReceiver(options: ReceiverOptions): Promise<WebhookReceiver> {
  const authority = makeAuthority();
  writeFileSync(options.caFile, authority.ca);
  const { key, cert } = authority.issue(['127.0.0.1']);
  const events: ArrivedEvent[] = [];
  const counts = new Map<string, number>();
  const server = createServer({ key, cert }, async (request, response) => {
    // The sender may be killed at any point of this.
    response.on('error', () => {});
    const body = await request
      .setEncoding('utf8')
      .toArray()
      .then((parts) => parts.join(''))
      .catch(() => undefined);
    if (body === undefined) return;
    const headers = request.headers as Record<string, string>;
    const webhookId = headers['webhook-id'] ?? '';
    const account = (request.url ?? '').slice(1);
    const arrivedBefore = counts.get(webhookId) ?? 0;
    counts.set(webhookId, arrivedBefore + 1);
    const { status, afterMilliseconds } = options.answer({ webhookId, arrivedBefore });
    const signed = isSigned(options.secretOf(account), body, headers);
    events.push({ account, webhookId, body, signed, answered: status });
    await pause(afterMilliseconds);
    response.writeHead(status).end();
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    events,
    hookOf: (account) => `https://127.0.0.1:${port}/${account}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** By the standard's own library, not by ours. */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

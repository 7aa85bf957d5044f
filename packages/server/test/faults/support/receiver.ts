/** A receiver of webhooks over real HTTPS that keeps what arrives and checks each signature on arrival. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
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
  /** What becomes of an event; whatever is not answered 200 must come again. */
  answer(event: { webhookId: string; arrivedBefore: number }): ReceiverAnswer;
}

export type ReceiverAnswer =
  | { status: number; afterMilliseconds: number }
  /** Never a word; a connection that breaks; words that are no HTTP; a way to ourselves; a 200 whose body has no end. */
  | 'hangs'
  | 'resets'
  | 'babbles'
  | 'redirects'
  | 'never ends';

const statusShown = { hangs: 0, resets: 0, babbles: 0, redirects: 307, 'never ends': 200 } as const;

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
    const answer = options.answer({ webhookId, arrivedBefore });
    const signed = isSigned(options.secretOf(account), body, headers);
    const answered = typeof answer === 'string' ? statusShown[answer] : answer.status;
    events.push({ account, webhookId, body, signed, answered });
    await give(response, answer);
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

async function give(response: ServerResponse, answer: ReceiverAnswer): Promise<void> {
  if (answer === 'hangs') return;
  if (answer === 'resets') return void response.destroy();
  if (answer === 'babbles') return void response.socket?.end('SSH-2.0-not-what-you-asked-for\r\n');
  if (answer === 'redirects') return void response.writeHead(307, { location: '/elsewhere' }).end();
  if (answer === 'never ends') {
    response.writeHead(200).write('and so on');
    const drip = setInterval(() => response.write(' and on'), 100);
    response.once('close', () => clearInterval(drip));
    return;
  }
  await pause(answer.afterMilliseconds);
  response.writeHead(answer.status).end();
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

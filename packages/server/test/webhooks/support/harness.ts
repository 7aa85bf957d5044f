/** What webhook tests share: an account, a sender, events on their way, and eyes on what was recorded. */
import { randomUUID } from 'node:crypto';
import type { Family, GenerationView } from '@afterimage/contract';
import { drawWebhookSecret } from '../../../src/accounts/webhook-secrets.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import { createSafeFetch, type SafeFetch } from '../../../src/net/safe-fetch.ts';
import type { Sender } from '../../../src/webhooks/attempt.ts';
import { claimDeliveries, findDueLines } from '../../../src/webhooks/claim-store.ts';
import { scheduleEvent } from '../../../src/webhooks/schedule.ts';
import { type AttemptRow, listAttempts } from '../../../src/webhooks/store.ts';

export const loopback = ['127.0.0.0/8'];
export const secret = drawWebhookSecret();
export const accountId = randomUUID();

export function createSender(db: Db, changes: Partial<Sender> = {}): Sender {
  return {
    db,
    safeFetch: createSafeFetch({ allow: loopback }),
    secretsOf: async () => [secret],
    retrySeconds: 30,
    timings: { leaseSeconds: 45, pollSeconds: 1, graceSeconds: 0 },
    workerName: 'test sender',
    metrics: createMetrics(),
    tracing: null,
    ...changes,
  };
}

/** A black hole takes its whole time: tests give it less of it. */
export function hurried(totalSeconds: number, whom = /./): Pick<SafeFetch, 'post'> {
  const real = createSafeFetch({ allow: loopback });
  return {
    post: (url, options) =>
      real.post(url, whom.test(String(url)) ? { ...options, connectSeconds: totalSeconds, totalSeconds } : options),
  };
}

export function schedule(db: Db, url: string, account = accountId): Promise<string> {
  return scheduleEnd(db, url, { account });
}

/** As a generation that ends would. */
export function scheduleEnd(
  db: Db,
  url: string,
  { account = accountId, generationId = randomUUID() as string },
): Promise<string> {
  const view = { id: generationId } as GenerationView;
  const webhook: Family['webhook'] = ({ id }) => ({ generation_id: id, status: 'completed' });
  const family = { webhook } as unknown as Family;
  return db.transaction((tx) =>
    scheduleEvent(tx, 'generation.ended', { accountId: account, family, view, callbackUrl: url }),
  );
}

/** All that is due, up to so many a line. */
export async function claim(db: Db, changes: { worker?: string; leaseSeconds?: number; perLineMax?: number } = {}) {
  const { worker = 'test sender', leaseSeconds = 45, perLineMax = 4 } = changes;
  const lines = await findDueLines(db, perLineMax);
  const shares = lines.map(({ ready, ...line }) => ({ ...line, count: ready }));
  return claimDeliveries(db, { worker, leaseSeconds, shares });
}

export interface Recorded {
  state: string;
  attempts: number;
  worker: string | null;
  made: AttemptRow[];
}

export async function recordOf(db: Db, id: string): Promise<Recorded> {
  const text = 'select state, attempts, worker from webhook_deliveries where id = $1';
  const [row] = await db.query<Omit<Recorded, 'made'>>({ text }, [id]);
  return { ...row!, made: await listAttempts(db, accountId, id) };
}

export async function countStates(db: Db): Promise<Record<string, number>> {
  const text = 'select state, count(*)::integer as count from webhook_deliveries group by state';
  const rows = await db.query<{ state: string; count: number }>({ text });
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

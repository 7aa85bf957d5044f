/** The work of all processes as `/metrics` tells it, read from the database: workers answer no HTTP themselves. */
import { DatabaseUnavailable, type Db } from '../db/postgres.ts';
import { countEnded, countWork } from '../generations/figures-store.ts';
import { countRefunds } from '../ledger/figures-store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { countAttempts, countByHost, countWaiting } from '../webhooks/health-store.ts';
import { cachedFor } from './api/cached.ts';

/** Two figures of one scrape share a statement. */
const freshSeconds = 1;
const windowMilliseconds = 3_600_000;
/** Of an hour's rows: enough for any share to be true, few enough to be counted every few seconds. */
const countedMax = 10_000;

type Figures = Record<string, number>;

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, number) => whole + number, 0);

export function addWorkMetrics(metrics: Metrics, { reads, now }: { reads: Db; now(): Date }): void {
  const lastHour = () => ({ since: new Date(now().getTime() - windowMilliseconds), newest: countedMax });
  const work = cachedFor(freshSeconds, () => countWork(reads));
  const waiting = cachedFor(freshSeconds, () => countWaiting(reads));

  /** Without the database, what the process knows of itself is told all the same. */
  const gauge = (name: string, help: string, read: () => Promise<Figures>) =>
    metrics.gauge(name, help, () => read().catch(noneWhileAway));

  gauge('afterimage_generations_unfinished', 'Waiting and running generations by engine.', async () =>
    Object.fromEntries(
      (await work()).flatMap(({ engine, waiting, processing }) => [
        [`${engine} waiting`, waiting],
        [`${engine} running`, processing],
      ]),
    ),
  );
  gauge('afterimage_generations_oldest_seconds', 'How long the oldest has been waiting, by engine.', async () =>
    Object.fromEntries((await work()).map(({ engine, oldest_seconds }) => [engine, oldest_seconds ?? 0])),
  );
  gauge('afterimage_generations_last_hour', 'Generations submitted in the last hour that ended.', async () => {
    const ended = await countEnded(reads, lastHour());
    return {
      completed: sum(ended.map((one) => one.completed)),
      failed: sum(ended.map((one) => one.failed)),
      refunded: await countRefunds(reads, lastHour()),
    };
  });
  gauge('afterimage_webhooks_waiting', 'Webhooks that are to be sent, or sent again.', async () => ({
    waiting: (await waiting()).waiting,
  }));
  gauge('afterimage_webhooks_overdue_seconds', 'How long the oldest webhook has been due.', async () => ({
    oldest: (await waiting()).oldest_due_seconds ?? 0,
  }));
  gauge('afterimage_webhooks_last_hour', 'Webhooks of the last hour that ended.', async () => {
    const hosts = await countByHost(reads, lastHour());
    return { delivered: sum(hosts.map((host) => host.delivered)), failed: sum(hosts.map((host) => host.failed)) };
  });
  gauge('afterimage_webhook_attempts_last_hour', 'Attempts at webhooks of the last hour.', async () => ({
    ...(await countAttempts(reads, lastHour())),
  }));
}

function noneWhileAway(fault: unknown): Figures {
  if (fault instanceof DatabaseUnavailable) return {};
  throw fault;
}

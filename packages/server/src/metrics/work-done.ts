/** What this process has done since it started, counted as it is done: generations waited for, run and ended, webhooks sent. */
import { Durations } from './durations.ts';

const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200];
const webhookBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

export interface WorkDone {
  /** It was taken from its queue for the first time. */
  taken(engine: string, waitedSeconds: number): void;
  /** A worker is done with it, for now or for good. */
  ran(engine: string, outcome: string, seconds: number): void;
  /** @param code of the failure; null: it completed */
  ended(family: string, code: string | null, secondsSinceSubmit: number): void;
  webhookAttempted(outcome: string, seconds: number): void;
}

export function createWorkDone(): WorkDone & { lines(): string[] } {
  const waits = new Durations('afterimage_generation_wait_seconds', {
    help: 'From the submit until a worker took the generation, by engine.',
    buckets,
  });
  const runs = new Durations('afterimage_generation_run_seconds', {
    help: 'How long a worker held the generation, by engine and what came of it.',
    buckets,
  });
  const ends = new Durations('afterimage_generation_seconds', {
    help: 'From the submit to the end, by family and status.',
    buckets,
  });
  const failures = new Map<string, number>();
  const webhooks = new Durations('afterimage_webhook_attempt_seconds', {
    help: 'Attempts to deliver a webhook, by what came of them.',
    buckets: webhookBuckets,
  });
  return {
    taken: (engine, seconds) => waits.of(`engine="${engine}"`).add(seconds),
    ran: (engine, outcome, seconds) => runs.of(`engine="${engine}",outcome="${outcome}"`).add(seconds),
    ended(family, code, seconds) {
      ends.of(`family="${family}",status="${code === null ? 'completed' : 'failed'}"`).add(seconds);
      if (code === null) return;
      const labels = `family="${family}",code="${code}"`;
      failures.set(labels, (failures.get(labels) ?? 0) + 1);
    },
    webhookAttempted: (outcome, seconds) => webhooks.of(`outcome="${outcome}"`).add(seconds),
    lines: () => [
      ...waits.lines(),
      ...runs.lines(),
      ...ends.lines(),
      '# HELP afterimage_generation_failures_total Generations that failed, by family and code.',
      '# TYPE afterimage_generation_failures_total counter',
      ...[...failures].map(([labels, count]) => `afterimage_generation_failures_total{${labels}} ${count}`),
      ...webhooks.lines(),
    ],
  };
}

/** The engines as `/metrics` tells of them, each under its name: load, ends, time, breaker and spending. */
import { DatabaseUnavailable, type Db } from '../db/postgres.ts';
import type { ShownEngine, ShownEngines } from '../engines/shown-engines.ts';
import { type AttemptFigures, countAtEngines, countAttemptsByEngine } from '../generations/attempts-figures-store.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { cachedFor } from './api/cached.ts';

/** The figures of one scrape share their statements. */
const freshSeconds = 1;
const windowMilliseconds = 3_600_000;
/** Of an hour's generations: enough for any share to be true. */
const countedMax = 10_000;

const breakerFigures = { closed: 0, 'half-open': 0.5, open: 1 } as const;

export function addEngineMetrics(
  metrics: Metrics,
  { reads, now, shownEngines }: { reads: Db; now(): Date; shownEngines: ShownEngines },
): void {
  const load = cachedFor(freshSeconds, () => countAtEngines(reads));
  const engines = cachedFor(freshSeconds, async () =>
    shownEngines.list(new Set((await load()).map(({ engine }) => engine))),
  );
  const hour = cachedFor(freshSeconds, () =>
    countAttemptsByEngine(reads, { since: new Date(now().getTime() - windowMilliseconds), newest: countedMax }),
  );

  const gauge = (name: string, help: string, read: (engine: ShownEngine) => Promise<number | null>) =>
    metrics.gauge(`afterimage_engine_${name}`, help, async () => {
      try {
        const figures = (await engines()).map(async (engine) => [engine.name, await read(engine)] as const);
        const known = (await Promise.all(figures)).filter(([, figure]) => figure !== null);
        return Object.fromEntries(known) as Record<string, number>;
      } catch (fault) {
        if (fault instanceof DatabaseUnavailable) return {};
        throw fault;
      }
    });
  const ended = (pick: (figures: AttemptFigures) => number | null) => async (engine: ShownEngine) => {
    const found = (await hour()).find((one) => one.engine === engine.name);
    return found === undefined ? 0 : pick(found);
  };
  const atEngine = async ({ name }: ShownEngine) => (await load()).find(({ engine }) => engine === name);

  gauge('up', 'Whether the engine answered when it was last asked.', async ({ ok }) => Number(ok));
  gauge('slots', 'How many generations may be with the engine at once.', async ({ slots }) => slots);
  gauge('running', 'Generations that are with the engine.', async (one) => (await atEngine(one))?.running ?? 0);
  gauge('waiting', 'Generations that wait for the engine.', async (one) => (await atEngine(one))?.waiting ?? 0);
  gauge(
    'succeeded_last_hour',
    'Attempts of the last hour that succeeded.',
    ended(({ succeeded }) => succeeded),
  );
  gauge(
    'failed_last_hour',
    'Attempts of the last hour that were refused or failed.',
    ended(({ failed }) => failed),
  );
  gauge(
    'seconds_p50',
    'Half of the last hour’s attempts took at most so long.',
    ended((one) => one.seconds_p50),
  );
  gauge('breaker', '0 closed, 0.5 half-open, 1 open.', async ({ breaker }) => breakerFigures[breaker]);
  gauge('drained', 'Whether the operator keeps new work from the engine.', async ({ drained }) => Number(drained));
  gauge('spent_today_usd', 'What the engine cost since midnight UTC.', async (one) => one.spentTodayUsd);
  gauge('daily_cap_usd', 'What it may cost in a day.', async ({ dailyCapUsd }) => dailyCapUsd);
}

/** How the service is doing, for the operator's page: asked every few seconds, so the dear parts are cached longer. */
import type { Family } from '@afterimage/contract';
import type { Of, resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import type { ShownEngine, ShownEngines } from '../../engines/shown-engines.ts';
import { countEnded, countWork, type EngineFigures, type WorkFigures } from '../../generations/figures-store.ts';
import { listMaintenance } from '../../maintenance/store.ts';
import type { MediaStores } from '../../media/media-store.ts';
import { sumObjects } from '../../media/objects-store.ts';
import { countByHost, countWaiting } from '../../webhooks/health-store.ts';
import { cachedFor } from './cached.ts';

type Overview = Of<typeof resources.operatorOverview>;

export interface OverviewServices {
  reads: Db;
  families: ReadonlyMap<string, Family>;
  shownEngines: ShownEngines;
  stores: MediaStores;
  nearlyFull(): boolean;
  version: string;
  now(): Date;
}

const freshSeconds = 3;
/** Counting 100,000 of a day, and adding up a million files, takes some tenths of a second. */
const daySeconds = 60;
const storageSeconds = 60;
/** Of a day's generations and deliveries: enough for any figure to be true, few enough to count while others work. */
const countedMax = 100_000;
const dayMilliseconds = 86_400_000;
const worstHostsShown = 5;

export function createOperatorOverview(services: OverviewServices): () => Promise<Overview> {
  const { reads, families, shownEngines, stores, now } = services;
  const startedAt = now().toISOString();
  const since = () => ({ since: new Date(now().getTime() - dayMilliseconds), newest: countedMax });
  const ended = cachedFor(daySeconds, () => countEnded(reads, since()));
  const hosts = cachedFor(daySeconds, () => countByHost(reads, since()));
  const objects = cachedFor(storageSeconds, () => sumObjects(reads));
  const embedded = cachedFor(daySeconds, () => shownEngines.embedded());

  async function storage(): Promise<Overview['storage']> {
    const room = await stores.room().catch(() => null);
    return { ...(await objects()), free_bytes: room?.freeBytes ?? null, nearly_full: services.nearlyFull() };
  }

  const service = cachedFor(freshSeconds, async () => {
    const work = await countWork(reads);
    const day = await ended();
    const engines = await embedded();
    return {
      version: services.version,
      started_at: startedAt,
      queues: queuesOf(engines, work),
      engines: engines.map((engine) => engineView(engine, { work, day })),
      storage: await storage(),
      webhooks: webhooksView(await countWaiting(reads), await hosts()),
    };
  });
  // Never from memory: whoever has just turned a switch looks at it next.
  return async () => ({ ...(await service()), families: await familiesView(reads, families) });
}

/** Of every engine, also of those that nothing waits for. */
function queuesOf(engines: readonly ShownEngine[], work: readonly WorkFigures[]): Overview['queues'] {
  const busy = new Map(work.map((one) => [one.engine, one]));
  const names = [...new Set([...engines.map(({ name }) => name), ...busy.keys()])];
  return names.map((engine) => {
    const { waiting = 0, processing = 0, oldest_seconds = null } = busy.get(engine) ?? {};
    return { engine, waiting, processing, oldest_seconds };
  });
}

function engineView(
  { name, slots, ok, detail }: ShownEngine,
  figures: { work: readonly WorkFigures[]; day: readonly EngineFigures[] },
): Overview['engines'][number] {
  const troubled = figures.work.find(({ engine }) => engine === name)?.troubled ?? 0;
  const day = figures.day.find(({ engine }) => engine === name);
  const waits = `${troubled} generation${troubled === 1 ? ' waits' : 's wait'} for it to work again`;
  return {
    name,
    state: ok && troubled === 0 ? 'up' : 'troubled',
    detail: troubled === 0 ? detail : `${detail} (${waits})`,
    concurrency: slots,
    completed_24_hours: day?.completed ?? 0,
    failed_24_hours: day?.failed ?? 0,
    seconds_p50: day?.seconds_p50 ?? null,
  };
}

function webhooksView(
  waiting: Awaited<ReturnType<typeof countWaiting>>,
  hosts: Awaited<ReturnType<typeof countByHost>>,
): Overview['webhooks'] {
  const sum = (of: 'failed' | 'delivered') => hosts.reduce((whole, host) => whole + host[of], 0);
  return {
    ...waiting,
    delivered_24_hours: sum('delivered'),
    failed_24_hours: sum('failed'),
    worst_hosts: hosts.filter(({ failed }) => failed > 0).slice(0, worstHostsShown),
  };
}

async function familiesView(db: Db, families: ReadonlyMap<string, Family>): Promise<Overview['families']> {
  const resting = new Map((await listMaintenance(db)).map(({ family, since }) => [family, since]));
  return [...families.values()].map(({ slug, title }) => ({
    slug,
    title,
    maintenance: resting.has(slug),
    maintenance_since: resting.get(slug)?.toISOString() ?? null,
  }));
}

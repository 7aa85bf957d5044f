/** What operators see of the engines, and what they may change: our own beside those of the file. */
import type { Family } from '@afterimage/contract';
import type { Db, Queryable, Teller } from '../db/postgres.ts';
import type { EmbeddedEngines } from './embedded-engines.ts';
import type { Engine } from './engine.ts';
import { resolvedRoutes } from './engines-file.ts';
import { closeBreaker, drainEngine, type EngineRow, listEngines, resumeEngine } from './engines-store.ts';
import type { Roster } from './roster.ts';

export interface ShownEngine {
  name: string;
  kind: string;
  /** Whether it is part of the service. */
  isEmbedded: boolean;
  paid: boolean;
  slots: number;
  ok: boolean;
  detail: string;
  checkedAt: Date | null;
  breaker: 'closed' | 'open' | 'half-open';
  breakerUntil: Date | null;
  drained: boolean;
  spentTodayUsd: number;
  dailyCapUsd: number | null;
}

export interface ShownEngines {
  /** Those of the file in its order, then those that it names no more and that have work, then our own. */
  list(withWork: ReadonlySet<string>): Promise<ShownEngine[]>;
  /** Our own, each asked how it is. */
  embedded(): Promise<ShownEngine[]>;
  routes(): { family: string; model: string; use: string[] }[];
  /** These are false where the file names no such engine. */
  drain(db: Queryable & Teller, name: string): Promise<boolean>;
  resume(db: Queryable & Teller, name: string): Promise<boolean>;
  closeBreaker(db: Queryable & Teller, name: string): Promise<boolean>;
}

const checkMilliseconds = 2_000;

function removed(row: EngineRow): ShownEngine {
  return {
    name: row.name,
    kind: row.kind,
    isEmbedded: false,
    paid: row.paid,
    slots: row.slots,
    ok: false,
    detail: 'The file names it no more; what it has is seen to its end, and nothing new goes to it.',
    checkedAt: row.checked_at,
    breaker: row.breaker,
    breakerUntil: row.breaker_until,
    drained: row.drained,
    spentTodayUsd: row.spent_today_usd,
    dailyCapUsd: row.daily_cap_usd,
  };
}

/** One that cannot say how it is in time is not well. Nothing counts against it, and nobody switches it off. */
async function shownEmbedded(engine: Engine): Promise<ShownEngine> {
  const health = await engine.check(AbortSignal.timeout(checkMilliseconds)).catch((fault: unknown) => ({
    ok: false,
    detail: fault instanceof Error ? fault.message : 'It does not answer.',
  }));
  return {
    name: engine.name,
    kind: engine.kind,
    isEmbedded: true,
    paid: engine.traits.paid,
    slots: engine.traits.slots,
    ...health,
    checkedAt: null,
    breaker: 'closed',
    breakerUntil: null,
    drained: false,
    spentTodayUsd: 0,
    dailyCapUsd: null,
  };
}

export function createShownEngines(given: {
  roster: Pick<Roster, 'file' | 'configOf'>;
  embedded: EmbeddedEngines;
  reads: Db;
  families: readonly Family[];
}): ShownEngines {
  const { roster, embedded, reads, families } = given;

  const isOurs = (name: string) => embedded.all.some((engine) => engine.name === name);

  const ours = () => Promise.all(embedded.all.map(shownEmbedded));

  return {
    embedded: ours,
    async list(withWork) {
      const rows = new Map((await listEngines(reads)).map((row) => [row.name, row]));
      const filed = [...roster.file().engines.values()].map(({ name, kind, entry, dailyCapUsd }): ShownEngine => {
        const row = rows.get(name);
        return {
          name,
          kind,
          isEmbedded: false,
          paid: entry.paid,
          slots: entry.slots,
          ok: row?.ok ?? false,
          detail: row?.detail ?? 'It has not been asked yet.',
          checkedAt: row?.checked_at ?? null,
          breaker: row?.breaker ?? 'closed',
          breakerUntil: row?.breaker_until ?? null,
          drained: row?.drained ?? false,
          spentTodayUsd: row?.spent_today_usd ?? 0,
          dailyCapUsd,
        };
      });
      const unnamed = [...rows.values()].filter(
        ({ name }) => withWork.has(name) && roster.configOf(name) === undefined && !isOurs(name),
      );
      return [...filed, ...unnamed.map(removed), ...(await ours())];
    },
    routes: () => resolvedRoutes(roster.file(), families, embedded),
    drain: async (db, name) => roster.configOf(name) !== undefined && drainEngine(db, name),
    resume: async (db, name) => roster.configOf(name) !== undefined && resumeEngine(db, name),
    closeBreaker: async (db, name) => roster.configOf(name) !== undefined && closeBreaker(db, name),
  };
}

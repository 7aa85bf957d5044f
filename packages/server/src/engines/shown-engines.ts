/** What operators see of the engines, and what they may change: our own beside those of the file. */
import type { Family } from '@afterimage/contract';
import type { Db, Queryable, Teller } from '../db/postgres.ts';
import { resolvedRoutes } from './engines-file.ts';
import { closeBreaker, type EngineRow, listEngines, setDrained } from './engines-store.ts';
import type { Engines } from './registry.ts';
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
  routes(): { family: string; model: string; use: string[] }[];
  /** False where there is no such engine. */
  drain(db: Queryable & Teller, name: string, drained: boolean): Promise<boolean>;
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

export function createShownEngines(given: {
  roster: Pick<Roster, 'file' | 'configOf'>;
  embedded: Engines;
  reads: Db;
  families: readonly Family[];
}): ShownEngines {
  const { roster, embedded, reads, families } = given;

  async function ours(): Promise<ShownEngine[]> {
    return Promise.all(
      embedded.all.map(async ({ name, kind, traits, check }): Promise<ShownEngine> => {
        const health = await check(AbortSignal.timeout(checkMilliseconds)).catch((fault: unknown) => ({
          ok: false,
          detail: fault instanceof Error ? fault.message : 'It does not answer.',
        }));
        const untouched = { breaker: 'closed', breakerUntil: null, drained: false, spentTodayUsd: 0 } as const;
        const { paid, slots } = traits;
        return {
          name,
          kind,
          isEmbedded: true,
          paid,
          slots,
          ...health,
          checkedAt: null,
          ...untouched,
          dailyCapUsd: null,
        };
      }),
    );
  }

  return {
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
        ({ name }) => withWork.has(name) && roster.configOf(name) === undefined,
      );
      return [...filed, ...unnamed.map(removed), ...(await ours())];
    },
    routes: () => resolvedRoutes(roster.file(), families),
    drain: async (db, name, drained) => roster.configOf(name) !== undefined && setDrained(db, name, drained),
    closeBreaker: async (db, name) => roster.configOf(name) !== undefined && closeBreaker(db, name),
  };
}

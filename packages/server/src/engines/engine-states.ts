/** How each engine is doing, as all processes know it: drained, cut off by its breaker, or over the cap of its day. */
import { breakerFailuresMax } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import type { Engine, EngineFault } from './engine.ts';
import {
  closeBreaker,
  type EngineRow,
  listEngines,
  noteCheck,
  noteFailure,
  reopenBreaker,
  takeProbe,
} from './engines-store.ts';

export interface BreakerTimings {
  /** How long an engine that failed too often is left alone before it is asked whether it works again. */
  openSeconds: number;
  /** How long it may take to answer that, and after which another process asks. */
  probeSeconds: number;
}

export interface EngineStates {
  isOpen(name: string): boolean;
  /** Every engine that was ever filed, also those that the file names no more. */
  rows(): readonly EngineRow[];
  note(engine: Engine, news: { fault: EngineFault } | 'works' | 'over cap'): void;
  /** Reads what others have written, and asks those whose time has come whether they work again. */
  refresh(engines: readonly Engine[]): Promise<void>;
  /** Asks an engine whether it works, and keeps the reply for all to see. */
  check(engine: Engine): Promise<{ ok: boolean; detail: string }>;
}

/** After a reservation was refused, so long nothing new is begun there. */
const overCapMilliseconds = 10_000;

export function createEngineStates({
  db,
  log,
  timings: { openSeconds, probeSeconds },
}: {
  db: Db;
  log: Log;
  timings: BreakerTimings;
}): EngineStates {
  let known = new Map<string, EngineRow>();
  const overCapUntil = new Map<string, number>();

  async function check(engine: Engine): Promise<{ ok: boolean; detail: string }> {
    const found = await engine
      .check(AbortSignal.timeout(probeSeconds * 1000))
      .catch((fault) => ({ ok: false, detail: fault instanceof Error ? fault.message : String(fault) }));
    await noteCheck(db, engine.name, found);
    return found;
  }

  async function probe(engine: Engine): Promise<void> {
    if (!(await takeProbe(db, engine.name, probeSeconds))) return;
    const { ok, detail } = await check(engine);
    log.info({ engine: engine.name, ok, detail }, 'an engine that was cut off has been asked');
    if (ok) await closeBreaker(db, engine.name);
    else await reopenBreaker(db, engine.name, openSeconds);
  }

  /** Not waited for: what it counts is the engine's, and the generation goes on. */
  function later(noting: Promise<unknown>): void {
    noting.catch((fault) => log.warn({ err: fault }, 'the state of an engine was not noted'));
  }

  return {
    rows: () => [...known.values()],
    isOpen(name) {
      if ((overCapUntil.get(name) ?? 0) > performance.now()) return false;
      const row = known.get(name);
      return row === undefined || (!row.drained && row.breaker === 'closed');
    },
    note(engine, news) {
      if (engine.traits.embedded) return;
      if (news === 'over cap') {
        overCapUntil.set(engine.name, performance.now() + overCapMilliseconds);
        return;
      }
      const row = known.get(engine.name);
      if (news === 'works') {
        if (row !== undefined && row.breaker_failures > 0) {
          row.breaker_failures = 0;
          later(closeBreaker(db, engine.name));
        }
        return;
      }
      if (row !== undefined) {
        row.breaker_failures += 1;
        if (row.breaker_failures >= breakerFailuresMax) row.breaker = 'open';
      }
      later(noteFailure(db, engine.name, { fault: news.fault, failuresMax: breakerFailuresMax, openSeconds }));
    },
    check,
    async refresh(engines) {
      const rows = await listEngines(db);
      known = new Map(rows.map((row) => [row.name, row]));
      const due = engines.filter(({ name }) => known.get(name)?.breaker_is_due);
      await Promise.all(due.map(probe));
      if (due.length > 0) known = new Map((await listEngines(db)).map((row) => [row.name, row]));
    },
  };
}

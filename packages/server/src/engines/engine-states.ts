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
  /** Reads what others have written. */
  read(): Promise<void>;
  /** The same, and asks those whose time has come whether they work again. */
  refresh(engines: readonly Engine[], signal: AbortSignal): Promise<void>;
  /** Asks an engine whether it works, and keeps the reply for all to see, unless the asking was broken off. */
  check(engine: Engine, signal: AbortSignal): Promise<{ ok: boolean; detail: string }>;
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

  async function read(): Promise<void> {
    known = new Map((await listEngines(db)).map((row) => [row.name, row]));
  }

  async function check(engine: Engine, signal: AbortSignal): Promise<{ ok: boolean; detail: string }> {
    const found = await engine
      .check(AbortSignal.any([signal, AbortSignal.timeout(probeSeconds * 1000)]))
      .catch((fault) => ({ ok: false, detail: fault instanceof Error ? fault.message : String(fault) }));
    if (!signal.aborted) await noteCheck(db, engine.name, found);
    return found;
  }

  async function probe(engine: Engine, signal: AbortSignal): Promise<void> {
    if (!(await takeProbe(db, engine.name, probeSeconds))) return;
    const { ok, detail } = await check(engine, signal);
    // Another process asks when the probe's time is over.
    if (signal.aborted) return;
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
    read,
    async refresh(engines, signal) {
      await read();
      const due = engines.filter(({ name }) => known.get(name)?.breaker_is_due);
      await Promise.all(due.map((engine) => probe(engine, signal)));
      if (due.length > 0) await read();
    },
  };
}

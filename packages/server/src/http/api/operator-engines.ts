/** The operator's view of the engines: health, load, breaker, spending, last errors, and who makes what. */
import { balanceNumber, errors } from '@afterimage/contract';
import { apiRoutes, type Of, type resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import type { ShownEngine, ShownEngines } from '../../engines/shown-engines.ts';
import {
  type AttemptFigures,
  countAtEngines,
  countAttemptsByEngine,
  type EngineErrorRow,
  type EngineLoad,
  lastErrorsOf,
} from '../../generations/attempts-figures-store.ts';
import type { Log } from '../../log/log.ts';
import type { Router } from '../router.ts';
import type { AccessServices } from './access.ts';
import { cachedFor } from './cached.ts';
import { bindChange } from './operator-change.ts';
import { bind, ok, refusedWith } from './route.ts';

export interface OperatorEngineServices extends AccessServices {
  reads: Db;
  shownEngines: ShownEngines;
  log: Log;
  now(): Date;
}

const daySeconds = 10;
const dayMilliseconds = 86_400_000;
/** Of a day's generations: enough for any figure to be true. */
const countedMax = 100_000;
const errorsShown = 5;

export function addOperatorEngineRoutes(router: Router, services: OperatorEngineServices): void {
  const { reads, shownEngines, log, now } = services;
  const day = cachedFor(daySeconds, () =>
    countAttemptsByEngine(reads, { since: new Date(now().getTime() - dayMilliseconds), newest: countedMax }),
  );
  bind(router, apiRoutes.listEngines, services, async () => {
    const load = byEngine(await countAtEngines(reads));
    const engines = await shownEngines.list(new Set(load.keys()));
    const figures = byEngine(await day());
    const names = engines.map(({ name }) => name);
    const troubles = Map.groupBy(await lastErrorsOf(reads, names, errorsShown), ({ engine }) => engine);
    const items = engines.map((engine) =>
      engineView(engine, {
        load: load.get(engine.name),
        day: figures.get(engine.name),
        troubles: troubles.get(engine.name) ?? [],
      }),
    );
    return ok({ items, routes: shownEngines.routes() });
  });
  bindChange(router, apiRoutes.drainEngine, services, async (tx, { id, body, person }) => {
    const found = await (body.on ? shownEngines.drain(tx, id) : shownEngines.resume(tx, id));
    if (!found) return refusedWith(errors.notFound('Engine not found'));
    log.info({ engine: id, drained: body.on, by: person.id }, 'an engine was drained or resumed');
    return ok({ ok: true });
  });
  bindChange(router, apiRoutes.closeBreaker, services, async (tx, { id, person }) => {
    if (!(await shownEngines.closeBreaker(tx, id))) return refusedWith(errors.notFound('Engine not found'));
    log.info({ engine: id, by: person.id }, 'the breaker of an engine was closed');
    return ok({ ok: true });
  });
}

const byEngine = <Row extends { engine: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.engine, row]));

function engineView(
  engine: ShownEngine,
  seen: { load: EngineLoad | undefined; day: AttemptFigures | undefined; troubles: readonly EngineErrorRow[] },
): Of<typeof resources.operatorEngine> {
  const { load, day, troubles } = seen;
  // What embedded engines make is partly for play money, which is no income.
  const { isEmbedded } = engine;
  return {
    name: engine.name,
    kind: engine.kind,
    paid: engine.paid,
    ok: engine.ok,
    detail: engine.detail,
    checked_at: engine.checkedAt?.toISOString() ?? null,
    slots: engine.slots,
    running: load?.running ?? 0,
    waiting: load?.waiting ?? 0,
    breaker: engine.breaker,
    breaker_until: engine.breakerUntil?.toISOString() ?? null,
    drained: engine.drained,
    spent_today_usd: engine.spentTodayUsd,
    daily_cap_usd: engine.dailyCapUsd,
    succeeded_24_hours: day?.succeeded ?? 0,
    failed_24_hours: day?.failed ?? 0,
    seconds_p50: day?.seconds_p50 ?? null,
    cost_24_hours_usd: isEmbedded ? null : (day?.cost_usd ?? 0),
    price_24_hours_usd: isEmbedded ? null : balanceNumber(day?.price ?? 0),
    errors: troubles.map(({ class: name, message, at, generation_id }) => ({
      class: name,
      message,
      at: at.toISOString(),
      generation_id,
    })),
  };
}

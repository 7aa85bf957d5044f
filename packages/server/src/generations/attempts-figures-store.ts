/** What attempts at engines came to, for the operator: one by one, and added up by engine. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';
import type { AttemptState } from './attempts-store.ts';

export interface SeenAttempt {
  engine: string;
  state: AttemptState;
  vendor_id: string | null;
  cost_usd: number | null;
  notes: string[];
  started_at: Date;
  ended_at: Date | null;
  error_class: string | null;
  error: string | null;
}

/** Oldest first. */
export function listAttempts(db: Queryable, generationId: string): Promise<SeenAttempt[]> {
  return db.query<SeenAttempt>(
    {
      name: 'list_engine_attempts',
      text: `select engine, state, vendor_id, cost_usd::float8, notes, started_at, ended_at, error_class, error
        from generation_attempts where generation_id = $1 order by number`,
    },
    [generationId],
  );
}

export interface AttemptFigures {
  engine: string;
  succeeded: number;
  failed: number;
  /** From the order to its end, of those that succeeded. */
  seconds_p50: number | null;
  cost_usd: number;
  /** Ten-thousandths of a dollar: what was paid to us, and kept, for what it made. */
  price: number;
}

/** Of generations submitted since then, the newest so many. */
export function countAttemptsByEngine(
  db: Queryable,
  window: { since: Date; newest: number },
): Promise<AttemptFigures[]> {
  return db.query<AttemptFigures>(
    {
      name: 'count_attempts_by_engine',
      text: `select a.engine, count(*) filter (where a.state = 'succeeded')::integer as succeeded,
          count(*) filter (where a.state in ('refused', 'failed', 'unknown', 'late'))::integer as failed,
          percentile_cont(0.5) within group (order by extract(epoch from a.ended_at - a.started_at))
            filter (where a.state = 'succeeded') as seconds_p50,
          coalesce(sum(a.cost_usd), 0)::float8 as cost_usd,
          coalesce(sum(newest.price) filter (where a.state = 'succeeded' and newest.status = 'completed'), 0)::float8
            as price
        from (select id, status, price from generations where id >= $1 order by id desc limit $2) newest
        join generation_attempts a on a.generation_id = newest.id
        group by a.engine`,
    },
    [lowestIdAt(window.since), window.newest],
  );
}

export interface EngineErrorRow {
  engine: string;
  class: string;
  message: string | null;
  at: Date;
  generation_id: string;
}

/** The last so many of each engine, newest first. */
export function lastErrorsOf(db: Queryable, engines: readonly string[], each: number): Promise<EngineErrorRow[]> {
  return db.query<EngineErrorRow>(
    {
      name: 'last_errors_of_engines',
      text: `select e.name as engine, last.* from unnest($1::text[]) as e(name) cross join lateral (
          select a.error_class as class, a.error as message, coalesce(a.ended_at, a.started_at) as at, a.generation_id
          from generation_attempts a where a.engine = e.name and a.error_class is not null
          order by a.started_at desc limit $2) last`,
    },
    [engines, each],
  );
}

export interface EngineLoad {
  engine: string;
  waiting: number;
  running: number;
}

/**
 * What waits for each engine, and what is with it: in two parts, because these are in two indexes. What was put back for a
 * while is in nobody's hands, and waits.
 */
export function countAtEngines(db: Queryable): Promise<EngineLoad[]> {
  return db.query<EngineLoad>({
    name: 'count_at_engines',
    text: `select engine, sum(waiting)::integer as waiting, sum(running)::integer as running from (
        select engine, count(*) as waiting, 0 as running from generations where turn is not null group by engine
        union all
        select engine, count(*) filter (where worker is null), count(*) filter (where worker is not null)
        from generations where finished_at is null and turn is null group by engine
      ) parts group by engine`,
  });
}

/** How much work there is, for metrics and operators. */
import { cancelledCode } from '@afterimage/contract';
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface WorkFigures {
  engine: string;
  waiting: number;
  processing: number;
  /** Null when nothing waits. */
  oldest_seconds: number | null;
  /** Unfinished ones whose engine could not be reached, or failed, and is being tried again. */
  troubled: number;
}

/** In two parts, because those that wait are in another index than the rest. */
export function countWork(db: Queryable): Promise<WorkFigures[]> {
  return db.query<WorkFigures>({
    name: 'count_work',
    text: `select engine, count(*) filter (where status = 'pending')::integer as waiting,
        count(*) filter (where status = 'processing')::integer as processing,
        extract(epoch from now() - min(created_at) filter (where status = 'pending'))::float8 as oldest_seconds,
        count(*) filter (where engine_trouble is not null)::integer as troubled
      from (
        select engine, status, created_at, engine_trouble from generations where turn is not null
        union all
        select engine, status, created_at, engine_trouble from generations where finished_at is null and turn is null
      ) unfinished group by engine order by engine`,
  });
}

export interface EngineFigures {
  engine: string;
  completed: number;
  /** Without those that somebody cancelled. */
  failed: number;
  seconds_p50: number | null;
}

/** Of those submitted since then, the newest so many: a service that makes more a day is still told how it goes. */
export function countEnded(db: Queryable, window: { since: Date; newest: number }): Promise<EngineFigures[]> {
  return db.query<EngineFigures>(
    {
      name: 'count_ended',
      text: `select engine, count(*) filter (where status = 'completed')::integer as completed,
          count(*) filter (where status = 'failed' and failure_code is distinct from $3)::integer as failed,
          percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at))
            filter (where status = 'completed') as seconds_p50
        from (select engine, status, failure_code, started_at, finished_at from generations
          where id >= $1 order by id desc limit $2) newest
        group by engine`,
    },
    [lowestIdAt(window.since), window.newest, cancelledCode],
  );
}

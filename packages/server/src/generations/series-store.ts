/** How the work went over time, in equal steps: what came, began, ended, failed, and how long it took. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

export interface SeriesWindow {
  since: Date;
  stepSeconds: number;
  /** Of the generations in it, and of those shortly before, the newest so many. */
  newest: number;
}

/** Of one step; `step` is its number since 1970. */
export interface WorkStep {
  step: number;
  submitted: number;
  /** Left the queue, to be made or to fail there. */
  left: number;
  begun: number;
  /** Ended after they had begun. */
  ended: number;
  completed: number;
  failed: number;
  queue_seconds_p50: number | null;
  finish_seconds_p50: number | null;
}

/** What was submitted so long before the window may still wait or run in it. */
const slackMilliseconds = 3_600_000;

export function workSteps(db: Queryable, { since, stepSeconds, newest }: SeriesWindow): Promise<WorkStep[]> {
  const step = (moment: string) => `floor(extract(epoch from ${moment}) / $3)::float8`;
  return db.query<WorkStep>(
    {
      name: 'work_steps',
      text: `with recent as materialized (
          select created_at, started_at, finished_at, status from generations where id >= $1 order by id desc limit $2),
        moments as (
          select ${step('created_at')} as step, 'submitted' as what, null::float8 as seconds from recent
          union all
          select ${step('coalesce(started_at, finished_at)')}, case when started_at is null then 'left' else 'begun' end,
            extract(epoch from started_at - created_at)::float8
          from recent where started_at is not null or finished_at is not null
          union all
          select ${step('finished_at')}, case when status = 'completed' then 'completed' when started_at is null then 'unbegun'
            else 'failed' end, extract(epoch from finished_at - created_at)::float8
          from recent where finished_at is not null)
        select step, count(*) filter (where what = 'submitted')::integer as submitted,
          count(*) filter (where what in ('left', 'begun'))::integer as left,
          count(*) filter (where what = 'begun')::integer as begun,
          count(*) filter (where what in ('completed', 'failed'))::integer as ended,
          count(*) filter (where what = 'completed')::integer as completed,
          count(*) filter (where what in ('failed', 'unbegun'))::integer as failed,
          percentile_cont(0.5) within group (order by seconds) filter (where what = 'begun') as queue_seconds_p50,
          percentile_cont(0.5) within group (order by seconds) filter (where what = 'completed') as finish_seconds_p50
        from moments group by step order by step`,
    },
    [lowestIdAt(new Date(since.getTime() - slackMilliseconds)), newest, stepSeconds],
  );
}

/** How the work went over time: what came, began and ended, hour by hour; and how long it took. */
import { cancelledCode } from '@afterimage/contract';
import { hourSpans, lowestIdAt } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

/** So fine that whatever lasts a minute is seen, however long the steps are in which it is shown. */
export const binSeconds = 15;

/** What happened in one bin to the generations that were submitted in one hour; both are numbers since 1970. */
export interface WorkBin {
  hour: number;
  bin: number;
  submitted: number;
  /** Left the queue, to be made or to fail there. */
  left: number;
  begun: number;
  /** Ended after they had begun. */
  ended: number;
  completed: number;
  /** Without those that somebody cancelled. */
  failed: number;
  /** Of those submitted in it: how many have not ended. */
  unfinished: number;
}

/** Bins are cut by `date_bin`: `extract` counts in numerics, which costs more. */
const binOf = (moment: string) => `date_bin('${binSeconds} seconds', ${moment}, 'epoch')`;

export function workOfHours(db: Queryable, hours: readonly number[]): Promise<WorkBin[]> {
  return db.query<WorkBin>(
    {
      name: 'work_of_hours',
      text: `with work as materialized (
          select hour, ${binOf('created_at')} as came, ${binOf('coalesce(started_at, finished_at)')} as went,
            ${binOf('finished_at')} as finished, started_at is not null as begun, status, failure_code = $4 as cancelled
          from unnest($1::integer[], $2::uuid[], $3::uuid[]) as span (hour, low, high)
          join generations on id >= low and id < high),
        counted as (
          select hour, came as bin, count(*) as submitted, 0 as left, 0 as begun, 0 as ended, 0 as completed, 0 as failed,
            count(*) filter (where finished is null) as unfinished
          from work group by hour, came
          union all
          select hour, went, 0, count(*), count(*) filter (where begun), 0, 0, 0, 0
          from work where went is not null group by hour, went
          union all
          select hour, finished, 0, 0, 0, count(*) filter (where begun), count(*) filter (where status = 'completed'),
            count(*) filter (where status = 'failed' and not cancelled), 0
          from work where finished is not null group by hour, finished)
        select hour, (extract(epoch from bin) / ${binSeconds})::integer as bin, sum(submitted)::integer as submitted,
          sum(counted.left)::integer as left, sum(begun)::integer as begun, sum(ended)::integer as ended,
          sum(completed)::integer as completed, sum(failed)::integer as failed, sum(unfinished)::integer as unfinished
        from counted group by hour, bin`,
    },
    [...hourSpans(hours), cancelledCode],
  );
}

/** In one step, of those that began and of those that were completed in it; `step` is its number since 1970. */
export interface UsualTimes {
  step: number;
  queue_seconds_p50: number | null;
  finish_seconds_p50: number | null;
}

/** A median does not need them all: so many of each quarter of a step, that its beginning counts as much as its end. */
const askedOfQuarter = 125;

export function usualTimes(
  db: Queryable,
  { first, last, stepSeconds }: { first: number; last: number; stepSeconds: number },
): Promise<UsualTimes[]> {
  const ids = Array.from({ length: (last + 1 - first) * 4 + 1 }, (_, quarter) =>
    lowestIdAt(new Date((first + quarter / 4) * stepSeconds * 1000)),
  );
  const stepOf = (moment: string) => `floor(date_part('epoch', ${moment}) / $4)`;
  const seconds = (from: string, until: string) => `date_part('epoch', ${until} - ${from})`;
  return db.query<UsualTimes>(
    {
      name: 'usual_times',
      text: `with asked as materialized (
          select created_at, started_at, finished_at, status from unnest($1::uuid[], $2::uuid[]) as span (low, high)
          cross join lateral (select * from generations where id >= low and id < high order by id desc limit $3) of_span),
        known as (
          select ${stepOf('started_at')} as step, null::float8 as finish,
            percentile_cont(0.5) within group (order by ${seconds('created_at', 'started_at')}) as queue
          from asked where started_at is not null group by 1
          union all
          select ${stepOf('finished_at')},
            percentile_cont(0.5) within group (order by ${seconds('created_at', 'finished_at')}), null
          from asked where status = 'completed' group by 1)
        select step, max(queue) as queue_seconds_p50, max(finish) as finish_seconds_p50 from known group by step`,
    },
    [ids.slice(0, -1), ids.slice(1), askedOfQuarter, stepSeconds],
  );
}

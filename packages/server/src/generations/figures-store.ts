/** How much work there is, for metrics and operators. */
import type { Queryable } from '../db/postgres.ts';

/** Waiting and running generations by lane: `studio waiting`, `studio running`. */
export async function countUnfinished(db: Queryable): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; jobs: number }>({
    name: 'count_unfinished',
    text: `select lane || case status when 'pending' then ' waiting' else ' running' end as name, count(*) as jobs
      from generations where finished_at is null group by 1`,
  });
  return Object.fromEntries(rows.map(({ name, jobs }) => [name, jobs]));
}

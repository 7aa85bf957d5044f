/** How often money was given back, for metrics. */
import { lowestIdAt } from '../db/id-times.ts';
import { one, type Queryable } from '../db/postgres.ts';

/** Among the newest so many entries about generations that were submitted since then. */
export async function countRefunds(db: Queryable, window: { since: Date; newest: number }): Promise<number> {
  const rows = await db.query<{ refunds: number }>(
    {
      name: 'count_refunds',
      text: `select count(*) filter (where kind = 'refund')::integer as refunds
        from (select kind from ledger_entries where generation_id >= $1 order by generation_id desc limit $2) newest`,
    },
    [lowestIdAt(window.since), window.newest],
  );
  return one(rows).refunds;
}

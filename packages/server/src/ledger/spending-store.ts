/** The statements that add up what was spent, by day, key, family and model: what is added up once is kept. */
import { lowestId } from '../db/id-times.ts';
import { maybeOne, type Queryable, type Tx } from '../db/postgres.ts';
import { rowById } from '../db/rows-by-id.ts';

export interface SpendingRow {
  /** `2026-01-31`, UTC. */
  day: string;
  api_key_id: string;
  family: string;
  model: string;
  spent: number;
  generations: number;
}

/** More than there are after any mark that `addUpSpending` has moved as far as it may go. */
const unboundedEntries = 2_147_483_647;

/** Charges less refunds since that day: what is kept, and what came after the mark, of one moment. */
export function listSpending(db: Queryable, accountId: string, firstDay: string): Promise<SpendingRow[]> {
  return db.query<SpendingRow>(
    {
      name: 'list_spending',
      text: `select day::text, api_key_id, family, model, sum(spent)::bigint as spent, sum(generations)::integer as generations
        from (
          select day, api_key_id, family, model, spent, generations from usage_days where account_id = $1 and day >= $2::date
          union all
          select (e.created_at at time zone 'UTC')::date, g.api_key_id, g.family, g.model, -e.amount,
            (e.kind = 'charge')::integer
          from ledger_after($1, coalesce((select entry_id from usage_marks where account_id = $1), '${lowestId}'),
            ${unboundedEntries}) e ${rowById('generations', 'e.generation_id', 'g')}
          where e.created_at >= $2::date at time zone 'UTC') counted
        group by day, api_key_id, family, model order by day, api_key_id, family, model`,
    },
    [accountId, firstDay],
  );
}

/** Locked until the transaction ends: two who add up at once would count twice. */
export async function lockSpendingMark(tx: Tx, accountId: string): Promise<string> {
  await tx.query(
    { text: 'insert into usage_marks (account_id, entry_id) values ($1, $2) on conflict (account_id) do nothing' },
    [accountId, lowestId],
  );
  const rows = await tx.query<{ entry_id: string }>(
    { text: 'select entry_id from usage_marks where account_id = $1 for update' },
    [accountId],
  );
  return maybeOne(rows)!.entry_id;
}

/**
 * Adds up the next entries and moves the mark behind them. An entry with a lower id may still be uncommitted, but not
 * one whose id is older than any submit or transaction may last: so the mark stays `settledSeconds` behind.
 */
export async function addUpSpending(
  tx: Tx,
  batch: { accountId: string; afterId: string; entriesMax: number; settledSeconds: number },
): Promise<number> {
  const [row] = await tx.query<{ counted: number }>(
    {
      name: 'add_up_spending',
      text: `with settled as materialized (
          select * from ledger_after($1, $2, $3) where id < (select uuidv7(make_interval(secs => -$4::double precision)))),
        added as (
          insert into usage_days as d (account_id, day, api_key_id, family, model, spent, generations)
          select $1, (s.created_at at time zone 'UTC')::date, g.api_key_id, g.family, g.model, -sum(s.amount),
            count(*) filter (where s.kind = 'charge')
          from settled s ${rowById('generations', 's.generation_id', 'g')}
          group by 2, 3, 4, 5
          on conflict (account_id, day, api_key_id, family, model) do update
            set spent = d.spent + excluded.spent, generations = d.generations + excluded.generations),
        moved as (
          update usage_marks set entry_id = (select max(id::text)::uuid from settled)
          where account_id = $1 and exists (select from settled))
        select count(*)::integer as counted from settled`,
    },
    [batch.accountId, batch.afterId, batch.entriesMax, batch.settledSeconds],
  );
  return row!.counted;
}

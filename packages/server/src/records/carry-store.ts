/** The statements by which generations end, with all that hangs on them: what they cost stays in the ledger, in one entry. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

/** Whose is the oldest generation that ended and is older than that id. */
export async function findOwnerOfOldest(db: Queryable, beforeId: string): Promise<string | undefined> {
  const text = 'select account_id from generations where id < $1 and finished_at is not null order by id limit 1';
  return maybeOne(await db.query<{ account_id: string }>({ text }, [beforeId]))?.account_id;
}

/** For the rest of the transaction, what is final may be taken out (migration 0125). */
export async function allowCarrying(tx: Tx): Promise<void> {
  await tx.query({ text: `select set_config('afterimage.carrying', 'on', true)` });
}

/** The entry has the id and the time of the last one, so that balances before and after it stay what they were. */
const carryText = `with ending as materialized (
    select oldest.id from families_of_account($1) as f(family)
    cross join lateral (
      select g.id from generations g
      where g.account_id = $1 and g.family = f.family and g.id < $2 and g.finished_at is not null
      order by g.id limit $3) oldest
    order by oldest.id limit $3),
  attempts as (delete from generation_attempts a using ending where a.generation_id = ending.id),
  delivery_attempts as (
    delete from webhook_attempts t using webhook_deliveries d, ending
    where t.delivery_id = d.id and d.generation_id = ending.id),
  deliveries as (delete from webhook_deliveries d using ending where d.generation_id = ending.id),
  refunds as (delete from ledger_entries e using ending where e.generation_id = ending.id returning e.amount),
  gone as (delete from generations g using ending where g.id = ending.id returning g.id, g.price, g.created_at),
  carried as (
    insert into ledger_entries (id, account_id, kind, amount, reason, created_at)
    select last.id, $1, 'carried', coalesce((select sum(amount) from refunds), 0) - all_of_them.prices,
      case all_of_them.count when 1 then '1 generation' else all_of_them.count || ' generations' end, last.created_at
    from (select sum(price) as prices, count(*) as count from gone) all_of_them
    cross join (select id, created_at from gone order by id desc limit 1) last)
  select count(*)::integer as count from ending`;

/** So many at most, the oldest first. Returns how many there were to take. */
export async function carryGenerations(
  tx: Tx,
  { accountId, beforeId, limit }: { accountId: string; beforeId: string; limit: number },
): Promise<number> {
  return one(
    await tx.query<{ count: number }>({ name: 'carry_generations', text: carryText }, [accountId, beforeId, limit]),
  ).count;
}

/** Deliveries without a generation, such as test events. Returns how many. */
export function deleteLoneDeliveries(
  db: Queryable,
  { beforeId, limit }: { beforeId: string; limit: number },
): Promise<number> {
  const text = `with ending as materialized (
      select id from webhook_deliveries where id < $1 and generation_id is null and state <> 'waiting' order by id limit $2),
    delivery_attempts as (delete from webhook_attempts t using ending where t.delivery_id = ending.id)
    delete from webhook_deliveries d using ending where d.id = ending.id`;
  return db.change({ text }, [beforeId, limit]);
}

/** The statements about what keys may spend; `charge_submits` judges by the same rows. */
import { lowestIdAt } from '../db/id-times.ts';
import { one, type Queryable, type Tx } from '../db/postgres.ts';

export type SpendPeriod = 'day' | 'month';

export interface SpendLimitRow {
  key_id: string;
  amount: number;
  period: SpendPeriod;
  /** In the period of now. */
  spent: number;
  resets_at: Date;
}

export function findSpendLimits(db: Queryable, keyIds: string[]): Promise<SpendLimitRow[]> {
  return db.query<SpendLimitRow>(
    {
      name: 'find_spend_limits',
      text: `select k.id as key_id, l.amount, l.period, (now.began + ('1 ' || l.period)::interval) at time zone 'UTC' as resets_at,
          case when l.began < now.began at time zone 'UTC' then 0 else l.spent end as spent
        from api_keys k join spend_limits l on l.id = k.spend_limit_id
        cross join lateral (select date_trunc(l.period, account_now(l.account_id) at time zone 'UTC') as began) now
        where k.id = any ($1)`,
    },
    [keyIds],
  );
}

export interface LockedKey {
  limitId: string | null;
  /** With those that have the same limit: the key, those before it and those after. */
  keyIds: string[];
}

/** Keys before their account, as a rotation locks them; then nobody charges it until the transaction ends. */
export async function lockLimitedKey(tx: Tx, key: { id: string; accountId: string }): Promise<LockedKey> {
  const keys = await tx.query<{ id: string; spend_limit_id: string | null }>(
    {
      text: `select id, spend_limit_id from api_keys where account_id = $2
          and (id = $1 or spend_limit_id = (select spend_limit_id from api_keys where id = $1)) order by id for update`,
    },
    [key.id, key.accountId],
  );
  await tx.query({ text: 'select from accounts where id = $1 for no key update' }, [key.accountId]);
  const limitId = keys.find(({ id }) => id === key.id)?.spend_limit_id ?? null;
  return { limitId, keyIds: keys.map(({ id }) => id) };
}

/** More than the longest period, and than any two clocks are apart. */
const longestPeriodMilliseconds = 33 * 86_400_000;

/** Of what keys were charged in the period of now: all that did not come back. */
export async function sumSpent(
  tx: Tx,
  { accountId, keyIds, period, now }: { accountId: string; keyIds: string[]; period: SpendPeriod; now: Date },
): Promise<number> {
  const text = `select coalesce(sum(g.price), 0)::bigint as spent
    from families_of_account($1) as f(family) cross join lateral (
      select g.id, g.price from generations g where g.account_id = $1 and g.family = f.family and g.id >= $3
        and g.api_key_id = any ($2::uuid[]) and g.created_at >= date_trunc($4, account_now($1), 'UTC')) g
    where not exists (select from ledger_entries e where e.generation_id = g.id)`;
  const since = lowestIdAt(new Date(now.getTime() - longestPeriodMilliseconds));
  return one(await tx.query<{ spent: number }>({ text }, [accountId, keyIds, since, period])).spent;
}

export interface NewSpendLimit {
  accountId: string;
  period: SpendPeriod;
  amount: number;
  spent: number;
}

export async function insertSpendLimit(tx: Tx, keyId: string, limit: NewSpendLimit): Promise<void> {
  const text = `with made as (
      insert into spend_limits (account_id, period, amount, spent, began)
      values ($2, $3, $4, $5, date_trunc($3, account_now($2), 'UTC')) returning id),
    marked as (update accounts set limits_spending = true where id = $2)
    update api_keys set spend_limit_id = made.id from made where api_keys.id = $1`;
  await tx.query({ text }, [keyId, limit.accountId, limit.period, limit.amount, limit.spent]);
}

export async function updateSpendLimit(tx: Tx, limitId: string, limit: NewSpendLimit): Promise<void> {
  const text = `update spend_limits set period = $3, amount = $4, spent = $5, began = date_trunc($3, account_now($2), 'UTC')
    where id = $1`;
  await tx.query({ text }, [limitId, limit.accountId, limit.period, limit.amount, limit.spent]);
}

export async function deleteSpendLimit(tx: Tx, limitId: string, accountId: string): Promise<void> {
  await tx.query({ text: 'update api_keys set spend_limit_id = null where account_id = $2 and spend_limit_id = $1' }, [
    limitId,
    accountId,
  ]);
  await tx.query({ text: 'delete from spend_limits where id = $1' }, [limitId]);
  const text = `update accounts set limits_spending = exists (select from spend_limits where account_id = $1) where id = $1`;
  await tx.query({ text }, [accountId]);
}

/** A generation's price, in the period in which it was charged; one of a period before gives this one no room. */
export async function giveRoomBack(tx: Tx, generationId: string): Promise<void> {
  await tx.query(
    {
      name: 'give_room_back',
      text: `update spend_limits l set spent = greatest(l.spent - g.price, 0)
        from generations g join api_keys k on k.id = g.api_key_id
        where g.id = $1 and l.id = k.spend_limit_id and g.created_at >= l.began`,
    },
    [generationId],
  );
}

/** The statements of the ledger that grant and read; charges are made with their generations, refunds with their ends. */
import { maybeOne, one, type Queryable, type Tx } from '../db/postgres.ts';

/** The balance afterwards; undefined when there is no such account. */
export async function addGrant(
  tx: Tx,
  entry: { accountId: string; amount: number; reason: string },
): Promise<number | undefined> {
  const text = `with funded as (
      update accounts set balance = balance + $2 where id = $1 returning id, balance),
    entered as (
      insert into ledger_entries (account_id, kind, amount, reason) select id, 'grant', $2, $3 from funded)
    select balance from funded`;
  const values = [entry.accountId, entry.amount, entry.reason];
  return maybeOne(await tx.query<{ balance: number }>({ text }, values))?.balance;
}

export interface BalanceRow {
  id: string;
  balance: number;
  /** Some key of the account has a limit. */
  limits_spending: boolean;
  suspended: boolean;
}

export function findBalances(db: Queryable, accountIds: string[]): Promise<BalanceRow[]> {
  const text = `select id, balance, limits_spending, suspended_at is not null as suspended from accounts where id = any ($1)`;
  return db.query<BalanceRow>({ name: 'find_balances', text }, [accountIds]);
}

/** Nobody else changes it until the transaction ends. */
export async function lockBalance(tx: Tx, accountId: string): Promise<number> {
  const text = `select balance from accounts where id = $1 for no key update`;
  return one(await tx.query<{ balance: number }>({ text }, [accountId])).balance;
}

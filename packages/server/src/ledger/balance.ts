/** Reads balances, in ten-thousandths of a dollar. */
import type { Queryable } from '../db/postgres.ts';
import { findBalances } from './store.ts';

export async function balanceOf(db: Queryable, accountId: string): Promise<number> {
  const [row] = await findBalances(db, [accountId]);
  if (row === undefined) throw new Error(`There is no account ${accountId}.`);
  return row.balance;
}

export async function balancesOf(db: Queryable, accountIds: string[]): Promise<Map<string, number>> {
  return new Map((await findBalances(db, accountIds)).map(({ id, balance }) => [id, balance]));
}

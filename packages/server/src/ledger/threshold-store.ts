/** The statements about the amount below which an account's balance is called low. */
import { one, type Queryable } from '../db/postgres.ts';

/** Ten-thousandths of a dollar; null where no balance is low. */
export async function findLowBalanceThreshold(db: Queryable, accountId: string): Promise<number | null> {
  const text = `select low_balance_threshold as threshold from accounts where id = $1`;
  return one(await db.query<{ threshold: number | null }>({ name: 'find_low_balance_threshold', text }, [accountId]))
    .threshold;
}

export async function updateLowBalanceThreshold(
  db: Queryable,
  accountId: string,
  threshold: number | null,
): Promise<void> {
  await db.query({ text: `update accounts set low_balance_threshold = $2 where id = $1` }, [accountId, threshold]);
}

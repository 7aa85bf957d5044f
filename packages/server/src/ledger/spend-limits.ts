/** What a key may spend in a day or a month: set by people, judged by the very statement that charges. */
import type { Queryable, Tx } from '../db/postgres.ts';
import {
  deleteSpendLimit,
  findSpendLimits,
  insertSpendLimit,
  lockLimitedKey,
  type SpendPeriod,
  sumSpent,
  updateSpendLimit,
} from './spend-limits-store.ts';

/** In ten-thousandths of a dollar. */
export interface SpendLimit {
  amount: number;
  period: SpendPeriod;
  spent: number;
  resetsAt: Date;
}

/** Of those keys that have one. */
export async function spendLimitsOf(db: Queryable, keyIds: string[]): Promise<Map<string, SpendLimit>> {
  const rows = await findSpendLimits(db, keyIds);
  return new Map(
    rows.map(({ key_id, amount, period, spent, resets_at }) => [
      key_id,
      { amount, period, spent, resetsAt: resets_at },
    ]),
  );
}

/** What the key has spent in the period already counts. */
export async function setSpendLimit(
  tx: Tx,
  key: { id: string; accountId: string },
  { amount, period, now }: { amount: number; period: SpendPeriod; now: Date },
): Promise<void> {
  const { accountId } = key;
  const { limitId, keyIds } = await lockLimitedKey(tx, key);
  const limit = { accountId, amount, period, spent: await sumSpent(tx, { accountId, keyIds, period, now }) };
  await (limitId === null ? insertSpendLimit(tx, key.id, limit) : updateSpendLimit(tx, limitId, limit));
}

export async function removeSpendLimit(tx: Tx, key: { id: string; accountId: string }): Promise<void> {
  const { limitId } = await lockLimitedKey(tx, key);
  if (limitId !== null) await deleteSpendLimit(tx, limitId, key.accountId);
}

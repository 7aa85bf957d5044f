/** What an account spent, by day, key, family and model; cheap to ask for however long its ledger is. */
import type { Db } from '../db/postgres.ts';
import { addUpSpending, listSpending, lockSpendingMark, type SpendingRow } from './spending-store.ts';

/** A batch of so many holds nobody up, and comes only ever once. */
const batchEntries = 10_000;
/** No submit or transaction of ours may last a tenth of this, and no two clocks may be so far apart. */
const settledSeconds = 3_600;
const dayMilliseconds = 86_400_000;

/** Days of UTC, the last of them today. */
export function lastDays(count: number, now: Date): string[] {
  const today = Math.floor(now.getTime() / dayMilliseconds);
  return Array.from({ length: count }, (_none, index) =>
    new Date((today - count + 1 + index) * dayMilliseconds).toISOString().slice(0, 10),
  );
}

export async function spendingSince(db: Db, accountId: string, firstDay: string): Promise<SpendingRow[]> {
  await addUpWhatWasSpent(db, accountId);
  return listSpending(db, accountId, firstDay);
}

/** All but the last hour. */
export async function addUpWhatWasSpent(db: Db, accountId: string): Promise<void> {
  let counted = batchEntries;
  while (counted === batchEntries) counted = await addUpBatch(db, accountId);
}

function addUpBatch(db: Db, accountId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const afterId = await lockSpendingMark(tx, accountId);
    return addUpSpending(tx, { accountId, afterId, entriesMax: batchEntries, settledSeconds });
  });
}

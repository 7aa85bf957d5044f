/** Ends records that are older than the operator keeps them, month by month; what they cost stays in the ledger. */
import { lowestIdAt } from '../db/id-times.ts';
import type { Db } from '../db/postgres.ts';
import { addUpWhatWasSpent } from '../ledger/spending.ts';
import { allowCarrying, carryGenerations, deleteLoneDeliveries, findOwnerOfOldest } from './carry-store.ts';
import { dropMonth, listAccountsBefore, listOldestMonths, readNow } from './months-store.ts';

/** A transaction of so many takes a fraction of a second. */
const batchRows = 1_000;
const dayMilliseconds = 86_400_000;

export interface RecordServices {
  db: Db;
  now(): Promise<Date>;
  /** Null keeps them for ever. */
  recordsDays: number | null;
}

/** What ends does not come back: it is as old as both clocks say, for this machine's may be wrong. */
export async function earlierNow(db: Db, now: () => Date): Promise<Date> {
  return new Date(Math.min(now().getTime(), (await readNow(db)).getTime()));
}

/** Whole months of UTC go, so that a ledger has few entries of this kind, and no month is half there. */
export function endOfRecords(now: Date, recordsDays: number): Date {
  const kept = new Date(now.getTime() - recordsDays * dayMilliseconds);
  return new Date(Date.UTC(kept.getUTCFullYear(), kept.getUTCMonth(), 1));
}

/** One month at a time. Of one that is not over, as the first of a database may be, one account's rows at a time. */
export async function endOldRecords({ db, now, recordsDays }: RecordServices): Promise<'more' | 'done'> {
  if (recordsDays === null) return 'done';
  const beforeId = lowestIdAt(endOfRecords(await now(), recordsDays));
  const [oldest, next] = await listOldestMonths(db);
  if (next !== undefined && next.lowestId <= beforeId) {
    for (const accountId of await listAccountsBefore(db, next.lowestId)) await addUpWhatWasSpent(db, accountId);
    return (await dropMonth(db, oldest!.name)) ? 'more' : 'done';
  }
  const accountId = await findOwnerOfOldest(db, beforeId);
  if (accountId === undefined) {
    return (await deleteLoneDeliveries(db, { beforeId, limit: batchRows })) === batchRows ? 'more' : 'done';
  }
  // Usage by day and family is added up from the entries, when somebody looks: after this nobody could.
  await addUpWhatWasSpent(db, accountId);
  await carryAll(db, { accountId, beforeId });
  return 'more';
}

/** All that have ended of an account, up to an id. */
export async function carryAll(
  db: Db,
  { accountId, beforeId }: { accountId: string; beforeId: string },
): Promise<number> {
  let carried = 0;
  for (;;) {
    const count = await db.transaction(async (tx) => {
      await allowCarrying(tx);
      return carryGenerations(tx, { accountId, beforeId, limit: batchRows });
    });
    carried += count;
    if (count < batchRows) return carried;
  }
}

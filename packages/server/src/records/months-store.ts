/** The statements about the months that generations lie in, and all that hangs on them (migration 0131). */
import { type Db, one, type Queryable } from '../db/postgres.ts';

/** A month of millions is added up before it goes. */
const timeoutMilliseconds = 3_600_000;

export interface Month {
  /** `2026_11`: the first that the partition holds. */
  name: string;
  /** Of ids in it, and not in the month before. */
  lowestId: string;
}

/** Begins those that are near, and seals those that are over, one step at a time. */
export async function keepMonths(db: Db): Promise<'more' | 'done'> {
  await db.query({ text: 'select make_months()' });
  // A month is told its end while it is still empty: nobody can use the table until all of it has been read for that.
  await db.query({ text: `select make_months(now() + interval '1 month')` });
  return db.transaction(async (tx) => {
    await tx.query({ text: 'set local statement_timeout = 0' });
    const statement = { text: 'select seal_months() as done', timeoutMilliseconds };
    return one(await tx.query<{ done: boolean }>(statement)).done ? 'more' : 'done';
  });
}

/** What the database's clock shows. */
export async function readNow(db: Queryable): Promise<Date> {
  return one(await db.query<{ now: Date }>({ text: 'select now() as now' })).now;
}

/** The oldest, and the one after it. */
export function listOldestMonths(db: Queryable): Promise<Month[]> {
  const text = `select name, lowest_id_of(name) as "lowestId"
    from (select right(inhrelid::regclass::text, 7) as name from pg_inherits where inhparent = 'generations'::regclass) month
    order by name limit 2`;
  return db.query({ text });
}

/** Who has generations that are older than that id. */
export async function listAccountsBefore(db: Queryable, beforeId: string): Promise<string[]> {
  const text = 'select distinct account_id as id from generations where id < $1';
  const rows = await db.query<{ id: string }>({ text, timeoutMilliseconds }, [beforeId]);
  return rows.map(({ id }) => id);
}

/** False: not now, because something of it waits, somebody reads it, or another process has ended it. */
export function dropMonth(db: Db, month: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query({ text: 'set local statement_timeout = 0' });
    const statement = { text: 'select end_month($1) as ended', timeoutMilliseconds };
    return one(await tx.query<{ ended: boolean }>(statement, [month])).ended;
  });
}

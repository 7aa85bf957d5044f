/** Months of a test database, and generations in them with all that hangs on one. */
import { randomUUID } from 'node:crypto';
import { lowestIdAt } from '../../../src/db/id-times.ts';
import type { Db, Queryable } from '../../../src/db/postgres.ts';
import { generationIn } from '../../ledger/support/rows.ts';

export const dayMilliseconds = 86_400_000;

/** `2026_11` and so on, the oldest first. */
export async function monthsOf(db: Queryable, table = 'generations'): Promise<string[]> {
  const rows = await db.query<{ month: string }>(
    {
      text: `select right(inhrelid::regclass::text, 7) as month from pg_inherits where inhparent = $1::regclass order by 1`,
    },
    [table],
  );
  return rows.map(({ month }) => month);
}

/** When a month begins, or one after it. */
export function startOf(month: string, monthsLater = 0): Date {
  const [year, number] = month.split('_').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + monthsLater, 1));
}

/** As the sweep that comes a week before each would make them. Returns the months there are then. */
export async function addMonths(db: Queryable, count: number): Promise<string[]> {
  for (let made = 0; made < count; made += 1) {
    const last = (await monthsOf(db)).at(-1)!;
    await db.query({ text: 'select make_months($1)' }, [startOf(last)]);
  }
  return monthsOf(db);
}

export const idAt = (at: Date): string => `${lowestIdAt(at).slice(0, 14)}7${randomUUID().slice(15)}`;

/** A generation of that moment with an attempt at an engine, and a delivery with an attempt, made `deliveredAt`. */
export async function wholeGenerationIn(db: Db, accountId: string, at: Date, deliveredAt = at): Promise<string> {
  const id = await generationIn(db, accountId, 'completed', at);
  await db.query(
    {
      text: `insert into generation_attempts (generation_id, number, engine, token, state) values ($1, 1, 'studio', gen_random_uuid(), 'succeeded')`,
    },
    [id],
  );
  await deliveryIn(db, accountId, { at: deliveredAt, generationId: id });
  return id;
}

/** One that has arrived. */
export async function deliveryIn(
  db: Queryable,
  accountId: string,
  { at, generationId }: { at: Date; generationId: string | null },
): Promise<string> {
  const id = idAt(at);
  await db.query(
    {
      text: `insert into webhook_deliveries (id, account_id, event, generation_id, url, host, payload, state, finished_at)
        values ($1, $2, 'generation.ended', $3, 'https://a.test/', 'a.test', '{}', 'delivered', now())`,
    },
    [id, accountId, generationId],
  );
  await db.query({ text: 'insert into webhook_attempts (delivery_id, number, started_at) values ($1, 1, now())' }, [
    id,
  ]);
  return id;
}

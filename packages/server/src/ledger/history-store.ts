/** The statements that read the ledger for people: pages with the balance after each entry, and the whole of it in batches. */
import { highestId, lowestId } from '../db/id-times.ts';
import type { Queryable } from '../db/postgres.ts';

/** Carried: what generations cost whose records have ended. */
export type EntryKind = 'grant' | 'charge' | 'refund' | 'carried';

export interface EntryRow {
  /** A charge has its generation's. */
  id: string;
  kind: EntryKind;
  amount: number;
  balance_after: number;
  reason: string | null;
  generation_id: string | null;
  family: string | null;
  prompt: string | null;
  created_at: Date;
}

/** Enough of a prompt to know it by. */
const promptCharacters = 120;

/** A page of one kind looks at so many entries at most. */
const examinedMax = 5_000;

export interface LedgerPage {
  rows: EntryRow[];
  /** Where the next page begins, and what the balance was there; null at the end. */
  next: { beforeId: string; balance: number } | null;
}

/**
 * Newest first. The balance after an entry is the balance now less everything later, so the cursor carries it along:
 * no page ever adds up more than itself. One statement, because the balance and the newest entries must be of one moment.
 */
export async function listEntries(
  db: Queryable,
  page: { accountId: string; kind: EntryKind | null; limit: number; after: LedgerPage['next'] },
): Promise<LedgerPage> {
  const { accountId, kind, limit, after } = page;
  const examined = kind === null ? limit : examinedMax;
  const found = await db.query<EntryRow & { examined: number; last_id: string; last_balance: number }>(
    {
      name: 'list_entries',
      text: `with newest as materialized (
          select * from ledger_before($1, $2, $4)),
        entry as materialized (
          select newest.*, coalesce($3::bigint, (select balance from accounts where id = $1))
            - coalesce(sum(amount) over (order by id desc rows between unbounded preceding and 1 preceding), 0)
            as balance_after
          from newest),
        fitting as materialized (
          select * from entry where $5::text is null or kind = $5 order by id desc limit $6)
        select f.id, f.kind, f.amount, f.balance_after::bigint, f.reason, f.generation_id, f.created_at,
          g.family, left(g.prompt, ${promptCharacters}) as prompt,
          ends.examined, ends.last_id, ends.last_balance::bigint
        from (select count(*)::integer as examined, min(id::text) as last_id, min(balance_after - amount) filter (
            where id::text = (select min(id::text) from entry)) as last_balance from entry) ends
        left join (fitting f left join lateral (
          select family, prompt from generations where id = f.generation_id limit 1) g on true) on true
        order by f.id desc`,
    },
    [accountId, after?.beforeId ?? highestId, after?.balance ?? null, examined, kind, limit],
  );
  // The outer join answers one row of nulls when nothing fits, so that the end of the examined is always told.
  const rows = found.filter((row) => row.id !== null);
  const last = rows.at(-1);
  if (last !== undefined && rows.length === limit) {
    return { rows, next: { beforeId: last.id, balance: last.balance_after - last.amount } };
  }
  const ends = found[0]!;
  if (ends.examined < examined) return { rows, next: null };
  return { rows, next: { beforeId: ends.last_id, balance: ends.last_balance } };
}

export interface ExportedEntry {
  id: string;
  kind: EntryKind;
  amount: number;
  reason: string | null;
  generation_id: string | null;
  family: string | null;
  created_at: Date;
}

/** Oldest first, a batch at a time, so that an export of years holds no statement open and no memory. */
export function listEntriesAfter(
  db: Queryable,
  page: { accountId: string; afterId: string | null; limit: number },
): Promise<ExportedEntry[]> {
  return db.query<ExportedEntry>(
    {
      name: 'list_entries_after',
      text: `select e.id, e.kind, e.amount, e.reason, e.generation_id, g.family, e.created_at
        from ledger_after($1, $2, $3) e left join generations g on g.id = e.generation_id order by e.id`,
    },
    [page.accountId, page.afterId ?? lowestId, page.limit],
  );
}

/** The statements behind the delivery log: pages, one delivery with its attempts, and sending what failed once more. */
import { highestId, lowestIdAt } from '../db/id-times.ts';
import { type Db, maybeOne, type Queryable } from '../db/postgres.ts';
import { rowById } from '../db/rows-by-id.ts';
import { webhooksChannel } from '../queue/wake.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface LoggedDelivery {
  id: string;
  event: string;
  generation_id: string | null;
  /** Null where the event is about no generation. */
  generation_status: string | null;
  host: string;
  url: string;
  state: DeliveryState;
  attempts: number;
  last_status_code: number | null;
  last_milliseconds: number | null;
  /** Why there was no answer, in a sentence. */
  last_error: string | null;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface DeliveryFilter {
  /** Those that wait are told apart by whether an attempt was made. */
  state?: DeliveryState | 'untried' | 'failing';
  host?: string;
  generationId?: string;
}

/** One statement looks at so many deliveries at most, whatever the filter lets through. */
const examinedMax = 2_000;

const logColumns = `d.id, d.event, d.generation_id, g.status as generation_status, d.host, d.url, d.state, d.attempts,
  last.status_code as last_status_code, last.milliseconds as last_milliseconds, last.error as last_error,
  d.next_attempt_at, d.created_at, d.finished_at`;

const logJoins = `left join lateral (select status from generations where id = d.generation_id limit 1) g on true
  left join lateral (
    select status_code, milliseconds, error from webhook_attempts a
    where a.delivery_id = d.id and a.number <= d.attempts order by a.number desc limit 1) last on true`;

export async function listLog(
  db: Queryable,
  page: { accountId: string; before: string | null; limit: number; filter: DeliveryFilter },
): Promise<{ rows: LoggedDelivery[]; next: string | null }> {
  const { accountId, before, limit, filter } = page;
  const { state = null, host = null, generationId = null } = filter;
  const filtered = state !== null || host !== null || generationId !== null;
  const examined = filtered ? examinedMax : limit;
  const found = await db.query<LoggedDelivery & { examined: number; last_examined: string }>(
    {
      text: `with newest as materialized (
          select * from webhook_deliveries
          where account_id = $1 and id < $2 and ($7::uuid is null or generation_id = $7)
          order by id desc limit $3),
        page as materialized (
          select id from newest
          where case when $5::text is null then true
              when $5 = 'untried' then state = 'waiting' and attempts = 0
              when $5 = 'failing' then state = 'waiting' and attempts > 0
              else state = $5 end
            and ($6::text is null or host = $6)
          order by id desc limit $4)
        select ${logColumns}, ends.examined, ends.last_examined
        from (select count(*)::integer as examined, min(id::text) as last_examined from newest) ends
        left join (page ${rowById('webhook_deliveries', 'page.id', 'd')} ${logJoins}) on true
        order by d.id desc`,
    },
    [accountId, before ?? highestId, examined, limit, state, host, generationId],
  );
  // The outer join answers one row of nulls when nothing fits, so that the end of the examined is always told.
  const rows = found.filter((row) => row.id !== null);
  if (rows.length === limit) return { rows, next: rows.at(-1)!.id };
  const ends = found[0]!;
  return { rows, next: filtered && ends.examined === examinedMax ? ends.last_examined : null };
}

/** In no order; those that are not the account's are left out. */
export function findLogged(db: Queryable, accountId: string, ids: readonly string[]): Promise<LoggedDelivery[]> {
  return db.query<LoggedDelivery>(
    {
      name: 'find_logged',
      text: `select ${logColumns} from webhook_deliveries d ${logJoins}
        where d.id = any ($2::uuid[]) and d.account_id = $1`,
    },
    [accountId, ids],
  );
}

export interface DeliveryDetail extends LoggedDelivery {
  payload: string;
}

export async function findDelivery(db: Queryable, accountId: string, id: string): Promise<DeliveryDetail | undefined> {
  const rows = await db.query<DeliveryDetail>(
    {
      name: 'find_delivery',
      text: `select ${logColumns}, d.payload from webhook_deliveries d ${logJoins}
        where d.id = $2 and d.account_id = $1`,
    },
    [accountId, id],
  );
  return maybeOne(rows);
}

/** How many were put on their way again. */
export async function reopenFailed(db: Db, among: { accountId: string; since: Date; limit: number }): Promise<number> {
  const rows = await db.query<{ reopened: number }>(
    {
      name: 'reopen_failed',
      text: `with failed as (
          select id from webhook_deliveries where account_id = $1 and id >= $2 and state = 'failed' and worker is null
          order by id desc limit $3 for update skip locked),
        reopened as (
          update webhook_deliveries d
          set state = 'waiting', next_attempt_at = account_now(account_id), finished_at = null
          from failed where d.id = failed.id returning d.id)
        select count(*)::integer as reopened from reopened`,
    },
    [among.accountId, lowestIdAt(among.since), among.limit],
  );
  db.tell(webhooksChannel, '');
  return rows[0]!.reopened;
}

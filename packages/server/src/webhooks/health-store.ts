/** How webhooks are doing, for the operator. */
import { lowestIdAt } from '../db/id-times.ts';
import { one, type Queryable } from '../db/postgres.ts';

export interface WaitingWebhooks {
  waiting: number;
  /** Of these, how many after an attempt that was not taken. */
  failing: number;
  /** Since when the longest overdue one has been due; null when none is. */
  oldest_due_seconds: number | null;
}

export async function countWaiting(db: Queryable): Promise<WaitingWebhooks> {
  const rows = await db.query<WaitingWebhooks>({
    name: 'count_waiting_webhooks',
    text: `select count(*)::integer as waiting,
        count(*) filter (where attempts > 0)::integer as failing,
        extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now()))::float8
          as oldest_due_seconds
      from webhook_deliveries where state = 'waiting'`,
  });
  return one(rows);
}

export interface HostFigures {
  host: string;
  failed: number;
  delivered: number;
}

/** Of those scheduled since then, the newest so many; the hosts with the most failures first. */
export function countByHost(db: Queryable, among: { since: Date; newest: number }): Promise<HostFigures[]> {
  return db.query<HostFigures>(
    {
      name: 'count_webhooks_by_host',
      text: `select host, count(*) filter (where state = 'failed')::integer as failed,
          count(*) filter (where state = 'delivered')::integer as delivered
        from (select host, state from webhook_deliveries where id >= $1 order by id desc limit $2) newest
        group by host order by failed desc, host`,
    },
    [lowestIdAt(among.since), among.newest],
  );
}

export interface AttemptFigures {
  delivered: number;
  failed: number;
}

/** At deliveries that were scheduled since then, the newest so many; what is under way is neither. */
export async function countAttempts(db: Queryable, among: { since: Date; newest: number }): Promise<AttemptFigures> {
  const rows = await db.query<AttemptFigures>(
    {
      name: 'count_webhook_attempts',
      text: `select count(*) filter (where status_code between 200 and 299)::integer as delivered,
          count(*) filter (where error is not null or status_code not between 200 and 299)::integer as failed
        from (select status_code, error from webhook_attempts where delivery_id >= $1
          order by delivery_id desc, number desc limit $2) newest`,
    },
    [lowestIdAt(among.since), among.newest],
  );
  return one(rows);
}

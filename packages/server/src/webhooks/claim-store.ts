/** The statements that find deliveries that are due, and take them. */
import type { Db } from '../db/postgres.ts';
import type { DueLine, Share } from './delivery-slots.ts';
import type { ClaimedDelivery } from './store.ts';

/**
 * A line's deliveries that are free to be taken, by its account's own clock. The clock is asked once a line and not once
 * a row, so that the index ends the search at what is not due yet.
 */
const dueOf = (line: string) => `from webhook_deliveries
  where state = 'waiting' and account_id = ${line}.account_id and host = ${line}.host
    and (attempts > 0) = ${line}.tried and next_attempt_at <= account_now(${line}.account_id)
    and (lease_until is null or lease_until < clock_timestamp())
  order by next_attempt_at`;

/**
 * The walk steps from line to line through the index, so 10,000 deliveries that wait for one host cost no more than its
 * first few.
 */
export function findDueLines(db: Db, perLineMax: number): Promise<DueLine[]> {
  return db.query<DueLine>(
    {
      // No name: a plan kept from when the table was small would read all of it for every line.
      text: `with recursive lines as (
          (select account_id, host from webhook_deliveries where state = 'waiting' order by account_id, host limit 1)
          union all
          select next.account_id, next.host from lines l cross join lateral (
            select d.account_id, d.host from webhook_deliveries d
            where d.state = 'waiting' and (d.account_id, d.host) > (l.account_id, l.host)
            order by d.account_id, d.host limit 1) next
        )
        select l.account_id, l.host, l.tried, first.ready, first.due_at
        from (select account_id, host, tried from lines cross join (values (false), (true)) as either(tried)) l
        cross join lateral (
          select count(*)::integer as ready, min(next_attempt_at) as due_at
          from (select next_attempt_at ${dueOf('l')} limit $1) d
        ) first
        where first.ready > 0`,
    },
    [perLineMax],
  );
}

/**
 * Takes what was granted, the longest due first, and notes an attempt for each before anything is sent. An attempt that
 * nobody lived to record is made again under its own number: what is unknown is sent twice rather than not at all, and
 * five recorded attempts stay five.
 */
export function claimDeliveries(
  db: Db,
  claim: { worker: string; leaseSeconds: number; shares: readonly Share[] },
): Promise<ClaimedDelivery[]> {
  const { worker, leaseSeconds, shares } = claim;
  return db.query<ClaimedDelivery>(
    {
      text: `with due as materialized (
          select d.id, d.account_id, d.attempts
          from unnest($3::uuid[], $4::text[], $5::boolean[], $6::integer[]) as granted(account_id, host, tried, count)
          cross join lateral (
            select id, account_id, attempts ${dueOf('granted')} limit granted.count for update skip locked) d
        ),
        noted as (
          insert into webhook_attempts (delivery_id, number, started_at)
          select id, attempts + 1, account_now(account_id) from due
          on conflict (delivery_id, number) do update set started_at = excluded.started_at
        )
        update webhook_deliveries d
        set worker = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
        from due where d.id = due.id
        returning d.id, d.account_id, d.url, d.host, d.payload, d.attempts + 1 as number`,
    },
    [
      worker,
      leaseSeconds,
      shares.map((share) => share.account_id),
      shares.map((share) => share.host),
      shares.map((share) => share.tried),
      shares.map((share) => share.count),
    ],
  );
}

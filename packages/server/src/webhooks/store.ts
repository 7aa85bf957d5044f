/** The statements of webhook deliveries and their attempts. */
import type { Db, Queryable, Tx } from '../db/postgres.ts';

/** A delivery in the hands of this sender, and the number of the attempt it is about to make. */
export interface ClaimedDelivery {
  id: string;
  account_id: string;
  url: string;
  host: string;
  payload: string;
  number: number;
}

export interface AttemptOutcome {
  statusCode: number | null;
  milliseconds: number;
  error: string | null;
  answerExcerpt: string | null;
}

export interface AttemptMade {
  delivery: ClaimedDelivery;
  worker: string;
  outcome: AttemptOutcome;
  next: NextStep;
}

export type NextStep = { state: 'delivered' } | { state: 'failed' } | { state: 'waiting'; afterSeconds: number };

export async function insertDelivery(
  tx: Tx,
  delivery: { accountId: string; generationId: string | null; url: string; host: string; payload: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    {
      name: 'insert_delivery',
      text: `with scheduled as (
          insert into webhook_deliveries (account_id, generation_id, url, host, payload, next_attempt_at)
          values ($1, $2, $3, $4, $5, account_now($1)) returning id)
        select id, pg_notify('webhooks', '') from scheduled`,
    },
    [delivery.accountId, delivery.generationId, delivery.url, delivery.host, delivery.payload],
  );
  return row!.id;
}

export interface DueClaim {
  worker: string;
  limit: number;
  leaseSeconds: number;
  perHostMax: number;
  /** How many attempts this sender has under way, by host. */
  busy: ReadonlyMap<string, number>;
  /** The stretch of hosts to look at, both ends in the order of their names: after this one, … */
  afterHost: string;
  /** … up to and with this one; null for no end. */
  upToHost: string | null;
}

/**
 * Takes due deliveries, a few of each host, and notes an attempt for each before anything is sent.
 * The walk steps from host to host through the index, so 10,000 due deliveries of one host cost no more than its first
 * few. An attempt that nobody lived to record is made again under its own number: what is unknown is sent twice
 * rather than not at all, and five recorded attempts stay five.
 */
export function claimDueDeliveries(db: Db, claim: DueClaim): Promise<ClaimedDelivery[]> {
  return db.query<ClaimedDelivery>(
    {
      // No name: a plan kept from when the table was small would read all of it for every host.
      text: `with recursive hosts as (
          (select host from webhook_deliveries
            where state = 'waiting' and host > $5 and ($6::text is null or host <= $6) order by host limit 1)
          union all
          select (select d.host from webhook_deliveries d
            where d.state = 'waiting' and d.host > h.host and ($6::text is null or d.host <= $6)
            order by d.host limit 1)
          from hosts h where h.host is not null
        ),
        due as materialized (
          select d.id, d.account_id, d.attempts
          from hosts h
          left join unnest($7::text[], $8::integer[]) as busy(host, attempts) on busy.host = h.host
          cross join lateral (
            select id, account_id, attempts from webhook_deliveries
            where state = 'waiting' and host = h.host and next_attempt_at <= account_now(account_id)
              and (lease_until is null or lease_until < clock_timestamp())
            order by next_attempt_at
            limit greatest(0, $4 - coalesce(busy.attempts, 0))
            for update skip locked
          ) d
          limit $2
        ),
        noted as (
          insert into webhook_attempts (delivery_id, number, started_at)
          select id, attempts + 1, account_now(account_id) from due
          on conflict (delivery_id, number) do update set started_at = excluded.started_at
        )
        update webhook_deliveries d
        set worker = $1, lease_until = clock_timestamp() + make_interval(secs => $3)
        from due where d.id = due.id
        returning d.id, d.account_id, d.url, d.host, d.payload, d.attempts + 1 as number`,
    },
    [
      claim.worker,
      claim.limit,
      claim.leaseSeconds,
      claim.perHostMax,
      claim.afterHost,
      claim.upToHost,
      [...claim.busy.keys()],
      [...claim.busy.values()],
    ],
  );
}

/** False when the delivery is no longer this sender's: then someone else has recorded, or will. */
export async function recordAttempt(db: Db, made: AttemptMade): Promise<boolean> {
  const { delivery, worker, outcome, next } = made;
  const rows = await db.query(
    {
      name: 'record_attempt',
      text: `with moved as (
          update webhook_deliveries
          set attempts = $3, state = $4, worker = null, lease_until = null,
            next_attempt_at = case when $4 = 'waiting' then account_now(account_id) + make_interval(secs => $5) end,
            finished_at = case when $4 <> 'waiting' then account_now(account_id) end
          where id = $1 and worker = $2 and attempts = $3 - 1 and state = 'waiting'
          returning id)
        update webhook_attempts a
        set status_code = $6, milliseconds = $7, error = $8, answer_excerpt = $9
        from moved where a.delivery_id = moved.id and a.number = $3
        returning a.number`,
    },
    [
      delivery.id,
      worker,
      delivery.number,
      next.state,
      next.state === 'waiting' ? next.afterSeconds : 0,
      outcome.statusCode,
      outcome.milliseconds,
      outcome.error,
      outcome.answerExcerpt,
    ],
  );
  return rows.length === 1;
}

/** Gives a claim back unsent, or cut off in the middle: whoever claims it next makes the same attempt again. */
export async function releaseDelivery(db: Db, delivery: ClaimedDelivery, worker: string): Promise<void> {
  await db.query(
    {
      name: 'release_delivery',
      text: `with released as (
          update webhook_deliveries set worker = null, lease_until = null
          where id = $1 and worker = $2 and attempts = $3 - 1 and state = 'waiting' returning id)
        select pg_notify('webhooks', '') from released`,
    },
    [delivery.id, worker, delivery.number],
  );
}

/** Answers whether there was such a delivery to send again: one under way is already being sent. */
export async function reopenDelivery(db: Db, accountId: string, deliveryId: string): Promise<boolean> {
  const rows = await db.query(
    {
      name: 'reopen_delivery',
      text: `with reopened as (
          update webhook_deliveries
          set state = 'waiting', next_attempt_at = account_now(account_id), finished_at = null
          where id = $2 and account_id = $1 and worker is null returning id)
        select id, pg_notify('webhooks', '') from reopened`,
    },
    [accountId, deliveryId],
  );
  return rows.length === 1;
}

export interface DeliveryRow {
  id: string;
  generation_id: string | null;
  url: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
}

/** Newest first; `beforeId` is the last id of the page before. */
export function listDeliveries(
  db: Queryable,
  accountId: string,
  page: { limit: number; beforeId: string | null },
): Promise<DeliveryRow[]> {
  return db.query<DeliveryRow>(
    {
      name: 'list_deliveries',
      text: `select id, generation_id, url, state, attempts, next_attempt_at, created_at, finished_at
        from webhook_deliveries where account_id = $1 and ($3::uuid is null or id < $3) order by id desc limit $2`,
    },
    [accountId, page.limit, page.beforeId],
  );
}

export interface AttemptRow {
  number: number;
  started_at: Date;
  milliseconds: number | null;
  status_code: number | null;
  error: string | null;
  answer_excerpt: string | null;
}

export function listAttempts(db: Queryable, accountId: string, deliveryId: string): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    {
      name: 'list_attempts',
      text: `select a.number, a.started_at, a.milliseconds, a.status_code, a.error, a.answer_excerpt
        from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        where d.account_id = $1 and d.id = $2 order by a.number`,
    },
    [accountId, deliveryId],
  );
}

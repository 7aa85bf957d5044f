/** The statements of webhook deliveries and their attempts. */
import { type Db, one, type Queryable, type Tx } from '../db/postgres.ts';
import { webhooksChannel } from '../queue/wake.ts';

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
  delivery: {
    accountId: string;
    event: string;
    generationId: string | null;
    url: string;
    host: string;
    payload: string;
  },
): Promise<string> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'insert_delivery',
      text: `insert into webhook_deliveries (account_id, event, generation_id, url, host, payload, next_attempt_at)
        values ($1, $2, $3, $4, $5, $6, account_now($1)) returning id`,
    },
    [delivery.accountId, delivery.event, delivery.generationId, delivery.url, delivery.host, delivery.payload],
  );
  tx.tell(webhooksChannel, '');
  return one(rows).id;
}

/** Of the generation that the delivery tells of; asked only where somebody traces. */
export async function findTraceparent(db: Db, deliveryId: string): Promise<string | null> {
  const rows = await db.query<{ traceparent: string | null }>(
    {
      name: 'find_traceparent',
      text: `select g.traceparent from webhook_deliveries d join generations g on g.id = d.generation_id
        where d.id = $1`,
    },
    [deliveryId],
  );
  return rows[0]?.traceparent ?? null;
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
      text: `update webhook_deliveries set worker = null, lease_until = null
        where id = $1 and worker = $2 and attempts = $3 - 1 and state = 'waiting'`,
    },
    [delivery.id, worker, delivery.number],
  );
  db.tell(webhooksChannel, '');
}

/** Returns whether there was such a delivery to send again: one under way is already being sent. */
export async function reopenDelivery(db: Db, accountId: string, deliveryId: string): Promise<boolean> {
  const rows = await db.query(
    {
      name: 'reopen_delivery',
      text: `update webhook_deliveries
        set state = 'waiting', next_attempt_at = account_now(account_id), finished_at = null
        where id = $2 and account_id = $1 and worker is null returning id`,
    },
    [accountId, deliveryId],
  );
  if (rows.length === 1) db.tell(webhooksChannel, '');
  return rows.length === 1;
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

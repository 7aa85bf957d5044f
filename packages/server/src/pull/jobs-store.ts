/** The statements about pull jobs: kept for a worker, claimed, renewed, ended, and given to another when a worker vanished. */
import { type Db, maybeOne, one, type Queryable } from '../db/postgres.ts';

/** Every change of a job is told here with its id, and every job that may be taken with its engine. */
export const jobsChannel = 'pull_jobs';
export const workChannel = 'pull_work';

export type JobState = 'waiting' | 'claimed' | 'succeeded' | 'failed' | 'canceled' | 'lost';
export type OutputKind = 'image' | 'video';

export interface NewJob {
  id: string;
  engine: string;
  accountId: string;
  /** JSON. */
  body: string;
  outputKind: OutputKind;
  paid: boolean;
  /** Until its time limit: only the database's clock says when that is. */
  secondsLeft: number;
}

/** A second one with the same id joins the first. */
export async function insertJob(db: Db, job: NewJob): Promise<void> {
  const { id, engine, accountId, body, outputKind, paid, secondsLeft } = job;
  const inserted = await db.change(
    {
      name: 'insert_pull_job',
      text: `insert into pull_jobs (id, engine, account_id, body, output_kind, paid, deadline_at)
        values ($1, $2, $3, $4, $5, $6, account_now($3) + make_interval(secs => $7)) on conflict (id) do nothing`,
    },
    [id, engine, accountId, body, outputKind, paid, secondsLeft],
  );
  if (inserted === 1) db.tell(workChannel, engine);
}

export interface JobRow {
  id: string;
  paid: boolean;
  state: JobState;
  /** How many wait before it. */
  ahead: number;
  progress: number | null;
  output_media_id: string | null;
  error_class: string | null;
  error: string | null;
}

export function findJobs(db: Queryable, ids: readonly string[]): Promise<JobRow[]> {
  return db.query<JobRow>(
    {
      name: 'find_pull_jobs',
      text: `select j.id, j.paid, j.state, j.progress, j.output_media_id, j.error_class, j.error,
          case when j.state = 'waiting' then (
            select count(*) from pull_jobs a where a.engine = j.engine and a.state = 'waiting' and a.number < j.number)
          else 0 end::integer as ahead
        from pull_jobs j where j.id = any ($1::uuid[])`,
    },
    [ids],
  );
}

export type Claimed = { claim: 'job'; id: string; body: string } | { claim: 'nothing' } | { claim: 'revoked' };

/** The job that came first, for whoever holds this key now. Whatever is locked by another claim is another's. */
export async function claimJob(db: Db, keyId: string, leaseSeconds: number): Promise<Claimed> {
  const rows = await db.query<{ holders: number; id: string | null; body: string | null }>(
    {
      name: 'claim_pull_job',
      text: `with holder as (select id, engine from engine_keys where id = $1 and revoked_at is null for share),
        next as (
          select j.id from pull_jobs j join holder h on h.engine = j.engine
          where j.state = 'waiting' and j.deadline_at > account_now(j.account_id)
          order by j.engine, j.number limit 1 for update of j skip locked),
        taken as (
          update pull_jobs j set state = 'claimed', key_id = $1, claims = j.claims + 1,
            held_by = case when $1 = any (j.held_by) then j.held_by else j.held_by || $1::uuid end,
            lease_until = clock_timestamp() + make_interval(secs => $2)
          from next where j.id = next.id returning j.id, j.body)
        select (select count(*) from holder)::integer as holders, taken.id, taken.body
        from (select) once left join taken on true`,
    },
    [keyId, leaseSeconds],
  );
  const { holders, id, body } = one(rows);
  if (holders === 0) return { claim: 'revoked' };
  if (id === null || body === null) return { claim: 'nothing' };
  db.tell(jobsChannel, id);
  return { claim: 'job', id, body };
}

/** The worker never heard of its claim: the next in line gets the job, and nothing is held against it. */
export async function giveBackJob(db: Db, held: HeldJob): Promise<void> {
  const rows = await db.query<{ id: string; engine: string }>(
    {
      name: 'give_back_pull_job',
      text: `update pull_jobs set state = 'waiting', key_id = null, lease_until = null, claims = claims - 1
        where id = $1 and key_id = $2 and state = 'claimed' returning id, engine`,
    },
    [held.id, held.keyId],
  );
  const back = maybeOne(rows);
  if (back === undefined) return;
  db.tell(workChannel, back.engine);
  db.tell(jobsChannel, back.id);
}

/** A job, by whoever says that it is theirs. */
export interface HeldJob {
  id: string;
  keyId: string;
}

/** What makes a job this worker's: every write names it. */
const isHeld = `id = $1 and key_id = $2 and state = 'claimed' and lease_until > clock_timestamp()
  and deadline_at > account_now(account_id)`;

/** True when it is over by this, which whoever follows it is told. The id as the database writes it: a worker may write it otherwise. */
async function endJob(db: Db, statement: { name: string; text: string }, values: unknown[]): Promise<boolean> {
  const ended = maybeOne(await db.query<{ id: string }>(statement, values));
  if (ended !== undefined) db.tell(jobsChannel, ended.id);
  return ended !== undefined;
}

/** @param progress percent; null: as far as it was. It never goes back. */
export async function renewJob(
  db: Db,
  held: HeldJob,
  { progress, leaseSeconds }: { progress: number | null; leaseSeconds: number },
): Promise<boolean> {
  const rows = await db.query<{ id: string; moved: boolean }>(
    {
      name: 'renew_pull_job',
      text: `update pull_jobs set lease_until = clock_timestamp() + make_interval(secs => $4),
          progress = greatest(progress, $3::smallint)
        where ${isHeld} returning id, old.progress is distinct from new.progress as moved`,
    },
    [held.id, held.keyId, progress, leaseSeconds],
  );
  const renewed = maybeOne(rows);
  if (renewed?.moved) db.tell(jobsChannel, renewed.id);
  return renewed !== undefined;
}

/** What is asked of an output, while it may still be delivered. */
export async function findHeldJob(
  db: Queryable,
  held: HeldJob,
): Promise<{ account_id: string; output_kind: OutputKind } | undefined> {
  const text = `select account_id, output_kind from pull_jobs where ${isHeld}`;
  return maybeOne(await db.query({ name: 'find_held_pull_job', text }, [held.id, held.keyId]));
}

export function succeedJob(db: Db, held: HeldJob, mediaId: string): Promise<boolean> {
  return endJob(
    db,
    {
      name: 'succeed_pull_job',
      text: `update pull_jobs
        set state = 'succeeded', lease_until = null, output_media_id = $3, ended_at = clock_timestamp()
        where ${isHeld} returning id`,
    },
    [held.id, held.keyId, mediaId],
  );
}

export function failJob(db: Db, held: HeldJob, error: { class: string; message: string }): Promise<boolean> {
  return endJob(
    db,
    {
      name: 'fail_pull_job',
      text: `update pull_jobs
        set state = 'failed', lease_until = null, error_class = $3, error = $4, ended_at = clock_timestamp()
        where ${isHeld} returning id`,
    },
    [held.id, held.keyId, error.class, error.message],
  );
}

/**
 * Of a job that is not held: `never` this worker's, `called off` while it was, or `no longer` theirs, because it is over,
 * another's, or waits again.
 */
export type NotHeld = 'never' | 'called off' | 'no longer';

export async function whyNotHeld(db: Queryable, held: HeldJob): Promise<NotHeld> {
  const rows = await db.query<{ called_off: boolean }>(
    {
      name: 'why_not_held_pull_job',
      text: `select key_id is not distinct from $2 and (
            state = 'canceled' or (state = 'claimed' and deadline_at <= account_now(account_id))) as called_off
        from pull_jobs where id = $1 and $2 = any (held_by)`,
    },
    [held.id, held.keyId],
  );
  const row = maybeOne(rows);
  if (row === undefined) return 'never';
  return row.called_off ? 'called off' : 'no longer';
}

/** True when there was something to call off. */
export function cancelJob(db: Db, id: string): Promise<boolean> {
  return endJob(
    db,
    {
      name: 'cancel_pull_job',
      text: `update pull_jobs set state = 'canceled', lease_until = null, ended_at = clock_timestamp()
        where id = $1 and ended_at is null returning id`,
    },
    [id],
  );
}

/** A job that has outlived so many workers is more likely to have killed them. */
const claimsMax = 3;
const releasedMax = 100;

/** Jobs whose worker vanished wait again, for any worker; what may not be given out twice is lost. */
export async function releaseVanished(db: Db): Promise<'more' | 'done'> {
  const rows = await db.query<{ id: string; engine: string; state: JobState }>(
    {
      name: 'release_vanished_pull_jobs',
      text: `with vanished as (
          select id from pull_jobs where state = 'claimed' and lease_until <= clock_timestamp()
          order by lease_until limit $1 for update skip locked)
        update pull_jobs j set lease_until = null, key_id = null, progress = null,
          state = case when j.paid or j.claims >= $2 then 'lost' else 'waiting' end,
          ended_at = case when j.paid or j.claims >= $2 then clock_timestamp() end
        from vanished v where j.id = v.id returning j.id, j.engine, j.state`,
    },
    [releasedMax, claimsMax],
  );
  for (const { id, engine, state } of rows) {
    db.tell(jobsChannel, id);
    if (state === 'waiting') db.tell(workChannel, engine);
  }
  return rows.length === releasedMax ? 'more' : 'done';
}

/** Kept for a day, so that a worker that comes late is told so. */
export function deleteEndedJobs(db: Queryable): Promise<number> {
  return db.change({
    text: `delete from pull_jobs
      where ended_at < now() - interval '1 day' or (ended_at is null and deadline_at < now() - interval '1 day')`,
  });
}

/** The queue's statements: claim, renew, hand back, and what is saved between an engine's steps. */
import type { Scenario, Work } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { readWork, type StoredWork } from './stored-work.ts';
import type { StoredInput } from './submit-store.ts';

/** A generation in the hands of this worker. `attempt` is the fence: every write names it. */
export interface ClaimedGeneration {
  id: string;
  account_id: string;
  /** The account itself, or the one whose sandbox twin it is. */
  live_id: string;
  family: string;
  model: string;
  prompt: string;
  fields: Readonly<Record<string, unknown>>;
  work: Work;
  scenario: Scenario | null;
  inputs: StoredInput[];
  seed: number;
  engine: string;
  attempt: number;
  deadline_at: Date;
  engine_token: string | null;
  engine_handle: Readonly<Record<string, string | number>> | null;
  engine_trouble: 'unavailable' | 'internal' | null;
  engine_failures: number;
  /** It waited past its time limit. */
  overdue: boolean;
}

export async function claimGenerations(
  db: Db,
  engine: string,
  claim: { worker: string; limit: number; leaseSeconds: number },
): Promise<ClaimedGeneration[]> {
  const rows = await db.query<ClaimedGeneration & { work: StoredWork }>(
    {
      name: 'claim_generations',
      text: `select id, account_id, family, model, prompt, fields::json, work::json, scenario::json, inputs::json, seed, engine,
        attempt, deadline_at, engine_token, engine_handle, engine_trouble, engine_failures,
        coalesce((select live_account_id from accounts where accounts.id = account_id), account_id) as live_id,
        deadline_at <= account_now(account_id) as overdue from claim_generations($1, $2, $3, $4)`,
    },
    [engine, claim.worker, claim.limit, claim.leaseSeconds],
  );
  // The prompt is stored once.
  return rows.map((row) => {
    const { prompt, fields, work } = row;
    return { ...row, fields: { prompt, ...fields }, work: readWork(work, prompt) };
  });
}

/** A claim's name: the same generation may be claimed again while an earlier claim on it still lingers. */
export const claimName = ({ id, attempt }: { id: string; attempt: number }): string => `${id} ${attempt}`;

/**
 * Renews the leases of all running generations in one statement; answers the names of the claims that still hold.
 * Progress never goes back: whoever takes over begins anew, but the caller has seen more.
 */
export async function renewLeases(
  db: Db,
  running: readonly { id: string; attempt: number; progress: number | null }[],
  leaseSeconds: number,
): Promise<Set<string>> {
  const rows = await db.query<{ id: string; attempt: number }>(
    {
      name: 'renew_leases',
      text: `update generations g
        set lease_until = clock_timestamp() + make_interval(secs => $4), progress = greatest(r.progress, g.progress)
        from unnest($1::uuid[], $2::integer[], $3::smallint[]) as r(id, attempt, progress)
        where g.id = r.id and g.attempt = r.attempt and g.status = 'processing'
        returning g.id, g.attempt`,
    },
    [running.map((r) => r.id), running.map((r) => r.attempt), running.map((r) => r.progress), leaseSeconds],
  );
  return new Set(rows.map(claimName));
}

async function changedOne(db: Db, statement: { name: string; text: string }, values: unknown[]): Promise<boolean> {
  const rows = await db.query(statement, values);
  return rows.length === 1;
}

/** False when the lease was lost: then the engine must not be asked. */
export function saveEngineToken(db: Db, claim: ClaimedGeneration, token: string): Promise<boolean> {
  return changedOne(
    db,
    {
      name: 'save_engine_token',
      text: `update generations set engine_token = $3
        where id = $1 and attempt = $2 and status = 'processing' returning id`,
    },
    [claim.id, claim.attempt, token],
  );
}

/** A null handle forgets an operation that the engine lost, so that it may be started again. */
export function saveEngineHandle(
  db: Db,
  claim: ClaimedGeneration,
  handle: Readonly<Record<string, string | number>> | null,
): Promise<boolean> {
  return changedOne(
    db,
    {
      name: 'save_engine_handle',
      text: `update generations set engine_handle = $3, engine_trouble = null
        where id = $1 and attempt = $2 and status = 'processing' returning id`,
    },
    [claim.id, claim.attempt, handle === null ? null : JSON.stringify(handle)],
  );
}

/** Puts a generation back for any worker to take, now (a worker that stops) or later (trouble that may pass). */
export function handBack(
  db: Db,
  claim: { id: string; attempt: number },
  back: { afterSeconds: number; trouble: 'unavailable' | 'internal' | null },
): Promise<boolean> {
  return changedOne(
    db,
    {
      name: 'hand_back',
      text: `with back as (
          update generations
          set worker = null, lease_until = clock_timestamp() + make_interval(secs => $3),
            engine_trouble = coalesce($4, engine_trouble),
            engine_failures = engine_failures + case when $4 = 'internal' then 1 else 0 end
          where id = $1 and attempt = $2 and status = 'processing' returning id, engine)
        select id, pg_notify('work', engine) from back`,
    },
    [claim.id, claim.attempt, back.afterSeconds, back.trouble],
  );
}

export const admittedMax = 100;

/** Lets the jobs whose time has come join the queue, so many at most, and answers how many. */
export async function admitDelayed(db: Db): Promise<number> {
  const [row] = await db.query<{ admitted: number }>(
    { name: 'admit_delayed', text: 'select admit_delayed_generations($1) as admitted' },
    [admittedMax],
  );
  return row!.admitted;
}

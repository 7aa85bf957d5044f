/** The queue's statements: claim, renew, hand back, move to another engine. */
import type { Mode, Scenario, Work } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import { workChannel } from '../queue/wake.ts';
import { attemptsOf, changedOne, type EngineAttempt, openAttempt } from './attempts-store.ts';
import type { Claim } from './claim.ts';
import { type Deadline, deadlineIn } from './deadline.ts';
import { isOpen } from './reserve-store.ts';
import { changesChannel, mayBecome } from './store.ts';
import { readWork, type StoredWork } from './stored-work.ts';
import type { StoredInput } from './submit-store.ts';

/** A generation in the hands of this worker. */
export interface ClaimedGeneration extends Claim {
  account_id: string;
  /** The account itself, or the one whose sandbox twin it is. */
  live_id: string;
  mode: Mode;
  family: string;
  model: string;
  prompt: string;
  fields: Readonly<Record<string, unknown>>;
  work: Work;
  scenario: Scenario | null;
  inputs: StoredInput[];
  seed: number;
  /** Ten-thousandths of a dollar: what its account paid. */
  price: number;
  engine: string;
  /** Whatever this machine's clock shows: as far ahead as the database's says. */
  deadline: Deadline;
  /** An engine that queues has not begun yet. */
  status: 'pending' | 'processing';
  engine_trouble: 'unavailable' | 'internal' | null;
  /** Those made so far, oldest first. */
  attempts: readonly EngineAttempt[];
  /** Of the request that made it; null: it was not traced. */
  traceparent: string | null;
  /** It waited past its time limit. */
  overdue: boolean;
}

export interface ClaimOptions {
  worker: string;
  limit: number;
  leaseSeconds: number;
  /** Of the engine, where all processes share them; null: this process counts its own. */
  slots?: number | null;
  /** `begun`: only what others had, and nothing that waits. */
  take?: 'any' | 'begun';
}

export async function claimGenerations(db: Db, engine: string, claim: ClaimOptions): Promise<ClaimedGeneration[]> {
  const rows = await db.query<Omit<ClaimedGeneration, 'mode'> & { work: StoredWork; left_seconds: number }>(
    {
      name: 'claim_generations',
      text: `select id, account_id, family, model, prompt, fields::json, work::json, scenario::json, inputs::json, seed, price, engine,
        attempt as claim_number, extract(epoch from deadline_at - account_now(account_id))::double precision as left_seconds, status,
        engine_trouble, traceparent, ${attemptsOf('claimed')} as attempts,
        coalesce((select live_account_id from accounts where accounts.id = account_id), account_id) as live_id,
        deadline_at <= account_now(account_id) as overdue
        from claim_generations(p_engine => $1, p_worker => $2, p_limit => $3, p_lease_seconds => $4, p_slots => $5, p_fresh => $6) as claimed`,
    },
    [engine, claim.worker, claim.limit, claim.leaseSeconds, claim.slots ?? null, claim.take !== 'begun'],
  );
  if (rows.some(({ status }) => status === 'processing')) db.tell(changesChannel, '');
  // The prompt is stored once.
  return rows.map(({ left_seconds, ...row }) => {
    const { prompt, fields, work } = row;
    const deadline = deadlineIn(left_seconds * 1000);
    // Only a sandbox is the twin of another account.
    const mode = row.live_id === row.account_id ? 'live' : 'sandbox';
    return { ...row, mode, deadline, fields: { prompt, ...fields }, work: readWork(work, prompt) };
  });
}

/** A claim's name: the same generation may be claimed again while an earlier claim on it still lingers. */
export const claimName = ({ id, claim_number }: Claim): string => `${id} ${claim_number}`;

/**
 * Renews the leases of all running generations in one statement; returns the names of the claims that still hold.
 * Progress never goes back: whoever takes over begins anew, but the caller has seen more.
 */
export async function renewLeases(
  db: Db,
  running: readonly (Claim & { progress: number | null })[],
  leaseSeconds: number,
): Promise<Set<string>> {
  const rows = await db.query<Claim>(
    {
      name: 'renew_leases',
      text: `update generations g
        set lease_until = clock_timestamp() + make_interval(secs => $4), progress = greatest(r.progress, g.progress)
        from unnest($1::uuid[], $2::integer[], $3::smallint[]) as r(id, attempt, progress)
        where g.id = r.id and g.attempt = r.attempt and g.lease_until is not null and g.worker is not null
        returning g.id, g.attempt as claim_number`,
    },
    [running.map((r) => r.id), running.map((r) => r.claim_number), running.map((r) => r.progress), leaseSeconds],
  );
  return new Set(rows.map(claimName));
}

/** The engine works on it now. False when the lease was lost, or it was told before. */
export async function markWorking(db: Db, claim: Claim): Promise<boolean> {
  const changed = await changedOne(
    db,
    {
      name: 'mark_working',
      text: `update generations set status = 'processing', started_at = account_now(account_id)
        where id = $1 and attempt = $2 and ${mayBecome('processing')} returning id`,
    },
    [claim.id, claim.claim_number],
  );
  if (changed) db.tell(changesChannel, '');
  return changed;
}

/** Puts a generation at the front of another engine's queue. */
export async function moveToEngine(db: Db, claim: Claim, engine: string): Promise<boolean> {
  const changed = await changedOne(
    db,
    {
      name: 'move_to_engine',
      text: `update generations set engine = $3, worker = null, lease_until = null, engine_trouble = null,
          turn = coalesce((select e.turn from engine_turns e where e.engine = $3), 0)
        where id = $1 and attempt = $2 and lease_until is not null returning id`,
    },
    [claim.id, claim.claim_number, engine],
  );
  if (changed) db.tell(workChannel, engine);
  return changed;
}

export type WaitingGeneration = Pick<
  ClaimedGeneration,
  'id' | 'mode' | 'scenario' | 'family' | 'model' | 'fields' | 'work' | 'seed' | 'inputs'
> &
  QueueCursor;

/** Up to where the queue of an engine was read: whoever stands there, by what orders it. */
export interface QueueCursor {
  turn: number;
  account_id: string;
  id: string;
}

const lowestId = '00000000-0000-0000-0000-000000000000';
const front: QueueCursor = { turn: -1, account_id: lowestId, id: lowestId };

/** Those of an engine's queue who stand behind the cursor, in order. */
export async function listWaiting(
  db: Db,
  engine: string,
  { limit, behind }: { limit: number; behind: QueueCursor | null },
): Promise<WaitingGeneration[]> {
  const { turn, account_id, id } = behind ?? front;
  const rows = await db.query<WaitingGeneration & { prompt: string; work: StoredWork }>(
    {
      name: 'list_waiting',
      text: `select id, turn, account_id, (select mode from accounts where accounts.id = account_id) as mode,
          scenario::json, family, model, prompt, fields::json, work::json, seed, inputs::json
        from generations where engine = $1 and turn is not null and (turn, account_id, id) > ($3, $4, $5)
        order by engine, turn, account_id, id limit $2`,
    },
    [engine, limit, turn, account_id, id],
  );
  return rows.map(({ prompt, work, ...row }) => ({ ...row, work: readWork(work, prompt) }));
}

/**
 * Those that no engine has, and that nobody holds any more, wait in its queue again. The number of their claim grows: what their
 * holder of before, should it only be slow, still writes is late.
 */
export function queueAgain(db: Db, engine: string): Promise<void> {
  return db.transaction(async (tx) => {
    // Held first: an attempt that its holder begins meanwhile is seen below, or comes too late.
    const rows = await tx.query<{ id: string }>(
      {
        name: 'hold_left',
        text: `select id from generations where engine = $1 and lease_until < clock_timestamp() for update skip locked`,
      },
      [engine],
    );
    if (rows.length === 0) return;
    await tx.query(
      {
        name: 'queue_again',
        text: `update generations g set worker = null, lease_until = null, engine_trouble = null, attempt = attempt + 1,
            turn = coalesce((select e.turn from engine_turns e where e.engine = $2), 0)
          where g.id = any ($1::uuid[])
            and not exists (select from generation_attempts a where a.generation_id = g.id and a.${isOpen})`,
      },
      [rows.map(({ id }) => id), engine],
    );
  });
}

/** Those of them that still wait at that engine, each with its account's next turn at the other. */
export function moveWaiting(db: Db, move: { ids: readonly string[]; from: string; to: string }): Promise<number> {
  return db.transaction(async (tx) => {
    const held = await tx.query<{ id: string; account_id: string }>(
      {
        name: 'hold_waiting',
        text: `select id, account_id from generations where id = any ($1::uuid[]) and engine = $2 and turn is not null
          for update skip locked`,
      },
      [move.ids, move.from],
    );
    if (held.length === 0) return 0;
    // Turns are taken under the account's lock, and accounts locked in the order of their ids, as by submits.
    await tx.query(
      {
        name: 'hold_accounts',
        text: 'select from accounts where id = any ($1::uuid[]) order by id for no key update',
      },
      [[...new Set(held.map(({ account_id }) => account_id))]],
    );
    const moved = await tx.change(
      {
        name: 'move_waiting',
        text: `with leaving as (select id, account_id, count(*) over (partition by account_id) as jobs,
            row_number() over (partition by account_id order by turn, id) as nth
            from generations where id = any ($1::uuid[])),
          joined as (merge into account_turns t
            using (select distinct account_id, jobs,
              coalesce((select e.turn from engine_turns e where e.engine = $2), 0) as clock from leaving) queue
            on t.engine = $2 and t.account_id = queue.account_id
            when matched then update set next_turn = greatest(t.next_turn, queue.clock) + queue.jobs
            when not matched then insert (engine, account_id, next_turn)
              values ($2, queue.account_id, queue.clock + queue.jobs)
            returning t.account_id, t.next_turn)
          update generations g set engine = $2, turn = joined.next_turn - leaving.jobs + leaving.nth - 1
          from leaving join joined using (account_id) where g.id = leaving.id`,
      },
      [held.map(({ id }) => id), move.to],
    );
    tx.tell(workChannel, move.to);
    return moved;
  });
}

export interface HandBack {
  afterSeconds: number;
  /** What it waits out; null: nothing is wrong. */
  trouble: 'unavailable' | 'internal' | null;
  /** Work that is with its engine keeps its slot there. */
  with: 'engine' | 'nobody';
}

/**
 * Puts a generation back for any worker to take: now (a worker that stops) or later (trouble that may pass), but not beyond its
 * time limit, where it is to end. What is past that, and could not be ended, rests as long as is said.
 */
export async function handBack(db: Db, claim: Claim, back: HandBack): Promise<'handed back' | 'not ours'> {
  const [row] = await db.query<{ engine: string }>(
    {
      name: 'hand_back',
      text: `update generations
        set worker = case when $5 then worker end,
          lease_until = case when deadline_at > clock_timestamp()
            then least(clock_timestamp() + make_interval(secs => $3), deadline_at)
            else clock_timestamp() + make_interval(secs => $3) end,
          engine_trouble = coalesce($4, engine_trouble)
        where id = $1 and attempt = $2 and lease_until is not null returning engine`,
    },
    [claim.id, claim.claim_number, back.afterSeconds, back.trouble, back.with === 'engine'],
  );
  if (row === undefined) return 'not ours';
  db.tell(workChannel, row.engine);
  return 'handed back';
}

/**
 * Puts a generation back into the queue, after a rest, as its account's next turn: what its account has too
 * much of must not come before the jobs of others.
 */
export async function queueBehind(
  db: Db,
  claim: ClaimedGeneration,
  afterSeconds: number,
): Promise<'handed back' | 'not ours'> {
  // What an engine may have goes to no other queue: it keeps to its lease.
  if (openAttempt(claim.attempts) !== null) return handBack(db, claim, { afterSeconds, trouble: null, with: 'nobody' });
  const changed = await changedOne(
    db,
    {
      name: 'queue_behind',
      text: `update generations set worker = null, lease_until = null,
          ready_at = account_now(account_id) + make_interval(secs => $3)
        where id = $1 and attempt = $2 and lease_until is not null returning id`,
    },
    [claim.id, claim.claim_number, afterSeconds],
  );
  return changed ? 'handed back' : 'not ours';
}

export const admittedMax = 100;

/** Lets the jobs whose time has come join the queue, so many at most, and returns how many. */
export async function admitDelayed(db: Db): Promise<number> {
  const rows = await db.query<{ engine: string }>(
    { name: 'admit_delayed', text: 'select engine from admit_delayed($1) as admitted(engine)' },
    [admittedMax],
  );
  for (const { engine } of rows) db.tell(workChannel, engine);
  return rows.length;
}

/** The statements about attempts to have a generation made: what is committed before, between and after an engine's steps. */
import type { Db, Queryable, Tx } from '../db/postgres.ts';
import type { EngineFault, ErrorClass, Handle } from '../engines/engine.ts';
import type { Claim } from './claim.ts';
import { lookOutSoon } from './late-store.ts';
import { countCost, isOpen, type Reserving, reserve } from './reserve-store.ts';

export type AttemptState =
  | 'submitting'
  | 'accepted'
  | 'refused'
  | 'unknown'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'late';

export interface EngineAttempt {
  number: number;
  engine: string;
  token: string;
  state: AttemptState;
  handle: Handle | null;
  tries: number;
  error_class: ErrorClass | null;
  /** Milliseconds since it was begun, when it was read; by the database's clock, which whoever takes over shares. */
  age: number;
}

/** The attempts of the generation `id` of the table `of`, oldest first, as JSON. */
export const attemptsOf = (of: string): string => `(
  select coalesce(json_agg(json_build_object('number', a.number, 'engine', a.engine, 'token', a.token, 'state', a.state,
    'handle', a.handle, 'tries', a.tries, 'error_class', a.error_class,
    'age', floor(extract(epoch from clock_timestamp() - a.started_at) * 1000)) order by a.number), '[]')
  from generation_attempts a where a.generation_id = ${of}.id)`;

export const openAttempt = (attempts: readonly EngineAttempt[]): EngineAttempt | null =>
  attempts.findLast(({ state }) => state === 'submitting' || state === 'accepted' || state === 'unknown') ?? null;

/** Nobody else may take the generation over before this transaction ends. */
const held = `select id from generations where id = $1 and attempt = $2 and finished_at is null for no key update`;

export interface NewAttempt {
  number: number;
  engine: string;
  token: string;
  notes: readonly string[];
}

/** What it may cost is reserved in the same commit, so that no rush of attempts exceeds the day's cap. */
export function beginAttempt(
  db: Db,
  claim: Claim,
  attempt: NewAttempt & { cost: Reserving },
): Promise<'begun' | 'not ours' | 'over cap' | 'on trial'> {
  return db.transaction(async (tx) => {
    const mine = await tx.query({ name: 'hold_generation', text: held }, [claim.id, claim.claim_number]);
    if (mine.length === 0) return 'not ours';
    const reserved = await reserve(tx, attempt.engine, attempt.cost);
    if (typeof reserved === 'string') return reserved;
    const notes = [...attempt.notes, ...reserved.notes];
    await tx.query(
      {
        name: 'insert_attempt',
        text: `insert into generation_attempts (generation_id, number, engine, token, state, notes, cost_usd, size)
          values ($1, $2, $3, $4, 'submitting', $5, $6, $7)`,
      },
      [claim.id, attempt.number, attempt.engine, attempt.token, notes, reserved.usd, attempt.cost.cap?.size ?? null],
    );
    return 'begun';
  });
}

/** In one statement, where nothing has to be reserved. */
export async function beginFreeAttempt(db: Db, claim: Claim, attempt: NewAttempt): Promise<'begun' | 'not ours'> {
  const rows = await db.query(
    {
      name: 'begin_free_attempt',
      text: `with held as (${held})
        insert into generation_attempts (generation_id, number, engine, token, state, notes)
        select id, $3, $4, $5, 'submitting', $6 from held returning generation_id`,
    },
    [claim.id, claim.claim_number, attempt.number, attempt.engine, attempt.token, attempt.notes],
  );
  return rows.length === 1 ? 'begun' : 'not ours';
}

/** False when the claim holds no more, or another condition does not, and it changed nothing. */
export async function changedOne(
  db: Queryable,
  statement: { name: string; text: string },
  values: unknown[],
): Promise<boolean> {
  const rows = await db.query(statement, values);
  return rows.length === 1;
}

/**
 * False when the lease was lost: then the work is for whoever took over. What was wrong before, such as an order without an
 * answer, is wrong no more.
 */
export function acceptAttempt(
  db: Db,
  claim: Claim & { engine_trouble: string | null },
  attempt: { number: number; handle: Handle; notes: readonly string[] },
): Promise<boolean> {
  // The generation's own row is wide, and rarely has anything to clear.
  const mine =
    claim.engine_trouble === null
      ? held
      : `update generations set engine_trouble = null where id = $1 and attempt = $2 and finished_at is null returning id`;
  return changedOne(
    db,
    {
      name: claim.engine_trouble === null ? 'accept_attempt' : 'accept_attempt_after_trouble',
      text: `with held as (${mine})
        update generation_attempts a set state = 'accepted', handle = $4, vendor_id = $5, notes = a.notes || $6::text[],
          error_class = null, error = null
        from held
        where a.generation_id = held.id and a.number = $3 and a.${isOpen} returning number`,
    },
    [
      claim.id,
      claim.claim_number,
      attempt.number,
      JSON.stringify(attempt.handle),
      vendorIdOf(attempt.handle),
      attempt.notes,
    ],
  );
}

/** What people find the work by at the vendor. */
export function vendorIdOf(handle: Handle): string | null {
  const { request_id, id, prompt_id, token } = handle;
  const known = request_id ?? id ?? prompt_id ?? token;
  return known === undefined ? null : String(known);
}

/** An engine that costs nothing will be asked once more with the same token. */
export function tryAttemptAgain(db: Db, claim: Claim, number: number): Promise<boolean> {
  return changedOne(
    db,
    {
      name: 'try_attempt_again',
      text: `with held as (${held})
        update generation_attempts a set state = 'submitting', tries = tries + 1 from held
        where a.generation_id = held.id and a.number = $3 and a.${isOpen} returning number`,
    },
    [claim.id, claim.claim_number, number],
  );
}

/** No reply came. Only `find`, or a call of the vendor, can tell. */
export async function markUnknown(db: Db, claim: Claim, about: { number: number; fault: EngineFault }): Promise<void> {
  await db.query(
    {
      name: 'mark_attempt_unknown',
      text: `with held as (${held})
        update generation_attempts a set state = 'unknown', error_class = $4, error = $5 from held
        where a.generation_id = held.id and a.number = $3 and a.state = 'submitting'`,
    },
    [claim.id, claim.claim_number, about.number, about.fault.class, about.fault.message],
  );
}

export interface AttemptEnd {
  number: number;
  state: Extract<AttemptState, 'refused' | 'succeeded' | 'failed' | 'cancelled' | 'late'>;
  fault: EngineFault | null;
  /** Null: what was reserved stands. */
  costUsd: number | null;
  notes?: readonly string[];
  accountNotes?: readonly string[];
  /** The engine was left at work: what it may still make is looked out for. */
  left?: 'at work';
}

/** The engine's day is set right by what the attempt really cost. */
export async function endAttempt(db: Queryable, claim: Claim, end: AttemptEnd): Promise<void> {
  await db.query(
    {
      name: end.left === undefined ? 'end_attempt' : 'leave_attempt',
      text: `with was as (
          select a.generation_id, a.number, a.engine, a.cost_usd, a.started_at, a.size, g.family, g.model
          from generation_attempts a
          join generations g on g.id = a.generation_id and g.attempt = $2
          where a.generation_id = $1 and a.number = $3 and a.${isOpen} for no key update of a),
        ${countCost('$7::numeric', `$4 = 'succeeded'`)}
        update generation_attempts a set state = $4, error_class = coalesce($5, a.error_class),
          error = coalesce($6, a.error), cost_usd = coalesce($7::numeric, a.cost_usd), notes = a.notes || $8::text[],
          account_notes = $9::text[], ended_at = clock_timestamp()${end.left === undefined ? '' : `, ${lookOutSoon}`}
        from was where a.generation_id = was.generation_id and a.number = was.number`,
    },
    [
      claim.id,
      claim.claim_number,
      end.number,
      end.state,
      end.fault?.class ?? null,
      end.fault?.message ?? null,
      end.costUsd,
      end.notes ?? [],
      end.accountNotes ?? [],
    ],
  );
}

/** Of a generation that ended by another hand than its worker's: nobody waits for what its engine may still make. */
export async function closeAttempts(tx: Tx, generationId: string): Promise<void> {
  await tx.query(
    {
      name: 'close_attempts',
      text: `update generation_attempts a set state = 'failed', error_class = coalesce(error_class, 'timeout'),
        ended_at = clock_timestamp(), ${lookOutSoon} where generation_id = $1 and ${isOpen}`,
    },
    [generationId],
  );
}

/** Returns one for each engine that may have the work of a generation that was cancelled, whether the file still names it or not. */
export function cancelAttempts(tx: Tx, id: string): Promise<{ paid: boolean }[]> {
  return tx.query(
    {
      text: `update generation_attempts a set state = 'cancelled', ended_at = clock_timestamp(), ${lookOutSoon}
        where generation_id = $1 and ${isOpen}
        returning exists (select from engines e where e.name = a.engine and e.paid) as paid`,
    },
    [id],
  );
}

/** Tells whichever process runs a generation that it ended by another hand; a renewal of its lease would find it, too. */
export const endedChannel = 'generation_ended';

export interface AttemptOfToken {
  generation_id: string;
  number: number;
  engine: string;
  state: AttemptState;
  handle: Handle | null;
}

export async function findAttemptOf(db: Queryable, token: string): Promise<AttemptOfToken | undefined> {
  const [row] = await db.query<AttemptOfToken>(
    {
      name: 'find_attempt_of',
      text: 'select generation_id, number, engine, state, handle from generation_attempts where token = $1',
    },
    [token],
  );
  return row;
}

/** A call of the vendor named the work that nobody knew to be there. */
export function learnHandle(db: Db, token: string, handle: Handle): Promise<boolean> {
  return changedOne(
    db,
    {
      name: 'learn_handle',
      text: `update generation_attempts set handle = $2 where token = $1 and handle is null
        and state in ('submitting', 'unknown') returning number`,
    },
    [token, JSON.stringify(handle)],
  );
}

export async function notePosition(db: Db, id: string, position: { number: number; at: number | null }): Promise<void> {
  await db.query(
    {
      name: 'note_position',
      text: 'update generation_attempts set position = $3 where generation_id = $1 and number = $2',
    },
    [id, position.number, position.at],
  );
}

/** Of generations that are with an engine which has not begun: how many stand before them there. */
export function enginePositions(db: Queryable, ids: readonly string[]): Promise<{ id: string; position: number }[]> {
  return db.query(
    {
      name: 'engine_positions',
      text: `select distinct on (generation_id) generation_id as id, coalesce(position, 0) + 1 as position
        from generation_attempts where generation_id = any ($1::uuid[]) order by generation_id, number desc`,
    },
    [ids],
  );
}

/** Wakes whichever process waits for the work of this token. */
export const hooksChannel = 'engine_hooks';

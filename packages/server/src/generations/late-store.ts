/** The statements about results that come when nobody waits for them any more: who looks for them when, and what they cost. */
import type { Db } from '../db/postgres.ts';
import type { Handle } from '../engines/engine.ts';
import { countCost } from './reserve-store.ts';

/** What an update of an attempt sets so that it is looked out for; `a` is the attempt. Told to stop, an engine needs a moment. */
export const lookOutSoon = `late_look_at = case when (select paid from engines where name = a.engine)
  then clock_timestamp() + interval '3 seconds' end`;

export interface LateLook {
  token: string;
  engine: string;
  /** Null: no word of it ever came, but the engine may know of it by now. */
  handle: Handle | null;
  /** Since the attempt ended. */
  seconds: number;
}

/** Those that are due, for this process alone: another takes them after the lease, should it end before it has looked. */
export function claimLateLooks(db: Db, { limit, leaseSeconds }: { limit: number; leaseSeconds: number }) {
  return db.query<LateLook>(
    {
      name: 'claim_late_looks',
      text: `update generation_attempts set late_look_at = clock_timestamp() + make_interval(secs => $2)
        where token in (select token from generation_attempts where late_look_at <= clock_timestamp()
          order by late_look_at limit $1 for update skip locked)
        returning token, engine, handle, extract(epoch from clock_timestamp() - ended_at)::float8 as seconds`,
    },
    [limit, leaseSeconds],
  );
}

/** Null: nobody looks again. */
export async function lookAgainAfter(db: Db, token: string, seconds: number | null): Promise<void> {
  await db.query(
    {
      name: 'look_again_after',
      text: `update generation_attempts set late_look_at = clock_timestamp() + make_interval(secs => $2)
        where token = $1 and late_look_at is not null`,
    },
    [token, seconds],
  );
}

/** Word of work that nobody waits for any more: it is looked at at once. */
export async function lookOutNow(
  db: Db,
  token: string,
  found: { handle: Handle; vendorId: string | null } | null,
): Promise<void> {
  await db.query(
    {
      name: 'look_out_now',
      text: `update generation_attempts a set late_look_at = clock_timestamp(),
          handle = coalesce(a.handle, $2::json), vendor_id = coalesce(a.vendor_id, $3)
        where a.token = $1 and a.state in ('failed', 'cancelled') and (a.handle is not null or $2::json is not null)
          and (select paid from engines where name = a.engine)`,
    },
    [token, found === null ? null : JSON.stringify(found.handle), found?.vendorId ?? null],
  );
}

/** It changes nothing but what the operator knows it cost; what was made after all stands as late. */
export async function noteLate(db: Db, token: string, end: { made: boolean; costUsd: number | null }): Promise<void> {
  await db.query(
    {
      name: 'note_late',
      text: `with was as (
          select a.token, a.engine, a.cost_usd, a.started_at, a.size, g.family, g.model
          from generation_attempts a join generations g on g.id = a.generation_id
          where a.token = $1 and a.state in ('failed', 'cancelled') for no key update of a),
        ${countCost('$2::numeric', '$3::boolean')}
        update generation_attempts a set state = case when $3 then 'late' else a.state end,
          cost_usd = coalesce($2::numeric, a.cost_usd),
          ended_at = case when $3 then clock_timestamp() else a.ended_at end, late_look_at = null
        from was where a.token = was.token`,
    },
    [token, end.costUsd, end.made],
  );
}

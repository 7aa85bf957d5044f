/** The statements about what orders cost: reserved from the cap of their engine's day before they are sent, and learned from. */
import type { Tx } from '../db/postgres.ts';

/** Attempts that may be with their engine. */
export const isOpen = `state in ('submitting', 'accepted', 'unknown')`;

/** An engine's day begins anew at midnight UTC. */
const today = `(now() at time zone 'utc')::date`;
const spentToday = `case when spent_on = ${today} then spent_usd else 0 end`;

export interface Reserving {
  /** What is known without the engine: the route's word, or the price. */
  usd: number;
  /** Of the attempt, when that is what is reserved. */
  notes: readonly string[];
  /** Null: its day has no cap. */
  cap: null | {
    family: string;
    model: string;
    /** Pixels, times seconds: what engines take follows both. */
    size: number;
    /** `told`: it says itself what each generation cost, which may be more than anybody here knows. */
    costs: 'told' | 'as said';
  };
}

export type Reserved = { usd: number; notes: readonly string[] } | 'over cap' | 'on trial';

/**
 * What an engine takes is known by what it took before, and follows length and size: as much is reserved as it took at most,
 * and at most for as much of both. Where it has said nothing yet of such a generation, or of none as large, one is made
 * before all others: a rush at a cost that nobody knows could exceed the cap.
 */
export async function reserve(tx: Tx, engine: string, { usd, notes, cap }: Reserving): Promise<Reserved> {
  const told = cap === null ? null : await toldWhileHeld(tx, engine, cap);
  const isTrial = told !== null && cap!.costs === 'told' && cap!.size > told.size;
  if (isTrial && (await isUnderway(tx, engine, { ...cap!, above: told.size }))) return 'on trial';
  const most = Math.max(usd, told?.usd ?? 0);
  const reserved = await tx.query(
    {
      name: 'reserve_cost',
      text: `update engines set spent_on = ${today}, spent_usd = ${spentToday} + $2
        where name = $1 and (daily_cap_usd is null or ${spentToday} + $2 <= daily_cap_usd) returning name`,
    },
    [engine, most],
  );
  if (reserved.length === 0) return 'over cap';
  return { usd: most, notes: most > usd ? ['cost_usd:dearest_reserved'] : notes };
}

interface Kind {
  family: string;
  model: string;
}

/**
 * The most that such a generation may cost by what the engine has said, and the size of the largest of which it did: -1 where
 * none was made yet. Nobody else begins one meanwhile.
 */
async function toldWhileHeld(tx: Tx, engine: string, { family, model, size }: Kind & { size: number }) {
  await tx.query({ name: 'hold_engine', text: 'select from engines where name = $1 for no key update' }, [engine]);
  const [row] = await tx.query<{ usd: number; size: number }>(
    {
      name: 'told_costs',
      // To six places, as costs are kept: a sum that just fits under a cap must fit.
      text: `select round(greatest(dearest_usd, dearest_ratio * $4::bigint), 6)::float8 as usd,
          coalesce(dearest_size, -1)::float8 as size
        from engine_costs where engine = $1 and family = $2 and model = $3`,
    },
    [engine, family, model, size],
  );
  return row ?? { usd: 0, size: -1 };
}

/** Whether the engine has one at work that is larger than any of which it has said what it took. */
async function isUnderway(
  tx: Tx,
  engine: string,
  { family, model, above }: Kind & { above: number },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_underway',
      text: `select from generations g join generation_attempts a on a.generation_id = g.id and a.engine = g.engine
        where g.engine = $1 and g.lease_until is not null and g.family = $2 and g.model = $3
          and a.${isOpen} and (a.size is null or a.size > $4) limit 1`,
    },
    [engine, family, model, above],
  );
  return rows.length === 1;
}

/**
 * What the attempt `was` really cost, as steps of a statement: the day of its engine is set right; and, of an engine with a cap,
 * the most that generations like it have cost, by the engine's own word, 0 where it says nothing. What came to nothing may cost
 * less than what is made: it tells what was taken for it, and only what was made that one of its size is known.
 * Both rows are others', too, and the first is had before the second is asked for, or two of these would wait in a circle.
 */
export const countCost = (usd: string, isMade: string): string => `
  spent as (
    update engines e set spent_usd = greatest(0, spent_usd + ${usd} - coalesce(was.cost_usd, 0))
    from was where e.name = was.engine and ${usd} is distinct from was.cost_usd and ${usd} is not null
      and e.spent_on = (was.started_at at time zone 'utc')::date
    returning e.name),
  told as (insert into engine_costs as c (engine, family, model, dearest_usd, dearest_ratio, dearest_size)
  select was.engine, was.family, was.model, coalesce(${usd}, 0), coalesce(${usd}, 0) / nullif(was.size, 0),
    case when ${isMade} then was.size end
  from was join engines on engines.name = was.engine and daily_cap_usd is not null
    cross join (select count(*) from spent) as first where ${isMade} or ${usd} > 0
  on conflict (engine, family, model) do update set dearest_usd = greatest(c.dearest_usd, excluded.dearest_usd),
    dearest_ratio = greatest(c.dearest_ratio, excluded.dearest_ratio),
    dearest_size = greatest(c.dearest_size, excluded.dearest_size)
    where excluded.dearest_usd > c.dearest_usd or excluded.dearest_ratio > coalesce(c.dearest_ratio, -1)
      or excluded.dearest_size > coalesce(c.dearest_size, -1))`;

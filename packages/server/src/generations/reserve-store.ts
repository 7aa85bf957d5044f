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
    /** `told`: it says itself what each generation cost, which may be more than anybody here knows. */
    costs: 'told' | 'as said';
  };
}

export type Reserved = { usd: number; notes: readonly string[] } | 'over cap' | 'on trial';

/**
 * Where an engine with a cap has never said what such a generation costs, one is made before all others: a rush at a price
 * that nobody knows could exceed the cap. After that as much is reserved as it took at most.
 */
export async function reserve(tx: Tx, engine: string, { usd, notes, cap }: Reserving): Promise<Reserved> {
  const dearest = cap === null ? null : await dearestWhileHeld(tx, engine, cap);
  if (dearest === null && cap?.costs === 'told' && (await isUnderway(tx, engine, cap))) return 'on trial';
  const most = Math.max(usd, dearest ?? 0);
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

/** The most that the engine has said such a generation cost there; null: none was made yet. Nobody else begins one meanwhile. */
async function dearestWhileHeld(tx: Tx, engine: string, { family, model }: Kind): Promise<number | null> {
  await tx.query({ name: 'hold_engine', text: 'select from engines where name = $1 for no key update' }, [engine]);
  const [row] = await tx.query<{ usd: number }>(
    {
      name: 'dearest_of',
      text: 'select dearest_usd::float8 as usd from engine_costs where engine = $1 and family = $2 and model = $3',
    },
    [engine, family, model],
  );
  return row?.usd ?? null;
}

async function isUnderway(tx: Tx, engine: string, { family, model }: Kind): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'is_underway',
      text: `select from generations g join generation_attempts a on a.generation_id = g.id and a.engine = g.engine
        where g.engine = $1 and g.lease_until is not null and g.family = $2 and g.model = $3
          and a.${isOpen} limit 1`,
    },
    [engine, family, model],
  );
  return rows.length === 1;
}

/**
 * Of an engine with a cap: the most that generations like that of `was` have cost, by its own word; 0 where it says nothing.
 * Only what was made tells.
 */
export const learnCost = (usd: string, isMade: string): string => `
  insert into engine_costs as c (engine, family, model, dearest_usd)
  select was.engine, was.family, was.model, coalesce(${usd}, 0) from was
  join engines on engines.name = was.engine and daily_cap_usd is not null where ${isMade}
  on conflict (engine, family, model) do update set dearest_usd = excluded.dearest_usd
    where excluded.dearest_usd > c.dearest_usd`;

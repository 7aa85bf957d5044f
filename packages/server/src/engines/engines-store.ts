/** The statements about engines: what all processes share of them, and what an operator may change. */
import type { Db, Queryable, Teller } from '../db/postgres.ts';
import type { EngineFault } from './engine.ts';

/**
 * Sent when something about the engines has changed: its payload is `reload` (the operator's file is to be read anew) or
 * the name of an engine whose row has changed.
 */
export const enginesChannel = 'engines';
export const reloadWord = 'reload';

export interface EngineRow {
  name: string;
  kind: string;
  paid: boolean;
  slots: number;
  daily_cap_usd: number | null;
  ok: boolean | null;
  detail: string | null;
  checked_at: Date | null;
  drained: boolean;
  breaker: 'closed' | 'open' | 'half-open';
  breaker_failures: number;
  breaker_until: Date | null;
  /** Cut off for long enough, by the database's clock: to be asked whether it works again. */
  breaker_is_due: boolean;
  /** In the file of a worker that runs. */
  is_named: boolean;
  spent_today_usd: number;
  last_error_class: string | null;
  last_error: string | null;
  last_error_at: Date | null;
}

export function listEngines(db: Queryable): Promise<EngineRow[]> {
  return db.query<EngineRow>({
    name: 'list_engines',
    text: `select name, kind, paid, slots, daily_cap_usd::float8, ok, detail, checked_at, drained, breaker,
        breaker_failures, breaker_until, breaker <> 'closed' and breaker_until <= clock_timestamp() as breaker_is_due,
        coalesce(named_until > clock_timestamp(), false) as is_named,
        (case when spent_on = (now() at time zone 'utc')::date then spent_usd else 0 end)::float8 as spent_today_usd,
        last_error_class, last_error, last_error_at
      from engines order by name`,
  });
}

export interface FiledEngine {
  name: string;
  kind: string;
  paid: boolean;
  slots: number;
  dailyCapUsd: number | null;
}

/** What the operator's file says of them; what is known of them besides stays. */
export async function fileEngines(db: Db, engines: readonly FiledEngine[]): Promise<void> {
  if (engines.length === 0) return;
  await db.query(
    {
      name: 'file_engines',
      text: `insert into engines as e (name, kind, paid, slots, daily_cap_usd)
        select * from unnest($1::text[], $2::text[], $3::boolean[], $4::integer[], $5::numeric[])
        on conflict (name) do update set kind = excluded.kind, paid = excluded.paid, slots = excluded.slots,
          daily_cap_usd = excluded.daily_cap_usd`,
    },
    [
      engines.map(({ name }) => name),
      engines.map(({ kind }) => kind),
      engines.map(({ paid }) => paid),
      engines.map(({ slots }) => slots),
      engines.map(({ dailyCapUsd }) => dailyCapUsd),
    ],
  );
}

/** For so long; written again when a third of that is over. Rows that others hold, as to claim, are waited for by nobody. */
export async function nameEngines(db: Db, names: readonly string[], seconds: number): Promise<void> {
  await db.query(
    {
      name: 'name_engines',
      text: `update engines set named_until = clock_timestamp() + make_interval(secs => $2) where name in (
        select name from engines where name = any ($1::text[]) and (named_until is null
          or named_until < clock_timestamp() + make_interval(secs => $2 * 2 / 3)) for no key update skip locked)`,
    },
    [names, seconds],
  );
}

export async function noteCheck(db: Db, name: string, check: { ok: boolean; detail: string }): Promise<void> {
  await db.query(
    {
      name: 'note_engine_check',
      text: 'update engines set ok = $2, detail = $3, checked_at = clock_timestamp() where name = $1',
    },
    [name, check.ok, check.detail],
  );
}

/** So many failures in a row, and the engine is left alone for so long. */
export async function noteFailure(
  db: Db,
  name: string,
  about: { fault: EngineFault; failuresMax: number; openSeconds: number },
): Promise<void> {
  const [failed] = await db.query<{ breaker: EngineRow['breaker'] }>(
    {
      name: 'note_engine_failure',
      text: `update engines set breaker_failures = breaker_failures + 1,
          breaker = case when breaker_failures + 1 >= $4 then 'open' else breaker end,
          breaker_until = case when breaker_failures + 1 >= $4 then clock_timestamp() + make_interval(secs => $5)
            else breaker_until end,
          last_error_class = $2, last_error = $3, last_error_at = clock_timestamp()
        where name = $1 returning breaker`,
    },
    [name, about.fault.class, about.fault.message, about.failuresMax, about.openSeconds],
  );
  if (failed?.breaker === 'open') db.tell(enginesChannel, name);
}

/** False where there is no such engine. */
async function changeEngine(
  db: Queryable & Teller,
  statement: { name: string; text: string },
  values: [name: string],
): Promise<boolean> {
  const changed = (await db.change(statement, values)) === 1;
  if (changed) db.tell(enginesChannel, values[0]);
  return changed;
}

/** It works again, or an operator says so. */
export function closeBreaker(db: Queryable & Teller, name: string): Promise<boolean> {
  const text = `update engines set breaker = 'closed', breaker_failures = 0, breaker_until = null where name = $1`;
  return changeEngine(db, { name: 'close_breaker', text }, [name]);
}

/** One process at a time asks an engine that was left alone whether it works again. True for that one. */
export async function takeProbe(db: Db, name: string, seconds: number): Promise<boolean> {
  const rows = await db.query(
    {
      name: 'take_probe',
      text: `update engines set breaker = 'half-open', breaker_until = clock_timestamp() + make_interval(secs => $2)
        where name = $1 and breaker <> 'closed' and breaker_until <= clock_timestamp() returning name`,
    },
    [name, seconds],
  );
  return rows.length === 1;
}

export async function reopenBreaker(db: Db, name: string, seconds: number): Promise<void> {
  await db.query(
    {
      name: 'reopen_breaker',
      text: `update engines set breaker = 'open', breaker_until = clock_timestamp() + make_interval(secs => $2)
        where name = $1 and breaker = 'half-open'`,
    },
    [name, seconds],
  );
}

/** It ends what it has and gets no more. False where there is no such engine. */
export function drainEngine(db: Queryable & Teller, name: string): Promise<boolean> {
  return changeEngine(db, { name: 'drain_engine', text: 'update engines set drained = true where name = $1' }, [name]);
}

/** It gets work again. False where there is no such engine. */
export function resumeEngine(db: Queryable & Teller, name: string): Promise<boolean> {
  return changeEngine(db, { name: 'resume_engine', text: 'update engines set drained = false where name = $1' }, [
    name,
  ]);
}

/** Has every process read the operator's file anew. */
export async function announceReload(db: Queryable): Promise<void> {
  await db.query({ name: 'announce_reload', text: 'select pg_notify($1, $2)' }, [enginesChannel, reloadWord]);
}

/** On which each process says what became of a reload. */
export const reportsChannel = 'engines_answers';

export interface ReloadReport {
  process: string;
  ok: boolean;
  detail: string;
}

/** A notification holds 8,000 bytes at most. */
const detailCharactersMax = 1_500;

export async function reportReload(db: Queryable, { detail, ...report }: ReloadReport): Promise<void> {
  const told: ReloadReport = { ...report, detail: detail.slice(0, detailCharactersMax) };
  await db.query({ name: 'answer_reload', text: 'select pg_notify($1, $2)' }, [reportsChannel, JSON.stringify(told)]);
}

/** Connections of processes that would hear of a reload. */
export async function countListeners(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'count_listeners',
    text: `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'afterimage listener'`,
  });
  return row!.count;
}

-- Engines beyond this process: what is known of each, and every attempt to have a generation made (docs/decisions/0016).

create table engines (
  name text primary key,
  kind text not null,
  paid boolean not null,
  slots integer not null,
  daily_cap_usd numeric,
  -- What the last check said; null before the first.
  ok boolean,
  detail text,
  checked_at timestamptz,
  -- An operator's wish: it gets no new work.
  drained boolean not null default false,
  -- `open`: it gets no new work until then. `half-open`: one process is asking whether it works again, and has until then.
  breaker text not null default 'closed' check (breaker in ('closed', 'open', 'half-open')),
  breaker_failures integer not null default 0,
  breaker_until timestamptz,
  -- Of that day in UTC, what attempts may still cost included.
  spent_on date not null default (now() at time zone 'utc')::date,
  spent_usd numeric(14, 6) not null default 0,
  last_error_class text,
  last_error text,
  last_error_at timestamptz
) with (fillfactor = 50);
comment on table engines is
  'One row an engine of the operator''s file, shared by all processes: its health, breaker, slots and what it cost today.';

create table generation_attempts (
  generation_id uuid not null,
  number smallint not null,
  engine text not null,
  -- Committed before the first byte leaves: whatever crashes, it tells whether the engine was asked already.
  token uuid not null,
  state text not null check (state in
    ('submitting', 'accepted', 'refused', 'unknown', 'succeeded', 'failed', 'cancelled', 'late')),
  -- The engine's own name for the work, committed before the first poll; and the part of it that people know it by.
  handle json,
  vendor_id text,
  -- How often the engine was asked; more than once only where it costs nothing.
  tries smallint not null default 1,
  -- How many stand before it at the engine.
  position integer,
  -- What it counts for in the engine's day: reserved with the token, set right at the end.
  cost_usd numeric(12, 6),
  -- What was adjusted or not applied, for the operator; and what its account is told, in sentences.
  notes text[] not null default '{}',
  account_notes text[] not null default '{}',
  error_class text,
  error text,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (generation_id, number)
) with (fillfactor = 70);
comment on table generation_attempts is
  'One row a try to have a generation made by an engine: asked for at most once, found again by its token or its handle.';
create unique index generation_attempts_token on generation_attempts (token);
create index generation_attempts_of_engine on generation_attempts (engine, started_at) where error_class is not null;

insert into generation_attempts (generation_id, number, engine, token, state, handle, started_at)
  select id, 1, engine, engine_token, case when engine_handle is null then 'submitting' else 'accepted' end, engine_handle,
    coalesce(started_at, created_at)
  from generations where engine_token is not null and finished_at is null;
alter table generations drop column engine_token, drop column engine_handle, drop column engine_failures;

-- A generation may be with an engine that has not begun: it is leased and still pending.
drop index generations_leased;
create index generations_leased on generations (engine, lease_until) where lease_until is not null;

drop function claim_generations;
create function claim_generations(p_engine text, p_worker text, p_limit integer, p_lease_seconds double precision,
    p_slots integer, p_fresh boolean)
  returns setof generations language plpgsql
  -- Only a scan in index order is as quick with 10,000 waiting as with one; statistics of a table that fills and empties
  -- mislead.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  front record;
  best record;
  claimed generations;
  dead boolean;
  left_over integer := p_limit;
begin
  -- Slots that all processes share are counted while nobody else can claim.
  if p_slots is not null then
    perform from engines where name = p_engine for update;
    select least(p_limit, p_slots - count(*)) into left_over from generations
      where engine = p_engine and lease_until >= clock_timestamp() and worker is not null;
  end if;

  -- First the jobs of workers that died: their turn has come already, and they may be with the engine still. Then those
  -- that were put back for a while.
  foreach dead in array array[true, false] loop
    exit when left_over <= 0;
    for claimed in
      update generations g
      set worker = p_worker, attempt = g.attempt + 1,
        lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
      where g.id in (
        select id from generations
        where engine = p_engine and lease_until < clock_timestamp() and (worker is not null) = dead
        order by lease_until limit left_over for update skip locked)
      returning g.*
    loop
      left_over := left_over - 1;
      return next claimed;
    end loop;
  end loop;

  while p_fresh and left_over > 0 loop
    -- Whose turn is it?
    select id, account_id, turn into front from generations
      where engine = p_engine and turn is not null
      order by engine, turn, account_id limit 1 for update skip locked;
    exit when not found;
    -- That account's most urgent job goes; the job whose turn it was takes the other's later turn.
    select id, turn into best from generations
      where engine = p_engine and account_id = front.account_id and turn is not null
      order by engine, account_id, priority desc, id limit 1 for update skip locked;
    if best.id is distinct from front.id and best.id is not null then
      update generations set turn = best.turn where id = front.id;
    else
      best := front;
    end if;
    -- What shares its slots waits at the engine too: it is processing when the engine says so.
    update generations
      set status = case when p_slots is null then 'processing' else status end, turn = null, worker = p_worker,
        attempt = attempt + 1, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds),
        started_at = case when p_slots is null then account_now(account_id) else started_at end
      where id = best.id
      returning * into claimed;
    insert into engine_turns as e (engine, turn) values (p_engine, front.turn)
      on conflict (engine) do update set turn = greatest(e.turn, excluded.turn);
    left_over := left_over - 1;
    return next claimed;
  end loop;
end $$;
comment on function claim_generations is
  'Takes so many jobs of an engine for a worker: first those whose lease ran out, then those whose turn it is. With p_slots, no more are with the engine than so many, whoever claims; without p_fresh, nothing begins.';

drop function overdue_generations;
create function overdue_generations(p_limit integer, p_embedded text[])
  returns table (id uuid, attempt integer, family text, engine_trouble text) language sql stable
  -- Of a large table with few that wait, statistics are seldom right enough to choose these indexes.
  set enable_bitmapscan = off set enable_seqscan = off as $$
  -- Whoever holds a job that is with an engine elsewhere looks there once more, and ends it by himself.
  (select id, attempt, family, engine_trouble from generations
    where finished_at is null and turn is null and deadline_at <= account_now(account_id)
      and (lease_until is null or lease_until < clock_timestamp() or worker is null or engine = any (p_embedded)
        or deadline_at <= account_now(account_id) - interval '30 seconds')
    order by deadline_at limit p_limit)
  union all
  (select id, attempt, family, engine_trouble from generations
    where turn is not null and deadline_at <= account_now(account_id) limit p_limit)
  limit p_limit
$$;
comment on function overdue_generations is 'Unfinished generations past their time limit, queue time included.';

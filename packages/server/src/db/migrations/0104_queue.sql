-- Who is next: jobs wait at their engine in the order of their turns (ARCHITECTURE.md, "Whose turn it is").

create table engine_turns (
  engine text primary key,
  turn bigint not null default 0
) with (fillfactor = 50);
comment on table engine_turns is 'The clock of an engine''s queue: the turn taken last.';

create table account_turns (
  engine text not null,
  account_id uuid not null,
  next_turn bigint not null,
  primary key (engine, account_id)
) with (fillfactor = 50);
comment on table account_turns is
  'The turn that an account''s next job gets, or the engine''s clock where that is later: a newcomer stands beside the front of the queue however long another''s queue is.';

-- Ends with the deadline, so that the sweep for those that waited too long walks along this index and no other.
create index generations_waiting on generations (engine, turn, account_id, deadline_at) with (deduplicate_items = off)
  where turn is not null;
create index generations_waiting_of_account on generations (engine, account_id, priority desc, id)
  with (deduplicate_items = off) where turn is not null;
create index generations_delayed on generations (ready_at) where ready_at is not null;
create index generations_leased on generations (engine, lease_until) where status = 'processing';
create index generations_deadlines on generations (deadline_at) where finished_at is null and turn is null;

create function claim_generations(p_engine text, p_worker text, p_limit integer, p_lease_seconds double precision)
  returns setof generations language plpgsql
  -- Only a scan in index order is as quick with 10,000 waiting as with one; statistics of a table that fills and empties
  -- mislead.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  front record;
  best record;
  claimed generations;
  left_over integer := p_limit;
begin
  -- First the jobs of workers that died: their turn has come already.
  for claimed in
    update generations g
    set worker = p_worker, attempt = g.attempt + 1,
      lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where g.id in (
      select id from generations
      where engine = p_engine and status = 'processing' and lease_until < clock_timestamp()
      order by lease_until limit p_limit for update skip locked)
    returning g.*
  loop
    left_over := left_over - 1;
    return next claimed;
  end loop;

  while left_over > 0 loop
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
    update generations
      set status = 'processing', turn = null, worker = p_worker, attempt = attempt + 1,
        lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), started_at = account_now(account_id)
      where id = best.id
      returning * into claimed;
    insert into engine_turns as e (engine, turn) values (p_engine, front.turn)
      on conflict (engine) do update set turn = greatest(e.turn, excluded.turn);
    left_over := left_over - 1;
    return next claimed;
  end loop;
end $$;
comment on function claim_generations is
  'Takes so many jobs of an engine for a worker: first those whose lease ran out, then those whose turn it is.';

create function admit_delayed_generations(p_limit integer) returns integer language plpgsql as $$
declare
  due record;
  admitted integer := 0;
begin
  for due in
    with taken as (
      select id, engine, account_id, ready_at from generations
      where ready_at is not null and ready_at <= account_now(account_id)
      order by ready_at limit p_limit for update skip locked)
    select id, engine, account_id from taken order by account_id, ready_at
  loop
    -- One after the other in the order of their ids, as submits lock them (0105).
    perform from accounts where id = due.account_id for no key update;
    insert into account_turns as t (engine, account_id, next_turn)
      values (due.engine, due.account_id, coalesce((select turn from engine_turns where engine = due.engine), 0) + 1)
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn);
    update generations g set ready_at = null, turn = t.next_turn - 1
      from account_turns t where g.id = due.id and t.engine = due.engine and t.account_id = due.account_id;
    perform pg_notify('work', due.engine);
    admitted := admitted + 1;
  end loop;
  return admitted;
end $$;
comment on function admit_delayed_generations is 'Jobs that a scenario kept back join the queue when their time has come.';

create function overdue_generations(p_limit integer)
  returns table (id uuid, attempt integer, family text, engine_trouble text) language sql stable
  -- Of a large table with few that wait, statistics are seldom right enough to choose these indexes.
  set enable_bitmapscan = off set enable_seqscan = off as $$
  (select id, attempt, family, engine_trouble from generations
    where finished_at is null and turn is null and deadline_at <= account_now(account_id)
    order by deadline_at limit p_limit)
  union all
  (select id, attempt, family, engine_trouble from generations
    where turn is not null and deadline_at <= account_now(account_id) limit p_limit)
  limit p_limit
$$;
comment on function overdue_generations is 'Unfinished generations past their time limit, queue time included.';

create function queue_positions(p_ids uuid[]) returns table (id uuid, position_in_queue integer)
  language sql stable
  -- Only a scan in index order stops after a thousand entries.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, coalesce((
    -- Inside an account, jobs go by urgency and age while turns go in order: the nth job goes at the nth turn.
    select walk.position_in_queue from (
      select ahead.turn, ahead.account_id, row_number() over (order by ahead.turn, ahead.account_id) as position_in_queue
      from generations ahead where ahead.engine = g.engine and ahead.turn is not null
      order by ahead.turn, ahead.account_id limit 999) walk
    where walk.account_id = g.account_id
    order by walk.turn, walk.account_id offset ranked.before_me limit 1), 1000)::integer
  from generations g
  cross join lateral (
    -- Two ranges of one index, each read no further than needed; one condition with `or` would read all of it, and
    -- without the order the planner takes another index.
    select count(*)::integer as before_me from (
      (select 1 from generations mine
        where mine.engine = g.engine and mine.account_id = g.account_id and mine.turn is not null
          and mine.priority > g.priority
        order by mine.engine, mine.account_id, mine.priority desc, mine.id limit 999)
      union all
      (select 1 from generations mine
        where mine.engine = g.engine and mine.account_id = g.account_id and mine.turn is not null
          and mine.priority = g.priority and mine.id < g.id
        order by mine.engine, mine.account_id, mine.priority desc, mine.id limit 999)
      limit 999) counted) ranked
  where g.id = any (p_ids) and g.turn is not null
$$;
comment on function queue_positions is
  'The positions of waiting jobs in the order in which they would be taken now, counted from 1 and no further than 1,000, so that a long queue costs no more to look at than a short one.';

create function delayed_positions(p_ids uuid[]) returns table (id uuid, position_in_queue integer)
  language sql stable
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, least(1000, 1 + waiting.jobs + earlier.jobs)::integer
  from generations g
  cross join lateral (
    select count(*) as jobs from (
      select 1 from generations ahead
      where ahead.engine = g.engine and ahead.turn is not null
      order by ahead.engine, ahead.turn, ahead.account_id limit 999) counted) waiting
  cross join lateral (
    select count(*) as jobs from (
      select 1 from generations ahead
      where ahead.ready_at is not null and ahead.ready_at <= g.ready_at and ahead.engine = g.engine
        and (ahead.ready_at, ahead.id) < (g.ready_at, g.id)
      order by ahead.ready_at limit 999) counted) earlier
  where g.id = any (p_ids) and g.ready_at is not null
$$;
comment on function delayed_positions is
  'The positions of jobs that a scenario keeps back: behind all that may be taken now, in the order in which they will join them. Nothing is counted past 1,000.';

-- Many submits, one commit: charge, generation, place in the queue and wake-up.
-- One call a batch carries several times what one call a request does (docs/decisions/0004). What decides
-- (accounts, prices, lanes) comes as plain arrays beside the rows, because every look into the JSON, or into an array of
-- rows, costs more than all the inserts: it took a quarter off a batch of 64.

create type new_generation as (
  id uuid, account_id uuid, api_key_id uuid, family text, model text, prompt text, fields json, work json,
  scenario json, inputs json, seed bigint, price bigint, callback_url text, lane text, priority smallint,
  queue_seconds double precision, limit_seconds double precision, idempotency_path text, idempotency_key text);

-- `p_rows` is an array of new generations; the other arrays say, in the same order, what decides about each: `p_lanes` is
-- null for one that is kept back. `p_attached` names those that hold an idempotency key or stored media.
-- Answers which were accepted. A submit that the balance cannot pay leaves nothing behind; one that is refused only
-- because an earlier, larger one of the same batch was counted first is for the caller to try again alone.
create function submit_generations(p_rows json, p_ids uuid[], p_accounts uuid[], p_prices bigint[], p_lanes text[],
    p_attached uuid[]) returns boolean[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$ -- planning each call anew for its arrays costs four times the work
declare
  accepted boolean[];
begin
  -- In id order, so that two batches cannot wait for each other. Later statements see the balances as locked.
  perform 1 from accounts where id = any (p_accounts) order by id for no key update;

  accepted := array(
    select coalesce(sum(s.price) over (partition by s.account order by s.place) <= a.balance, false)
    from unnest(p_accounts, p_prices) with ordinality as s(account, price, place)
    left join accounts a on a.id = s.account
    order by s.place);
  if not (true = any (accepted)) then
    return accepted;
  end if;

  update accounts a set balance = a.balance - c.total
    from (
      select s.account, sum(s.price) as total from unnest(p_accounts, p_prices, accepted) as s(account, price, accepted)
      where s.accepted group by s.account) c
    where a.id = c.account;
  insert into ledger_entries (account_id, kind, amount, generation_id)
    select s.account, 'charge', -s.price, s.id
    from unnest(p_ids, p_accounts, p_prices, accepted) as s(id, account, price, accepted) where s.accepted;
  perform queue_generations(p_rows, accepted, take_turns(p_accounts, p_lanes, accepted), p_attached);
  return accepted;
end $$;

-- The same for a submit that is alone: less to decide, and nobody to share a commit with.
create function submit_generation(p_rows json, p_id uuid, p_account uuid, p_price bigint, p_lane text, p_attached uuid[])
  returns json language plpgsql as $$
declare
  balance_left bigint;
begin
  update accounts set balance = balance - p_price where id = p_account and balance >= p_price
    returning balance into balance_left;
  if not found then
    select balance into balance_left from accounts where id = p_account;
    return json_build_object('accepted', false, 'balance', coalesce(balance_left, 0));
  end if;
  insert into ledger_entries (account_id, kind, amount, generation_id) values (p_account, 'charge', -p_price, p_id);
  perform queue_generations(p_rows, array[true], take_turns(array[p_account], array[p_lane], array[true]), p_attached);
  return json_build_object('accepted', true, 'balance', balance_left);
end $$;

-- The next turns of accepted jobs, in order; null for those refused or kept back. The accounts are locked.
create function take_turns(p_accounts uuid[], p_lanes text[], p_accepted boolean[]) returns bigint[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into turns as t (lane, account_id, next_turn)
    select s.lane, s.account, coalesce((select l.turn from lanes l where l.lane = s.lane), 0) + count(*)
    from unnest(p_accounts, p_lanes, p_accepted) as s(account, lane, accepted)
    where s.accepted and s.lane is not null
    group by s.lane, s.account
    order by s.lane, s.account -- as delayed jobs are admitted, so that neither waits for the other
    on conflict (lane, account_id) do update
      -- The turns taken now, counted from the account's own next turn or from the lane's clock, whichever is later.
      set next_turn = excluded.next_turn + greatest(0, t.next_turn
        - coalesce((select l.turn from lanes l where l.lane = excluded.lane), 0));
  perform pg_notify('work', l.lane)
    from (select distinct s.lane from unnest(p_lanes) as s(lane) where s.lane is not null) l;
  return array(
    select case when s.accepted and s.lane is not null then
      t.next_turn - row_number() over (partition by s.lane, s.account, s.accepted order by s.place desc) end
    from unnest(p_accounts, p_lanes, p_accepted) with ordinality as s(account, lane, accepted, place)
    left join turns t on t.lane = s.lane and t.account_id = s.account
    order by s.place);
end $$;

-- The other half of a submit: the generations with their turns, and what hangs on them.
create function queue_generations(p_rows json, p_accepted boolean[], p_turns bigint[], p_attached uuid[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  keys_held bigint;
  keys_used bigint;
begin
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, lane, priority, turn, ready_at, deadline_at, created_at)
    select s.id, s.account_id, s.api_key_id, s.family, s.model, s.prompt, s.fields, s.work, s.scenario, s.inputs, s.seed,
      s.price, s.callback_url, s.lane, s.priority, p_turns[s.place],
      case when s.queue_seconds > 0 then account_now(s.account_id) + make_interval(secs => s.queue_seconds) end,
      account_now(s.account_id) + make_interval(secs => s.limit_seconds), account_now(s.account_id)
    from rows from (json_populate_recordset(null::new_generation, p_rows)) with ordinality as s(
      id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed, price, callback_url, lane,
      priority, queue_seconds, limit_seconds, idempotency_path, idempotency_key, place)
    where p_accepted[s.place];
  if cardinality(p_attached) = 0 then
    return;
  end if;

  select count(*) into keys_held
    from json_populate_recordset(null::new_generation, p_rows) s join generations g on g.id = s.id
    where s.idempotency_key is not null;
  update idempotency_keys k set generation_id = g.id, expires_at = account_now(g.account_id) + interval '24 hours'
    from json_populate_recordset(null::new_generation, p_rows) s join generations g on g.id = s.id
    where k.account_id = s.account_id and k.path = s.idempotency_path and k.key = s.idempotency_key
      and k.generation_id is null;
  get diagnostics keys_used = row_count;
  -- A request that outlasted its reservation: the key is gone, or a repeat's. Charged now, it would be charged twice.
  if keys_used < keys_held then
    raise exception 'an idempotency key is no longer held' using errcode = 'AI001';
  end if;

  -- Uploads were stored with a short life; an accepted submit keeps them.
  update media_objects m set expires_at = account_now(m.account_id) + m.kept_for
    from generations g, json_array_elements(g.inputs) i
    where g.id = any (p_attached) and m.id = (i ->> 'mediaId')::uuid;
end $$;

create function claim_generations(p_lane text, p_worker text, p_limit integer, p_lease_seconds double precision)
  returns setof generations language plpgsql
  -- As for the place in the queue below: only a scan in index order is as quick with 10,000 waiting as with one.
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
      where lane = p_lane and status = 'processing' and lease_until < clock_timestamp()
      order by lease_until limit p_limit for update skip locked)
    returning g.*
  loop
    left_over := left_over - 1;
    return next claimed;
  end loop;

  while left_over > 0 loop
    -- Whose turn is it?
    select id, account_id, turn into front from generations
      where lane = p_lane and turn is not null
      order by lane, turn, account_id limit 1 for update skip locked;
    exit when not found;
    -- That account's most urgent job goes; the job whose turn it was takes the other's later turn.
    select id, turn into best from generations
      where lane = p_lane and account_id = front.account_id and turn is not null
      order by lane, account_id, priority desc, id limit 1 for update skip locked;
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
    insert into lanes as l (lane, turn) values (p_lane, front.turn)
      on conflict (lane) do update set turn = greatest(l.turn, excluded.turn);
    left_over := left_over - 1;
    return next claimed;
  end loop;
end $$;

-- Jobs that a scenario kept back join the queue when their time has come.
create function admit_delayed_generations(p_limit integer) returns integer language plpgsql as $$
declare
  due record;
  admitted integer := 0;
begin
  for due in
    with taken as (
      select id, lane, account_id, ready_at from generations
      where ready_at is not null and ready_at <= account_now(account_id)
      order by ready_at limit p_limit for update skip locked)
    -- Account by account, as submits take their turns.
    select id, lane, account_id from taken order by lane, account_id, ready_at
  loop
    insert into turns as t (lane, account_id, next_turn)
      values (due.lane, due.account_id, coalesce((select turn from lanes where lane = due.lane), 0) + 1)
      on conflict (lane, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn);
    update generations g set ready_at = null, turn = t.next_turn - 1
      from turns t where g.id = due.id and t.lane = due.lane and t.account_id = due.account_id;
    perform pg_notify('work', due.lane);
    admitted := admitted + 1;
  end loop;
  return admitted;
end $$;

-- The place of waiting jobs in the order in which they would be taken now, counted from 1 and no further than 1,000,
-- so that a long queue costs no more to look at than a short one.
create function queue_positions(p_ids uuid[]) returns table (id uuid, position_in_queue integer)
  language sql stable
  -- Only a scan in index order stops after a thousand entries; statistics of a table that fills and empties mislead.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, least(1000, 1 + (
    select count(*) from (
      select 1 from generations ahead
      where ahead.lane = g.lane and ahead.turn is not null
        and (ahead.turn, ahead.account_id) < (effective.turn, g.account_id)
      order by ahead.lane, ahead.turn, ahead.account_id limit 999) counted))::integer
  from generations g
  -- Inside an account, jobs go by urgency and age while turns go in order: pair the nth job with the nth turn.
  cross join lateral (
    -- Two ranges of one index, each read no further than needed; one condition with `or` would read all of it, and
    -- without the order the planner takes another index.
    select count(*)::integer as before_me from (
      (select 1 from generations mine
        where mine.lane = g.lane and mine.account_id = g.account_id and mine.turn is not null
          and mine.priority > g.priority
        order by mine.lane, mine.account_id, mine.priority desc, mine.id limit 999)
      union all
      (select 1 from generations mine
        where mine.lane = g.lane and mine.account_id = g.account_id and mine.turn is not null
          and mine.priority = g.priority and mine.id < g.id
        order by mine.lane, mine.account_id, mine.priority desc, mine.id limit 999)
      limit 999) counted) ranked
  cross join lateral (
    select coalesce((
      select mine.turn from generations mine
      where mine.lane = g.lane and mine.account_id = g.account_id and mine.turn is not null
      order by mine.lane, mine.account_id, mine.turn offset ranked.before_me limit 1), g.turn) as turn) effective
  where g.id = any (p_ids) and g.turn is not null
$$;

-- The place of jobs that a scenario keeps back: behind all that may be taken now, in the order in which they will join
-- them. As above, nothing is counted past 1,000.
create function delayed_positions(p_ids uuid[]) returns table (id uuid, position_in_queue integer)
  language sql stable
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, least(1000, 1 + waiting.jobs + earlier.jobs)::integer
  from generations g
  cross join lateral (
    select count(*) as jobs from (
      select 1 from generations ahead
      where ahead.lane = g.lane and ahead.turn is not null
      order by ahead.lane, ahead.turn, ahead.account_id limit 999) counted) waiting
  cross join lateral (
    select count(*) as jobs from (
      select 1 from generations ahead
      where ahead.ready_at is not null and ahead.ready_at <= g.ready_at and ahead.lane = g.lane
        and (ahead.ready_at, ahead.id) < (g.ready_at, g.id)
      order by ahead.ready_at limit 999) counted) earlier
  where g.id = any (p_ids) and g.ready_at is not null
$$;

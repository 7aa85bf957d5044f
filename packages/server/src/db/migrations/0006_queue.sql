-- Many submits, one commit: charge, generation, place in the queue and wake-up.
-- Measured on two cores, 64 connections: one call a batch carries four times what one call a request does. Plain
-- statements, because one statement with ten parts costs a lone submit three times as much to start.

create type new_generation as (
  id uuid, account_id uuid, api_key_id uuid, family text, model text, prompt text, fields json, work json,
  scenario json, inputs json, seed bigint, price bigint, callback_url text, lane text, priority smallint,
  queue_seconds double precision, limit_seconds double precision, idempotency_path text, idempotency_key text);

-- Takes an array of objects, one a submit; answers, in the same order, {"accepted": bool, "balance": n}.
-- A submit that the balance cannot pay leaves nothing behind. One that is refused only because an earlier, larger one
-- of the same batch was counted first is for the caller to try again alone.
create function submit_generations(p_submits json) returns json language plpgsql
  set plan_cache_mode = force_generic_plan as $$ -- planning each call anew for its arrays costs four times the work
declare
  submits new_generation[] := array(select s from json_populate_recordset(null::new_generation, p_submits) s);
  account_ids uuid[] := array(select distinct s.account_id from unnest(submits) s);
  verdicts boolean[];
  accepted new_generation[];
begin
  -- In id order, so that two batches cannot wait for each other. Later statements see the balances as locked.
  perform 1 from accounts where id = any (account_ids) order by id for no key update;

  verdicts := array(
    select coalesce(sum(s.price) over (partition by s.account_id order by s.place) <= a.balance, false)
    from unnest(submits) with ordinality as s(id, account_id, api_key_id, family, model, prompt, fields, work, scenario,
      inputs, seed, price, callback_url, lane, priority, queue_seconds, limit_seconds, idempotency_path,
      idempotency_key, place)
    left join accounts a on a.id = s.account_id
    order by s.place);
  if not (false = any (verdicts)) then
    accepted := submits;
  else
    for place in 1 .. cardinality(submits) loop
      if verdicts[place] then
        accepted := accepted || submits[place];
      end if;
    end loop;
  end if;

  if accepted is not null then
    update accounts a set balance = a.balance - c.total
      from (select s.account_id, sum(s.price) as total from unnest(accepted) s group by s.account_id) c
      where a.id = c.account_id;
    insert into ledger_entries (account_id, kind, amount, generation_id)
      select s.account_id, 'charge', -s.price, s.id from unnest(accepted) s;
    perform queue_generations(accepted);
  end if;

  return (
    select json_agg(json_build_object('accepted', v.accepted, 'balance', coalesce(a.balance, 0)) order by v.place)
    from unnest(verdicts) with ordinality as v(accepted, place)
    left join accounts a on a.id = (submits[v.place]).account_id);
end $$;

-- The same for a submit that is alone: a third less to do, and nobody to share a commit with.
create function submit_generation(p_submit json) returns json language plpgsql as $$
declare
  submit new_generation := json_populate_record(null::new_generation, p_submit);
  balance_left bigint;
begin
  update accounts set balance = balance - submit.price
    where id = submit.account_id and balance >= submit.price
    returning balance into balance_left;
  if not found then
    select balance into balance_left from accounts where id = submit.account_id;
    return json_build_object('accepted', false, 'balance', coalesce(balance_left, 0));
  end if;
  insert into ledger_entries (account_id, kind, amount, generation_id)
    values (submit.account_id, 'charge', -submit.price, submit.id);
  perform queue_generations(array[submit]);
  return json_build_object('accepted', true, 'balance', balance_left);
end $$;

-- The other half of a submit, with the accounts locked: the generations, their turns, and what hangs on them.
create function queue_generations(p_accepted new_generation[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  keys_held bigint;
  keys_used bigint;
begin
  insert into turns as t (lane, account_id, next_turn)
    select s.lane, s.account_id, coalesce((select l.turn from lanes l where l.lane = s.lane), 0) + count(*)
    from unnest(p_accepted) s where s.queue_seconds = 0
    group by s.lane, s.account_id
    order by s.lane, s.account_id -- as delayed jobs are admitted, so that neither waits for the other
    on conflict (lane, account_id) do update
      -- The turns taken now, counted from the account's own next turn or from the lane's clock, whichever is later.
      set next_turn = excluded.next_turn + greatest(0, t.next_turn
        - coalesce((select l.turn from lanes l where l.lane = excluded.lane), 0));

  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, lane, priority, turn, ready_at, deadline_at, created_at)
    select s.id, s.account_id, s.api_key_id, s.family, s.model, s.prompt, s.fields, s.work, s.scenario, s.inputs, s.seed,
      s.price, s.callback_url, s.lane, s.priority,
      case when s.queue_seconds = 0 then
        t.next_turn - row_number() over (partition by s.lane, s.account_id, s.queue_seconds = 0 order by s.place desc) end,
      case when s.queue_seconds > 0 then account_now(s.account_id) + make_interval(secs => s.queue_seconds) end,
      account_now(s.account_id) + make_interval(secs => s.limit_seconds), account_now(s.account_id)
    from unnest(p_accepted) with ordinality as s(id, account_id, api_key_id, family, model, prompt, fields, work,
      scenario, inputs, seed, price, callback_url, lane, priority, queue_seconds, limit_seconds, idempotency_path,
      idempotency_key, place)
    left join turns t on t.lane = s.lane and t.account_id = s.account_id;

  select count(*) into keys_held from unnest(p_accepted) s where s.idempotency_key is not null;
  if keys_held > 0 then
    update idempotency_keys k set generation_id = s.id, expires_at = account_now(s.account_id) + interval '24 hours'
      from unnest(p_accepted) s
      where k.account_id = s.account_id and k.path = s.idempotency_path and k.key = s.idempotency_key
        and k.generation_id is null;
    get diagnostics keys_used = row_count;
    -- A request that outlasted its reservation: the key is gone, or a repeat's. Charged now, it would be charged twice.
    if keys_used < keys_held then
      raise exception 'an idempotency key is no longer held' using errcode = 'AI001';
    end if;
  end if;

  -- Uploads were stored with a short life; an accepted submit keeps them.
  if exists (select 1 from unnest(p_accepted) s where json_array_length(s.inputs) > 0) then
    update media_objects m set expires_at = account_now(m.account_id) + m.kept_for
      from unnest(p_accepted) s, json_array_elements(s.inputs) i
      where m.id = (i ->> 'mediaId')::uuid;
  end if;

  perform pg_notify('work', l.lane) from (select distinct s.lane from unnest(p_accepted) s) l;
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

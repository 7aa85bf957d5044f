-- Submits: charge, generations, turns and wake-up in one commit (docs/decisions/0004).

create table idempotency_keys (
  account_id uuid not null,
  path text not null,
  key text not null,
  body_sha256 bytea not null,
  -- Null while the first request is still being worked on.
  generation_id uuid,
  expires_at timestamptz not null,
  primary key (account_id, path, key)
);
comment on table idempotency_keys is 'One key, one generation: who sent an Idempotency-Key, for which body, and what came of it.';
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Any submits that came together, in three kinds of arrays. One entry a payer: what all its submits cost. One entry a
-- queue (engine and account): how many jobs join it. One entry a submit: its row; `p_queues` says which queue it joins,
-- `p_turns_back` counts back from that queue's next turn, both null for a job that is kept back. `p_attached` are the
-- submits that hold an idempotency key or stored media.
-- Answers the accounts that could pay. Of the others nothing is left behind: they are for the caller to try again one
-- by one, for some of them may be affordable.
-- What others wait for, the rows of the accounts and their queues, is locked last: while one batch is written to the
-- disk, the next of the same account gets as far as that. So the balance is looked at twice: before anything is
-- written, and under the lock, where an account that another batch has emptied meanwhile fails the whole of this one.
-- Two batches that run at once may give the same turns; how many turns an account has taken stays exact.
create function submit_generations(
    p_payers uuid[], p_totals bigint[],
    p_queue_engines text[], p_queue_accounts uuid[], p_queue_jobs bigint[],
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_ids uuid[], p_accounts uuid[], p_api_keys uuid[], p_families text[], p_models text[], p_prompts text[],
    p_fields text[], p_works text[], p_scenarios text[], p_inputs text[], p_seeds bigint[], p_prices bigint[],
    p_callbacks text[], p_engines text[], p_priorities bigint[], p_queue_seconds double precision[],
    p_limit_seconds double precision[], p_queues bigint[], p_turns_back bigint[])
  returns uuid[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$ -- planning each call anew for its arrays costs four times the work
declare
  payers uuid[];
  next_turns bigint[];
  charged bigint;
begin
  payers := array(
    select due.account from unnest(p_payers, p_totals) as due(account, total)
    where (select a.balance from accounts a where a.id = due.account) >= due.total);
  if cardinality(payers) = 0 then
    return payers;
  end if;
  next_turns := array(
    select q.jobs + greatest(0, (select e.turn from engine_turns e where e.engine = q.engine),
      (select t.next_turn from account_turns t where t.engine = q.engine and t.account_id = q.account))
    from unnest(p_queue_engines, p_queue_accounts, p_queue_jobs) as q(engine, account, jobs));
  -- PL/pgSQL finds an entry of its arrays at once, where unnest() writes every one of them down first.
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, engine, priority, turn, ready_at, deadline_at, created_at)
    select p_ids[i], p_accounts[i], p_api_keys[i], p_families[i], p_models[i], p_prompts[i], p_fields[i], p_works[i],
      p_scenarios[i], p_inputs[i], p_seeds[i], p_prices[i], p_callbacks[i], p_engines[i], p_priorities[i],
      next_turns[p_queues[i]::integer] - p_turns_back[i],
      case when p_queue_seconds[i] > 0 then account_now(p_accounts[i]) + make_interval(secs => p_queue_seconds[i]) end,
      account_now(p_accounts[i]) + make_interval(secs => p_limit_seconds[i]), account_now(p_accounts[i])
    from generate_subscripts(p_ids, 1) as i
    where p_accounts[i] = any (payers);
  perform pg_notify('work', engine) from unnest(p_queue_engines) as engine;

  -- In id order, so that two batches cannot wait for each other. The next statement sees the balances as locked.
  perform 1 from accounts where id = any (payers) order by id for no key update;
  update accounts a set balance = a.balance - due.total
    from unnest(p_payers, p_totals) as due(account, total)
    where a.id = due.account and a.id = any (payers) and a.balance >= due.total;
  get diagnostics charged = row_count;
  if charged < cardinality(payers) then
    raise exception 'a balance no longer suffices' using errcode = 'AI002';
  end if;
  -- The turns taken now, counted from the account's own next turn or from the engine's clock, whichever is later.
  insert into account_turns as t (engine, account_id, next_turn)
    select q.engine, q.account, coalesce((select e.turn from engine_turns e where e.engine = q.engine), 0) + q.jobs
    from unnest(p_queue_engines, p_queue_accounts, p_queue_jobs) as q(engine, account, jobs)
    where q.account = any (payers)
    order by q.engine, q.account -- as delayed jobs are admitted, so that neither waits for the other
    on conflict (engine, account_id) do update
      set next_turn = excluded.next_turn + greatest(0, t.next_turn
        - coalesce((select e.turn from engine_turns e where e.engine = excluded.engine), 0));
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return payers;
end $$;

-- Submits of one account that differ in little: answers whether the account could pay for all of them.
-- The account pays and takes its turns first, then the rows are written: one statement less than looking first and
-- locking last, as 0014 did. A process sends one batch behind the other, so only those of others wait meanwhile.
-- Each of its statements finds its row by key, so PostgreSQL plans them once without being told to; the number of rows
-- must come from where it has no guess to make (`generate_subscripts`), or it would plan anew for every number.
create function submit_alike(
    p_account uuid, p_api_key uuid, p_family text, p_model text, p_engine text, p_priority smallint,
    p_limit_seconds double precision, p_total bigint,
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_ids uuid[], p_prompts text[], p_fields text[], p_works text[], p_seeds bigint[], p_prices bigint[],
    p_callbacks text[])
  returns boolean language plpgsql as $$
declare
  jobs bigint := cardinality(p_ids);
  submitted_at timestamptz;
  deadline timestamptz;
  first_turn bigint;
begin
  update accounts set balance = balance - p_total where id = p_account and balance >= p_total
    returning account_now(id), account_now(id) + make_interval(secs => p_limit_seconds) into submitted_at, deadline;
  if not found then
    return false;
  end if;
  insert into account_turns as t (engine, account_id, next_turn)
    values (p_engine, p_account, coalesce((select e.turn from engine_turns e where e.engine = p_engine), 0) + jobs)
    on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + jobs, excluded.next_turn)
    returning next_turn - jobs into first_turn;
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
      callback_url, engine, priority, turn, deadline_at, created_at)
    select p_ids[i], p_account, p_api_key, p_family, p_model, p_prompts[i], p_fields[i], p_works[i], '[]', p_seeds[i],
      p_prices[i], p_callbacks[i], p_engine, p_priority, first_turn + i - 1, deadline, submitted_at
    from generate_subscripts(p_ids, 1) as i;
  perform pg_notify('work', p_engine);
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return true;
end $$;

-- The same for a submit that is alone: less to decide. Answers null, or the balance that does not suffice.
create function submit_generation(
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_id uuid, p_account uuid, p_api_key uuid, p_family text, p_model text, p_prompt text, p_fields text, p_work text,
    p_scenario text, p_inputs text, p_seed bigint, p_price bigint, p_callback text, p_engine text, p_priority smallint,
    p_queue_seconds double precision, p_limit_seconds double precision)
  returns bigint language plpgsql as $$
declare
  too_little bigint;
  submitted_at timestamptz;
  own_turn bigint;
begin
  update accounts set balance = balance - p_price where id = p_account and balance >= p_price
    returning account_now(id) into submitted_at;
  if not found then
    select balance into too_little from accounts where id = p_account;
    return coalesce(too_little, 0);
  end if;
  if p_queue_seconds = 0 then
    insert into account_turns as t (engine, account_id, next_turn)
      values (p_engine, p_account, coalesce((select e.turn from engine_turns e where e.engine = p_engine), 0) + 1)
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn)
      returning next_turn - 1 into own_turn;
    perform pg_notify('work', p_engine);
  end if;
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, engine, priority, turn, ready_at, deadline_at, created_at)
    values (p_id, p_account, p_api_key, p_family, p_model, p_prompt, p_fields, p_work, p_scenario, p_inputs, p_seed,
      p_price, p_callback, p_engine, p_priority, own_turn,
      case when p_queue_seconds > 0 then submitted_at + make_interval(secs => p_queue_seconds) end,
      submitted_at + make_interval(secs => p_limit_seconds), submitted_at);
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return null;
end $$;

create function keep_attached(p_ids uuid[], p_paths text[], p_keys text[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  keys_held bigint;
  keys_used bigint;
begin
  select count(*) into keys_held
    from unnest(p_ids, p_keys) as s(id, key) join generations g on g.id = s.id where s.key is not null;
  update idempotency_keys k set generation_id = g.id, expires_at = account_now(g.account_id) + interval '24 hours'
    from unnest(p_ids, p_paths, p_keys) as s(id, path, key) join generations g on g.id = s.id
    where k.account_id = g.account_id and k.path = s.path and k.key = s.key and k.generation_id is null;
  get diagnostics keys_used = row_count;
  -- A request that outlasted its reservation: the key is gone, or a repeat's. Charged now, it would be charged twice.
  if keys_used < keys_held then
    raise exception 'an idempotency key is no longer held' using errcode = 'AI001';
  end if;

  -- Uploads were stored with a short life; an accepted submit keeps them.
  update media_objects m set expires_at = account_now(m.account_id) + m.kept_for
    from generations g, json_array_elements(g.inputs::json) i
    where g.id = any (p_ids) and m.id = (i ->> 'mediaId')::uuid;
end $$;

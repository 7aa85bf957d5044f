-- Submits anew, for 0.7 of PostgreSQL's time: rows come as one array a column instead of JSON, what is the same for
-- many rows (a payer's sum, a queue's turns) is counted by the caller, and one statement writes it all
-- (docs/decisions/0004).

drop function submit_generations(json, uuid[], uuid[], bigint[], text[], uuid[]);
drop function submit_generation(json, uuid, uuid, bigint, text, uuid[]);
drop function queue_generations(json, boolean[], bigint[], uuid[]);
drop function take_turns(uuid[], text[], boolean[]);
drop type new_generation;

-- One index less for every entry: nobody looks an entry up by its number alone.
alter table ledger_entries drop constraint ledger_entries_pkey, add primary key (account_id, id);
drop index ledger_entries_account;

-- Three kinds of arrays. One entry a payer: what all its submits cost. One entry a queue (lane and account): how many
-- jobs join it. One entry a submit: its row; `p_turns_back` counts back from the queue's next turn, null for a job that
-- is kept back. `p_attached` are the submits that hold an idempotency key or stored media.
-- Answers the accounts that could pay. Of the others nothing is left behind: they are for the caller to try again one
-- by one, for some of them may be affordable.
create function submit_generations(
    p_payers uuid[], p_totals bigint[],
    p_queue_lanes text[], p_queue_accounts uuid[], p_queue_jobs bigint[],
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_ids uuid[], p_accounts uuid[], p_api_keys uuid[], p_families text[], p_models text[], p_prompts text[],
    p_scenarios json[], p_inputs json[], p_seeds bigint[], p_prices bigint[], p_callbacks text[], p_lanes text[],
    p_priorities smallint[], p_queue_seconds double precision[], p_limit_seconds double precision[],
    p_turns_back bigint[], p_fields json, p_works json)
  returns uuid[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$ -- planning each call anew for its arrays costs four times the work
declare
  payers uuid[];
begin
  -- In id order, so that two batches cannot wait for each other. The next statement sees the balances as locked.
  perform 1 from accounts where id = any (p_payers) order by id for no key update;

  with paid as (
    update accounts a set balance = a.balance - due.total
    from unnest(p_payers, p_totals) as due(account, total)
    where a.id = due.account and a.balance >= due.total
    returning a.id as account, account_now(a.id) as now
  ), queued as (
    insert into turns as t (lane, account_id, next_turn)
    select q.lane, q.account, coalesce((select l.turn from lanes l where l.lane = q.lane), 0) + q.jobs
    from unnest(p_queue_lanes, p_queue_accounts, p_queue_jobs) as q(lane, account, jobs) join paid using (account)
    order by q.lane, q.account -- as delayed jobs are admitted, so that neither waits for the other
    on conflict (lane, account_id) do update
      -- The turns taken now, counted from the account's own next turn or from the lane's clock, whichever is later.
      set next_turn = excluded.next_turn + greatest(0, t.next_turn
        - coalesce((select l.turn from lanes l where l.lane = excluded.lane), 0))
    returning lane, account_id as account, next_turn
  ), charged as (
    insert into ledger_entries (account_id, kind, amount, generation_id)
    select account, 'charge', -s.price, s.id
    from unnest(p_ids, p_accounts, p_prices) as s(id, account, price) join paid using (account)
  ), made as (
    insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, lane, priority, turn, ready_at, deadline_at, created_at)
    select s.id, account, s.api_key, s.family, s.model, s.prompt, s.fields, s.work, s.scenario, s.inputs, s.seed,
      s.price, s.callback_url, lane, s.priority, queued.next_turn - s.turns_back,
      case when s.queue_seconds > 0 then paid.now + make_interval(secs => s.queue_seconds) end,
      paid.now + make_interval(secs => s.limit_seconds), paid.now
    from rows from (
        unnest(p_ids, p_accounts, p_api_keys, p_families, p_models, p_prompts, p_scenarios, p_inputs, p_seeds, p_prices,
          p_callbacks, p_lanes, p_priorities, p_queue_seconds, p_limit_seconds, p_turns_back),
        json_array_elements(p_fields), json_array_elements(p_works))
      as s(id, account, api_key, family, model, prompt, scenario, inputs, seed, price, callback_url, lane, priority,
        queue_seconds, limit_seconds, turns_back, fields, work)
    join paid using (account) left join queued using (account, lane)
  )
  select array(select account from paid) into payers;
  perform pg_notify('work', q.lane) from (select distinct lane from unnest(p_queue_lanes) as lane) q;
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return payers;
end $$;

-- The same for a submit that is alone: single rows need no joins. Answers null, or the balance that does not suffice.
create function submit_generation(
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_id uuid, p_account uuid, p_api_key uuid, p_family text, p_model text, p_prompt text,
    p_scenario json, p_inputs json, p_seed bigint, p_price bigint, p_callback text, p_lane text,
    p_priority smallint, p_queue_seconds double precision, p_limit_seconds double precision,
    p_turns_back bigint, p_fields json, p_work json)
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
  if p_turns_back is not null then
    insert into turns as t (lane, account_id, next_turn)
      values (p_lane, p_account, coalesce((select l.turn from lanes l where l.lane = p_lane), 0) + 1)
      on conflict (lane, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn)
      returning next_turn - p_turns_back into own_turn;
    perform pg_notify('work', p_lane);
  end if;
  insert into ledger_entries (account_id, kind, amount, generation_id) values (p_account, 'charge', -p_price, p_id);
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, lane, priority, turn, ready_at, deadline_at, created_at)
    values (p_id, p_account, p_api_key, p_family, p_model, p_prompt, p_fields, p_work, p_scenario, p_inputs, p_seed,
      p_price, p_callback, p_lane, p_priority, own_turn,
      case when p_queue_seconds > 0 then submitted_at + make_interval(secs => p_queue_seconds) end,
      submitted_at + make_interval(secs => p_limit_seconds), submitted_at);
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return null;
end $$;

-- What hangs on accepted submits: the keys they were sent with, the media they brought. Those refused have no row.
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
    from generations g, json_array_elements(g.inputs) i
    where g.id = any (p_ids) and m.id = (i ->> 'mediaId')::uuid;
end $$;

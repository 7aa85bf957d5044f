-- The generation is its charge, and submits take 0.6 of the time that PostgreSQL needed for them (docs/decisions/0010
-- has the figure of each change).

-- A charge was written twice: as an entry of the ledger and as the price of a generation. Now the row of the generation
-- is the entry, so a generation cannot exist without its charge, nor be charged twice. Grants and refunds stay entries.
do $$
declare
  odd bigint;
begin
  -- Nothing is dropped that is not said by a generation.
  select count(*) into odd
    from generations g
    full join (select * from ledger_entries where kind = 'charge') e on e.generation_id = g.id
    where (g.account_id, -g.price) is distinct from (e.account_id, e.amount);
  if odd > 0 then
    raise exception '% charges and generations do not agree: ask `audit` of the version before this one', odd
      using errcode = 'integrity_constraint_violation';
  end if;
end $$;

create temporary table kept_entries on commit drop as select * from ledger_entries where kind <> 'charge';
drop table ledger_entries;

create table ledger_entries (
  -- UUIDv7, as generations have, so that entries and charges sort by time together.
  id uuid not null default uuidv7(),
  -- No foreign keys: accounts and generations are never deleted, and `audit` looks anyway.
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'refund')),
  amount bigint not null check (amount >= 0),
  generation_id uuid,
  reason text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  check ((kind = 'grant') = (generation_id is null))
);
-- A generation is refunded at most once, whatever the code above does.
create unique index ledger_entries_once on ledger_entries (generation_id) where generation_id is not null;
create trigger ledger_entries_final before update or delete on ledger_entries
  for each row execute function refuse_change();

insert into ledger_entries (id, account_id, kind, amount, generation_id, reason, created_at)
  -- In seconds: days would be counted in the session's time zone.
  select uuidv7(make_interval(secs => extract(epoch from created_at - clock_timestamp())::double precision)),
    account_id, kind, amount, generation_id, reason, created_at
  from kept_entries order by id;

-- What made the charge is final from the start; the trigger costs nothing for updates of other columns.
create trigger generations_charge_final before update of id, account_id, api_key_id, price, created_at or delete
  on generations for each row execute function refuse_change();

-- The ledger as people see it.
create view ledger as
  select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
  union all
  select id, account_id, 'charge', -price, id, null, created_at from generations;

-- The families an account has ever used: one look into the index for each, however many generations there are.
create function families_of_account(p_account uuid) returns setof text language sql stable
  set enable_bitmapscan = off set enable_seqscan = off as $$
  with recursive used(family) as (
    (select family from generations where account_id = p_account order by account_id, family limit 1)
    union all
    select (
      select g.family from generations g where g.account_id = p_account and g.family > used.family
      order by g.account_id, g.family limit 1)
    from used where used.family is not null)
  select family from used where family is not null
$$;

-- An account's entries before or after one, so many at most. First the ids, by the indexes that lists have; then the
-- rows: a page of a long ledger costs what a page of a short one does.
create function ledger_before(p_account uuid, p_before uuid, p_limit integer) returns setof ledger
  language sql stable set enable_bitmapscan = off set enable_seqscan = off as $$
  with charged as materialized (
    select newest.id from families_of_account(p_account) as f(family) cross join lateral (
      select g.id from generations g where g.account_id = p_account and g.family = f.family and g.id < p_before
      order by g.id desc limit p_limit) newest
    order by newest.id desc limit p_limit)
  select * from (
    select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at
    from charged join generations g on g.id = charged.id
    union all
    (select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
      where account_id = p_account and id < p_before order by id desc limit p_limit)
  ) entry(id, account_id, kind, amount, generation_id, reason, created_at)
  order by id desc limit p_limit
$$;

create function ledger_after(p_account uuid, p_after uuid, p_limit integer) returns setof ledger
  language sql stable set enable_bitmapscan = off set enable_seqscan = off as $$
  with charged as materialized (
    select oldest.id from families_of_account(p_account) as f(family) cross join lateral (
      select g.id from generations g where g.account_id = p_account and g.family = f.family and g.id > p_after
      order by g.id limit p_limit) oldest
    order by oldest.id limit p_limit)
  select * from (
    select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at
    from charged join generations g on g.id = charged.id
    union all
    (select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
      where account_id = p_account and id > p_after order by id limit p_limit)
  ) entry(id, account_id, kind, amount, generation_id, reason, created_at)
  order by id limit p_limit
$$;

-- The sums are made again when somebody looks: they were counted by the old numbers of entries.
truncate spending_days, spending_marks;
alter table spending_marks drop column entry_id, add column entry_id uuid not null;

-- Checks are read from their text anew by every statement: for a batch of submits that was a twelfth of the work.
-- What never changes with the balance is checked when it changes.
alter table accounts drop constraint accounts_kind_check, drop constraint accounts_check;
create function refuse_wrong_account() returns trigger language plpgsql as $$
begin
  raise exception 'a % account with live account % cannot be', new.kind, new.live_account_id
    using errcode = 'check_violation';
end $$;
create trigger accounts_sound before insert or update of kind, live_account_id on accounts for each row
  when (new.kind not in ('live', 'sandbox') or (new.kind = 'sandbox') <> (new.live_account_id is not null))
  execute function refuse_wrong_account();

-- A new generation waits: its submit names nothing that could be wrong but the price, whose check stays.
alter table generations drop constraint generations_status_check, drop constraint generations_engine_trouble_check,
  drop constraint generations_progress_check, drop constraint generations_check, drop constraint generations_check1,
  drop constraint generations_check2;
create function check_generation() returns trigger language plpgsql as $$
begin
  if new.status in ('pending', 'processing', 'completed', 'failed')
    and (new.status = 'failed') = (new.failure_code is not null)
    and (new.status = 'completed') = (new.output_media_id is not null)
    and (new.status in ('completed', 'failed')) = (new.finished_at is not null)
    and coalesce(new.engine_trouble in ('unavailable', 'internal'), true)
    and coalesce(new.progress between 0 and 100, true)
  then
    return new;
  end if;
  raise exception 'generation % would be % and not as such a one must be', new.id, new.status
    using errcode = 'check_violation';
end $$;
create trigger generations_sound before update on generations for each row execute function check_generation();
create trigger generations_born_sound before insert on generations for each row when (new.status <> 'pending')
  execute function check_generation();

-- Ascending, as ids come: entries that always go before the last one leave every page half full.
drop index generations_list;
create index generations_list on generations (account_id, family, id) with (deduplicate_items = off);
-- No two entries of these are alike, so looking for such takes time and finds nothing.
alter index generations_waiting set (deduplicate_items = off);
alter index generations_waiting_of_account set (deduplicate_items = off);
-- The place in the queue is found without.
drop index generations_turns_of_account;

-- How finely the finest column is known decides how many rows are sampled. Under a flood of submits autovacuum samples
-- every ten seconds: with 250,000 rows that took 0.35 s, and with a tenth of the fineness takes 0.02 s. That is enough
-- to choose the indexes by which rows are found; by the other columns nothing is ever searched.
alter table generations
  alter id set statistics 10, alter account_id set statistics 10, alter api_key_id set statistics 10,
  alter family set statistics 10, alter status set statistics 10, alter lane set statistics 10,
  alter turn set statistics 10, alter priority set statistics 10, alter ready_at set statistics 10,
  alter deadline_at set statistics 10, alter lease_until set statistics 10, alter output_media_id set statistics 10,
  alter created_at set statistics 10, alter finished_at set statistics 10,
  alter model set statistics 0, alter seed set statistics 0, alter price set statistics 0,
  alter callback_url set statistics 0, alter worker set statistics 0, alter attempt set statistics 0,
  alter engine_token set statistics 0, alter engine_handle set statistics 0, alter engine_trouble set statistics 0,
  alter engine_failures set statistics 0, alter progress set statistics 0, alter failure_code set statistics 0,
  alter failure_reason set statistics 0, alter started_at set statistics 0;

-- The place of waiting jobs in the order in which they would be taken now, counted from 1 and no further than 1,000,
-- so that a long queue costs no more to look at than a short one.
create or replace function queue_positions(p_ids uuid[]) returns table (id uuid, position_in_queue integer)
  language sql stable
  -- Only a scan in index order stops after a thousand entries; statistics of a table that fills and empties mislead.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, coalesce((
    -- Inside an account, jobs go by urgency and age while turns go in order: the nth job goes at the nth turn.
    select walk.place from (
      select ahead.turn, ahead.account_id, row_number() over (order by ahead.turn, ahead.account_id) as place
      from generations ahead where ahead.lane = g.lane and ahead.turn is not null
      order by ahead.turn, ahead.account_id limit 999) walk
    where walk.account_id = g.account_id
    order by walk.turn, walk.account_id offset ranked.before_me limit 1), 1000)::integer
  from generations g
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
  where g.id = any (p_ids) and g.turn is not null
$$;

drop function submit_generations;
drop function submit_generation;

-- Three kinds of arrays. One entry a payer: what all its submits cost. One entry a queue (lane and account): how many
-- jobs join it. One entry a submit: its row; `p_queues` says which queue it joins and `p_turns_back` counts back from
-- that queue's next turn, both null for a job that is kept back. `p_attached` are the submits that hold an idempotency
-- key or stored media. Fields and work come as lines of JSON: quoted as entries of an array they cost both sides more.
-- Answers the accounts that could pay. Of the others nothing is left behind: they are for the caller to try again one
-- by one, for some of them may be affordable.
-- What others wait for, the rows of the accounts and their queues, is locked last: while one batch is written to the
-- disk, the next of the same account gets as far as that. So the balance is looked at twice: before anything is
-- written, and under the lock, where an account that another batch has emptied meanwhile fails the whole of this one.
-- Two batches that run at once may give the same turns; how many turns an account has taken stays exact.
create function submit_generations(
    p_payers uuid[], p_totals bigint[],
    p_queue_lanes text[], p_queue_accounts uuid[], p_queue_jobs bigint[],
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_ids uuid[], p_accounts uuid[], p_api_keys uuid[], p_families text[], p_models text[], p_prompts text[],
    p_scenarios json[], p_inputs json[], p_seeds bigint[], p_prices bigint[], p_callbacks text[], p_lanes text[],
    p_priorities smallint[], p_queue_seconds double precision[], p_limit_seconds double precision[],
    p_queues integer[], p_turns_back bigint[], p_fields text, p_works text)
  returns uuid[] language plpgsql
  set plan_cache_mode = force_generic_plan as $$ -- planning each call anew for its arrays costs four times the work
declare
  payers uuid[];
  all_paid boolean;
  one_queue boolean;
  next_turns bigint[];
  fields text[] := string_to_array(p_fields, E'\n');
  works text[] := string_to_array(p_works, E'\n');
  charged bigint;
begin
  -- One payer and one queue, as when one account sends all, have statements of their own: on one row, not on lists.
  if cardinality(p_payers) = 1 then
    perform from accounts where id = p_payers[1] and balance >= p_totals[1];
    payers := case when found then p_payers else '{}' end;
  else
    payers := array(
      select due.account from unnest(p_payers, p_totals) as due(account, total)
      where (select a.balance from accounts a where a.id = due.account) >= due.total);
  end if;
  if cardinality(payers) = 0 then
    return payers;
  end if;
  all_paid := cardinality(payers) = cardinality(p_payers);
  one_queue := all_paid and cardinality(p_queue_lanes) = 1;
  if one_queue then
    next_turns := array[p_queue_jobs[1] + greatest(0, (select l.turn from lanes l where l.lane = p_queue_lanes[1]),
      (select t.next_turn from turns t where t.lane = p_queue_lanes[1] and t.account_id = p_queue_accounts[1]))];
  else
    next_turns := array(
      select q.jobs + greatest(0, (select l.turn from lanes l where l.lane = q.lane),
        (select t.next_turn from turns t where t.lane = q.lane and t.account_id = q.account))
      from unnest(p_queue_lanes, p_queue_accounts, p_queue_jobs) as q(lane, account, jobs));
  end if;
  -- PL/pgSQL finds an entry of its arrays at once, where unnest() writes every one of them down first.
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, scenario, inputs, seed,
      price, callback_url, lane, priority, turn, ready_at, deadline_at, created_at)
    select p_ids[i], p_accounts[i], p_api_keys[i], p_families[i], p_models[i], p_prompts[i], fields[i]::json,
      works[i]::json, p_scenarios[i], p_inputs[i], p_seeds[i], p_prices[i], p_callbacks[i], p_lanes[i], p_priorities[i],
      next_turns[p_queues[i]] - p_turns_back[i],
      case when p_queue_seconds[i] > 0 then account_now(p_accounts[i]) + make_interval(secs => p_queue_seconds[i]) end,
      account_now(p_accounts[i]) + make_interval(secs => p_limit_seconds[i]), account_now(p_accounts[i])
    from generate_series(1, cardinality(p_ids)) as i
    where all_paid or p_accounts[i] = any (payers);
  perform pg_notify('work', lane) from unnest(p_queue_lanes) as lane;

  if cardinality(p_payers) = 1 then
    update accounts set balance = balance - p_totals[1] where id = p_payers[1] and balance >= p_totals[1];
  else
    -- In id order, so that two batches cannot wait for each other. The next statement sees the balances as locked.
    perform 1 from accounts where id = any (payers) order by id for no key update;
    update accounts a set balance = a.balance - due.total
      from unnest(p_payers, p_totals) as due(account, total)
      where a.id = due.account and a.id = any (payers) and a.balance >= due.total;
  end if;
  get diagnostics charged = row_count;
  if charged < cardinality(payers) then
    raise exception 'a balance no longer suffices' using errcode = 'AI002';
  end if;
  -- The turns taken now, counted from the account's own next turn or from the lane's clock, whichever is later.
  if one_queue then
    insert into turns as t (lane, account_id, next_turn)
      values (p_queue_lanes[1], p_queue_accounts[1],
        coalesce((select l.turn from lanes l where l.lane = p_queue_lanes[1]), 0) + p_queue_jobs[1])
      on conflict (lane, account_id) do update
        set next_turn = greatest(t.next_turn + p_queue_jobs[1], excluded.next_turn);
  else
    insert into turns as t (lane, account_id, next_turn)
      select q.lane, q.account, coalesce((select l.turn from lanes l where l.lane = q.lane), 0) + q.jobs
      from unnest(p_queue_lanes, p_queue_accounts, p_queue_jobs) as q(lane, account, jobs)
      where all_paid or q.account = any (payers)
      order by q.lane, q.account -- as delayed jobs are admitted, so that neither waits for the other
      on conflict (lane, account_id) do update
        set next_turn = excluded.next_turn + greatest(0, t.next_turn
          - coalesce((select l.turn from lanes l where l.lane = excluded.lane), 0));
  end if;
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return payers;
end $$;

-- The same for a submit that is alone: less to decide. Answers null, or the balance that does not suffice.
create function submit_generation(
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_id uuid, p_account uuid, p_api_key uuid, p_family text, p_model text, p_prompt text,
    p_scenario json, p_inputs json, p_seed bigint, p_price bigint, p_callback text, p_lane text,
    p_priority smallint, p_queue_seconds double precision, p_limit_seconds double precision,
    p_fields json, p_work json)
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
    insert into turns as t (lane, account_id, next_turn)
      values (p_lane, p_account, coalesce((select l.turn from lanes l where l.lane = p_lane), 0) + 1)
      on conflict (lane, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn)
      returning next_turn - 1 into own_turn;
    perform pg_notify('work', p_lane);
  end if;
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

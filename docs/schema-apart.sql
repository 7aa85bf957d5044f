-- The rest of the schema, after docs/schema.sql; written by `npm run derive`, too.
-- Which months there are depends on the day: none is on these pages.

-- How finely columns are sampled, where that is not as usual; each month's tables have it from here.
do $$ declare each name; begin foreach each in array '{id, account_id, api_key_id, family, status, engine, turn, priority, ready_at,
  deadline_at, lease_until, output_media_id, created_at, finished_at}'::name[] loop execute format('alter table generations alter %I set
  statistics 10', each); end loop; end $$;
do $$ declare each name; begin foreach each in array '{model, prompt, fields, work, scenario, inputs, seed, price, callback_url, worker,
  attempt, engine_trouble, progress, failure_code, failure_reason, started_at, traceparent}'::name[] loop execute format('alter table
  generations alter %I set statistics 0', each); end loop; end $$;

-- What processes agree on, and what operators did -----------------------------------------------------------------------------------------
create table service_secrets ( -- What every process must agree on and no operator has to choose, such as the key that signs media links.
  name text primary key, value bytea not null);
create table maintenance ( -- Families that take no new work for now.
  family text primary key, since timestamptz not null default now());
-- Every change that an operator made, through the account interface or by a command. Nothing is ever taken out.
create table operator_actions (id uuid default uuidv7() primary key, created_at timestamptz not null default clock_timestamp(),
  person_id uuid, email text not null, action text not null, subject text not null, detail json not null);
create trigger operator_actions_stay before delete or update on operator_actions for each statement execute function refuse_change();

-- People ----------------------------------------------------------------------------------------------------------------------------------
create table people ( -- Who may sign in to the dashboard.
  id uuid default uuidv7() primary key, email text not null, operator boolean not null default false, password text,
  email_proven boolean not null, created_at timestamptz not null default now());
create unique index people_email on people (lower(email));
create table memberships ( -- Who is in which account.
  account_id uuid not null references accounts, person_id uuid not null references people,
  role text not null check (role in ('owner', 'member')), created_at timestamptz not null default now(),
  primary key (account_id, person_id));
create index memberships_person on memberships (person_id);
create table sessions ( -- One row a browser that is signed in; ending a session removes it.
  id uuid default uuidv7() primary key, token_sha256 bytea not null unique, person_id uuid not null references people,
  began_with text not null check (began_with in ('link', 'password', 'oidc', 'sign_up')), user_agent text, address text,
  created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(), expires_at timestamptz not null);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);
create table sign_in_links ( -- One-use links into the dashboard; only the hash of the token is kept.
  token_sha256 bytea primary key, account_id uuid not null references accounts, expires_at timestamptz not null, used_at timestamptz);
create table invitations ( -- Links that an operator hands out; only the hash of the token is kept.
  id uuid default uuidv7() primary key, token_sha256 bytea not null unique, email text not null,
  role text not null check (role in ('owner', 'member')), account_id uuid references accounts, invited_by uuid not null references people,
  created_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz, withdrawn_at timestamptz);
create index invitations_created on invitations (created_at);
create table oidc_identities ( -- A person as an OpenID provider knows them: their address may change there, the subject does not.
  issuer text not null, subject text not null, person_id uuid not null references people, created_at timestamptz not null default now(),
  primary key (issuer, subject));
create unlogged table sign_in_tries ( -- One row an email address or caller that was wrong lately, with the times of its tries.
  name text primary key, tried_at timestamptz[] not null, expires_at timestamptz not null);
create index sign_in_tries_expiry on sign_in_tries (expires_at);

-- What engines took, for the caps of a day ------------------------------------------------------------------------------------------------
-- The most that a generation of a model took at an engine, for what the next is to reserve against the cap of a day.
create table engine_costs (engine text not null, family text not null, model text not null, dearest_usd numeric(12,6) not null,
  dearest_ratio numeric, dearest_size bigint, -- dearest_ratio: USD for each of its size; dearest_size: the largest that was made there
  primary key (engine, family, model));

-- Workers that fetch their work -----------------------------------------------------------------------------------------------------------
create table engine_keys ( -- What a pull worker shows to be let in; a key names one worker of one engine.
  id uuid default uuidv7() primary key, engine text not null, secret_sha256 bytea not null unique check (octet_length(secret_sha256) = 32),
  last4 text not null, created_at timestamptz not null default now(), revoked_at timestamptz, last_used_at timestamptz);
create index engine_keys_engine on engine_keys (engine, id);
create table pull_jobs ( -- What pull workers are to make: one row an attempt, kept for a day after its end.
  id uuid primary key, number bigint not null generated always as identity, engine text not null, account_id uuid not null,
  body text not null, output_kind text not null check (output_kind in ('image', 'video')), paid boolean not null,
  deadline_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'succeeded', 'failed', 'canceled', 'lost')),
  key_id uuid references engine_keys, held_by uuid[] not null default '{}'::uuid[], claims smallint not null default 0,
  lease_until timestamptz, progress smallint check (progress >= 0 and progress <= 100), output_media_id uuid, error_class text, error text,
  created_at timestamptz not null default now(), ended_at timestamptz, check ((state = 'claimed') = (lease_until is not null)),
  constraint pull_jobs_check1 check ( case state when 'waiting' then key_id is null when 'claimed' then key_id is not null else true end),
  constraint pull_jobs_check2 check ((state = 'succeeded') = (output_media_id is not null)),
  constraint pull_jobs_check3 check ((state = 'failed') = (error_class is not null)),
  constraint pull_jobs_check4 check ((state in ('waiting', 'claimed')) = (ended_at is null))) with (fillfactor=70);
create index pull_jobs_waiting on pull_jobs (engine, number) where state = 'waiting';
create index pull_jobs_leases on pull_jobs (lease_until) where state = 'claimed';
create index pull_jobs_ended on pull_jobs (ended_at) where ended_at is not null;
create trigger pull_jobs_final before update on pull_jobs for each row when (old.ended_at is not null) execute function refuse_change();

-- Positions in the queue, to be shown -----------------------------------------------------------------------------------------------------
-- The positions of waiting jobs in the order in which they would be taken now, counted from 1 and no further than 1,000, so that a long
-- queue costs no more to look at than a short one.
create function queue_positions(p_ids uuid[]) returns table(id uuid, position_in_queue integer) language sql stable
    set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, coalesce((
    -- Inside an account, jobs go by urgency and age while turns go in order: the nth job goes at the nth turn.
    select walk.position_in_queue from (select ahead.turn, ahead.account_id, row_number() over (order by ahead.turn, ahead.account_id)
        as position_in_queue from generations ahead where ahead.engine = g.engine and ahead.turn is not null order by ahead.turn,
        ahead.account_id limit 999) walk where walk.account_id = g.account_id order by walk.turn, walk.account_id offset ranked.before_me
        limit 1), 1000)::integer from generations g cross join lateral (
    -- Two ranges of one index, each read no further than needed; one condition with `or` would read all of it, and
    -- without the order the planner takes another index.
    select count(*)::integer as before_me from ((select 1 from generations mine where mine.engine = g.engine
        and mine.account_id = g.account_id and mine.turn is not null and mine.priority > g.priority order by mine.engine, mine.account_id,
        mine.priority desc, mine.id limit 999) union all (select 1 from generations mine where mine.engine = g.engine
        and mine.account_id = g.account_id and mine.turn is not null and mine.priority = g.priority and mine.id < g.id order by mine.engine,
        mine.account_id, mine.priority desc, mine.id limit 999) limit 999) counted) ranked where g.id = any (p_ids)
        and g.turn is not null $$;
-- The positions of jobs that are kept back: behind all that may be taken now, as they will join them. Nothing is counted past 1,000.
create function delayed_positions(p_ids uuid[]) returns table(id uuid, position_in_queue integer) language sql stable
    set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
  select g.id, least(1000, 1 + waiting.jobs + earlier.jobs)::integer from generations g cross join lateral (select count(*) as jobs from
      (select 1 from generations ahead where ahead.engine = g.engine and ahead.turn is not null order by ahead.engine, ahead.turn,
      ahead.account_id limit 999) counted) waiting cross join lateral (select count(*) as jobs from (select 1 from generations ahead
      where ahead.ready_at is not null and ahead.ready_at <= g.ready_at and ahead.engine = g.engine and (ahead.ready_at,
      ahead.id) < (g.ready_at, g.id) order by ahead.ready_at limit 999) counted) earlier where g.id = any (p_ids)
      and g.ready_at is not null $$;

-- Pages of the ledger, to be shown --------------------------------------------------------------------------------------------------------
-- The families an account has ever used: one look into the index for each, however many generations there are.
create function families_of_account(p_account uuid) returns setof text language sql stable set enable_bitmapscan = off
    set enable_seqscan = off as $$
  with recursive used(family) as ((select family from generations where account_id = p_account order by account_id, family limit 1)
      union all select (select g.family from generations g where g.account_id = p_account and g.family > used.family order by g.account_id,
      g.family limit 1) from used where used.family is not null) select family from used where family is not null $$;
-- An account's entries after one, oldest first, so many at most.
create function ledger_after(p_account uuid, p_after uuid, p_limit integer) returns setof ledger language sql stable
    set enable_bitmapscan = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  with charged as materialized (select oldest.id from families_of_account(p_account) as f(family) cross join lateral (select g.id
      from generations g where g.account_id = p_account and g.family = f.family and g.id > p_after order by g.id limit p_limit) oldest
      order by oldest.id limit p_limit) select * from (select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at from charged
      cross join lateral (select * from generations where id = charged.id limit 1) g union all (select id, account_id, kind, amount,
      generation_id, reason, created_at from ledger_entries where account_id = p_account and id > p_after order by id
      limit p_limit) ) entry(id, account_id, kind, amount, generation_id, reason, created_at) order by id limit p_limit $$;
-- An account's entries before one, newest first, so many at most.
create function ledger_before(p_account uuid, p_before uuid, p_limit integer) returns setof ledger language sql stable
    set enable_bitmapscan = off set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  with charged as materialized (select newest.id from families_of_account(p_account) as f(family) cross join lateral (select g.id
      from generations g where g.account_id = p_account and g.family = f.family and g.id < p_before order by g.id desc limit p_limit) newest
      order by newest.id desc limit p_limit) select * from (select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at
      from charged cross join lateral (select * from generations where id = charged.id limit 1) g union all (select id, account_id, kind,
      amount, generation_id, reason, created_at from ledger_entries where account_id = p_account and id < p_before order by id desc
      limit p_limit) ) entry(id, account_id, kind, amount, generation_id, reason, created_at) order by id desc limit p_limit $$;

-- What keys spent and asked for, to be shown ----------------------------------------------------------------------------------------------
-- What each key spent on each day (UTC) by family and model, charges less refunds, up to the account's mark. Entries are final, so a sum
-- over them is, too: it is made once, when somebody looks.
create table usage_days (account_id uuid not null, day date not null, api_key_id uuid not null, family text not null, model text not null,
  spent bigint not null, generations integer not null, primary key (account_id, day, api_key_id, family, model));
create table usage_marks ( -- The last entry of an account's ledger that is counted into its usage days.
  account_id uuid primary key, entry_id uuid not null);
create table key_requests ( -- The last requests of each key, for people to look at; many in a row, as JSON.
  id uuid default uuidv7() primary key, api_key_id uuid not null, requests integer not null, entries text not null);
create index key_requests_of_key on key_requests (api_key_id, id);

-- Months: the partitions of generations and what hangs on them ----------------------------------------------------------------------------
-- The lowest id that a row of a month of UTC can have, such as 2026_11.
create function lowest_id_of(p_month text) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from to_date(p_month, 'YYYY_MM')) * 1e3)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
-- Tells the newest month its end and makes the one after it, a week before that begins, unless rows of it or later are there. False: not
-- now.
create function make_months(p_now timestamptz default now()) returns boolean language plpgsql security definer
    set search_path = public, 'pg_temp' set lock_timeout = 250 as $$
declare next text := to_char(date_trunc('month', p_now at time zone 'UTC' + interval '7 days') + interval '1 month', 'YYYY_MM');
  parent record; last record; part text; sampled record; begins text; too_new boolean; begin
  if to_regclass('generations_' || next) is not null or not has_table_privilege(session_user, 'generations', 'insert') then
    return false;
  end if;
  for parent in select * from (values ('generations', 'id', 'fillfactor = 85, ', null), ('generation_attempts', 'generation_id',
      'fillfactor = 70, ', 'token'), ('webhook_deliveries', 'id', 'fillfactor = 85, ', 'generation_id, event'), ('webhook_attempts',
      'delivery_id', '', null)) as p(name, key, fill, once) loop
    begins := 'minvalue'; part := parent.name || '_' || next;
    for last in select relname as name, substring(pg_get_expr(relpartbound, oid) from '\((.*)\) TO') as begins from pg_inherits
        join pg_class on oid = inhrelid where inhparent = parent.name::regclass order by relname desc limit 1 loop
      begins := quote_literal(lowest_id_of(next));
      execute format('select exists (select from %I where %I >= %s)', last.name, parent.key, begins) into too_new;
      if too_new then raise object_in_use; end if; execute format('alter table %I detach partition %I', parent.name, last.name);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent.name, last.name, last.begins, begins);
    end loop;
    execute format('create table %I (like %I including all) with (%sautovacuum_vacuum_max_threshold = 500000)', part, parent.name,
        parent.fill);
    for sampled in select attname as name, attstattarget as target from pg_attribute where attrelid = parent.name::regclass
        and attstattarget is not null loop
      execute format('alter table %I alter %I set statistics %s', part, sampled.name, sampled.target);
    end loop;
    -- One delivery an event of a generation, and one attempt a token: each partition sees to that by itself.
    if parent.once is not null then execute format('create unique index on %I (%s)', part, parent.once); end if;
    execute format('alter table %I attach partition %I for values from (%s) to (maxvalue)', parent.name, part, begins);
  end loop;
  return true;
exception when lock_not_available or object_in_use then return false; end $$;
-- One step towards a month in which nothing can wait, a week after its end. False: there is none to be taken, or not now.
create function seal_months(p_now timestamptz default now()) returns boolean language plpgsql security definer
    set search_path = public, 'pg_temp' set lock_timeout = 250 as $$
declare part record; begin
  if not has_table_privilege(session_user, 'generations', 'insert') then return false; end if;
  for part in select month.name, lowest_id_of(right(month.next, 7)) as high, sealed.convalidated as checked from (select relname as name,
      lead(relname) over (order by relname) as next, oid from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'generations'::regclass) month left join pg_constraint sealed on sealed.conrelid = month.oid
      and sealed.conname = 'sealed' where to_date(right(month.next, 7), 'YYYY_MM') < p_now at time zone 'UTC' - interval '7 days'
      and sealed.convalidated is not true order by month.name loop
    if part.checked is null then
      continue when exists (select from generations where turn is not null and id < part.high) or exists (select from generations
          where finished_at is null and turn is null and id < part.high);
      execute format('alter table %I add constraint sealed check (%s) not valid', part.name,
          'finished_at is not null and turn is null and ready_at is null and lease_until is null');
    else execute format('alter table %I validate constraint sealed', part.name); end if;
    return true;
  end loop;
  return false;
exception when lock_not_available or check_violation then return false; end $$;
-- Ends the oldest month, with all that hangs on it; what it cost stays in the ledger. False: not now, as while something waits.
create function end_month(p_month text) returns boolean language plpgsql security definer set search_path = public, 'pg_temp'
    set lock_timeout = 250 as $$
declare high uuid; oldest boolean; locked boolean; begin
  perform pg_advisory_xact_lock(hashtextextended('afterimage months', 0));
  select lowest_id_of((array_agg(month order by month))[2]), min(month) = p_month into high, oldest from
      (select right(inhrelid::regclass::text, 7) as month from pg_inherits where inhparent = 'generations'::regclass) months;
  if high is null or not oldest or not has_table_privilege(session_user, 'generations', 'delete') then return false; end if;
  foreach locked in array array[false, true] loop
    -- Callers never wait longer than this may wait for those that came before.
    if locked then
      lock table only generations, only generation_attempts, only webhook_deliveries, only webhook_attempts in access exclusive mode;
    end if;
    if exists (select from generations where turn is not null and id < high) or exists (select from generations where finished_at is null
        and turn is null and id < high) or exists (select from webhook_deliveries where state = 'waiting' and (id < high
        or generation_id < high)) then
      raise object_in_use;
    end if;
    exit when locked;
    -- One entry an account, with the id and the time of its last generation, so that balances before and after stay what they were.
    perform set_config('afterimage.carrying', 'on', true);
    with refunds as (delete from ledger_entries where generation_id < high returning account_id, amount) insert into ledger_entries (id,
        account_id, kind, amount, reason, created_at) select last.id, account_id, 'carried', coalesce(refunded.amount, 0) - charged.amount,
        case charged.count when 1 then '1 generation' else charged.count || ' generations' end, last.created_at from (select account_id,
        max(id::text)::uuid as last_id, sum(price) as amount, count(*) as count from generations
        where id < high group by account_id) charged left join (select account_id, sum(amount) as amount
        from refunds group by account_id) refunded using (account_id) cross join lateral (select id, created_at from generations
        where id = charged.last_id limit 1) last;
    -- Of generations that ended in the next month.
    with sent as (delete from webhook_deliveries where id >= high and generation_id < high returning id) delete from webhook_attempts
        using sent where delivery_id = sent.id;
  end loop;
  execute format('drop table generations_%1$s, generation_attempts_%1$s, webhook_deliveries_%1$s, webhook_attempts_%1$s', p_month);
  return true;
exception when lock_not_available or object_in_use then return false; end $$;

select make_months();
select make_months(now() + interval '1 month');

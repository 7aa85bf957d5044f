-- How accounts, money, generations, media and webhooks lie in PostgreSQL, as it sees them; by `npm run derive`. Why they are so stands in
-- packages/server/src/db/migrations. The rest (people, workers that fetch their work, what only shows something, months) is named at the
-- end and stands in docs/schema-apart.sql, so that this page is read in one go; run in an empty database, both make the whole schema.

set check_function_bodies = off;

-- Accounts, and the keys of their callers -------------------------------------------------------------------------------------------------
create function refuse_wrong_account() returns trigger language plpgsql as $$ begin
  raise exception 'a % account with live account % cannot be', new.mode, new.live_account_id using errcode = 'check_violation'; end $$;
create table accounts ( -- Whom generations belong to and who pays for them; each has a sandbox twin with play money.
  id uuid default uuidv7() primary key, email text not null, mode text not null, live_account_id uuid references accounts,
  balance bigint not null default 0 check (balance >= 0), -- balance: in 1/10,000 USD, as all amounts are
  created_at timestamptz not null default now(), low_balance_threshold bigint check (low_balance_threshold >= 0),
  clock_ahead_seconds bigint not null default 0, -- clock_ahead_seconds: of a sandbox, which tests move
  limits_spending boolean not null default false, -- limits_spending: some key of it has a limit
  suspended_at timestamptz) with (fillfactor=50);
create unique index accounts_email on accounts (lower(email), mode);
create unique index accounts_twin on accounts (live_account_id) where live_account_id is not null;
create trigger accounts_sound before insert or update of mode, live_account_id on accounts
    for each row when ((new.mode not in ('live', 'sandbox')) or (new.mode = 'sandbox') <> (new.live_account_id is not null))
    execute function refuse_wrong_account();
-- The one source of time for time limits, spend limits, repeats of webhooks, and the ends of files and Idempotency-Keys; leases use the
-- database's clock directly. A sandbox's clock is set ahead by moving these times back, all but spend limits: it is real time for all.
create function account_now(account uuid) returns timestamptz language sql stable as $$ select now() $$;
create table api_keys ( -- What callers show to be let in; only the hash of a key is kept.
  id uuid default uuidv7() primary key, account_id uuid not null references accounts, name text not null,
  secret_sha256 bytea not null unique, last4 text not null, created_at timestamptz not null default now(), expires_at timestamptz,
  revoked_at timestamptz, last_used_at timestamptz, rotated_from uuid references api_keys,
  made_for text check (made_for = 'dashboard'), spend_limit_id uuid, -- made_for: the key that the pages submit with
  made_by uuid); -- made_by: the person; null: made on the command line, or before that was noted
create index api_keys_account on api_keys (account_id, id);
create unique index api_keys_made_for on api_keys (account_id, made_for) where made_for is not null and revoked_at is null;

-- Generations, and the log of their moves -------------------------------------------------------------------------------------------------
-- What is final stays as it is; months drop whole tables of it.
create function refuse_change() returns trigger language plpgsql as $$ begin
  raise exception '% rows are final', rtrim(tg_table_name, '_0123456789') using errcode = 'restrict_violation'; end $$;
create function refuse_other_beginning() returns trigger language plpgsql as $$ begin
  raise exception 'a generation begins as pending, held by nobody and without an end' using errcode = 'check_violation'; end $$;
-- The moves are those of packages/contract/src/states.ts, and what ended says how.
create function check_generation() returns trigger language plpgsql as $$ begin
  if new.status <> old.status and (old.status, new.status) not in (('pending', 'processing'), ('pending', 'failed'), ('processing',
      'completed'), ('processing', 'failed')) then
    raise exception 'generation % cannot move from % to %', new.id, old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.status = 'failed') = (new.failure_code is not null) and (new.status = 'completed') = (new.output_media_id is not null)
      and (new.status in ('completed', 'failed')) = (new.finished_at is not null) and coalesce(new.engine_trouble in ('unavailable',
      'internal'), true) and coalesce(new.progress between 0 and 100, true) then
    return new;
  end if;
  raise exception 'generation % would be % and not as such a one must be', new.id, new.status using errcode = 'check_violation'; end $$;
-- Writes a move into the log, in its commit.
create function note_generation_change() returns trigger language plpgsql as $$ begin
  insert into generation_changes (account_id, generation_id, status) values (new.account_id, new.id, new.status); return null; end $$;
-- What goes row by row waits until no month is being added up, and the other way round.
create function wait_for_months() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(hashtextextended('afterimage months', 0)); return null; end $$;
create table generations ( -- One row a generation: the job in the queue, the record that is shown, and the charge.
  id uuid primary key, account_id uuid not null, api_key_id uuid not null, family text not null, status text not null default 'pending',
  model text not null, prompt text not null, fields text not null, -- fields: the request, without prompt and media
  work text not null, -- work: what the engine makes, without what is usual
  scenario text, inputs text not null, -- scenario: what a sandbox prompt asks to be played; inputs: media, stored or still to be fetched
  seed bigint not null, price bigint not null check (price >= 0), callback_url text,
  engine text not null, -- engine: which works on it, or for which it waits
  turn bigint, priority smallint not null default 0, -- turn: its turn in that queue, null once taken or while kept back
  ready_at timestamptz, deadline_at timestamptz not null, -- ready_at: kept back until then
  worker text, -- worker: who holds it; handed back for anyone when its lease ends: null, or its old name while the work is with its engine
  attempt integer not null default 0, -- attempt: counts claims, and what a worker writes of its state names its own, so a late one misses
  lease_until timestamptz, -- lease_until: by the database's clock, then others may claim it
  engine_trouble text, progress smallint, -- engine_trouble: passing, but decides on TIMEOUT or MAINTENANCE at the limit; progress: per cent
  failure_code text, failure_reason text, output_media_id uuid, created_at timestamptz not null, started_at timestamptz,
  finished_at timestamptz, traceparent text) partition by range (id); -- traceparent: of the request that made it
create index generations_list on generations (account_id, family, id) with (deduplicate_items=off);
create index generations_waiting on generations (engine, turn, account_id, deadline_at) with (deduplicate_items=off) where turn is not null;
create index generations_waiting_of_account on generations (engine, account_id, priority desc, id) with (deduplicate_items=off)
    where turn is not null;
create index generations_delayed on generations (ready_at) where ready_at is not null;
create index generations_deadlines on generations (deadline_at) where finished_at is null and turn is null;
create index generations_leased on generations (engine, lease_until) where lease_until is not null;
create index generations_failed on generations (account_id, id) include (family, failure_code) where status = 'failed';
create trigger generations_begin before insert on generations for each row when (new.status <> 'pending' or new.worker is not null
    or new.finished_at is not null) execute function refuse_other_beginning();
create trigger generations_sound before update on generations for each row execute function check_generation();
create trigger generations_noted after update of status on generations for each row when (new.status <> old.status)
    execute function note_generation_change();
create trigger generations_final before update on generations for each row when (old.status in ('completed', 'failed'))
    execute function refuse_change();
create trigger generations_charge_final before update of id, account_id, api_key_id, price, created_at on generations for each row
    execute function refuse_change();
create trigger generations_stay before delete on generations
    for each row when (current_setting('afterimage.carrying', true) is distinct from 'on') execute function refuse_change();
create trigger generations_carried before delete on generations for each statement execute function wait_for_months();
create trigger generations_whole before truncate on generations for each statement execute function refuse_change();
-- The log of moves, one row each but for submits, kept for 25 hours: waits, streams and pages are told from it, by xid and number.
create table generation_changes (
  xid xid8 not null default pg_current_xact_id(), -- xid: of the transaction that wrote it: readers remember which they can have seen
  number bigint not null generated always as identity, account_id uuid not null, generation_id uuid not null, status text not null,
  changed_at timestamptz not null default clock_timestamp());
create index generation_changes_order on generation_changes (xid, number) with (deduplicate_items=off);
create index generation_changes_of_account on generation_changes (account_id, xid, number) with (deduplicate_items=off);
-- Unfinished generations past their time limit, queue time included.
create function overdue_generations(p_limit integer, p_embedded text[])
    returns table(id uuid, attempt integer, family text, engine_trouble text) language sql stable set enable_bitmapscan = off
    set enable_seqscan = off as $$
  -- Whoever holds a job that is with an engine elsewhere looks there once more, and ends it by himself.
  (select id, attempt, family, engine_trouble from generations where finished_at is null and turn is null
      and deadline_at <= account_now(account_id) and (lease_until is null or lease_until < clock_timestamp() or worker is null
      or engine = any (p_embedded) or deadline_at <= account_now(account_id) - interval '30 seconds') order by deadline_at limit p_limit)
      union all (select id, attempt, family, engine_trouble from generations where turn is not null
      and deadline_at <= account_now(account_id) limit p_limit) limit p_limit $$;

-- The ledger ------------------------------------------------------------------------------------------------------------------------------
-- Grants, refunds, and what the generations of a month that ended had cost (carried). Charges are the rows of generations.
create table ledger_entries (id uuid not null default uuidv7(), account_id uuid not null,
  kind text not null check (kind in ('grant', 'refund', 'carried')), amount bigint not null, generation_id uuid, reason text,
  created_at timestamptz not null default now(), primary key (account_id, id), check (amount >= 0 or kind = 'carried'),
  constraint ledger_entries_check1 check ((kind = 'refund') = (generation_id is not null)));
create unique index ledger_entries_once on ledger_entries (generation_id) where generation_id is not null;
create trigger ledger_entries_final before delete or update on ledger_entries
    for each row when (current_setting('afterimage.carrying', true) is distinct from 'on') execute function refuse_change();
create trigger ledger_entries_whole before truncate on ledger_entries for each statement execute function refuse_change();
-- The ledger as people see it.
create view ledger as
  select ledger_entries.id, ledger_entries.account_id, ledger_entries.kind, ledger_entries.amount, ledger_entries.generation_id,
    ledger_entries.reason, ledger_entries.created_at from ledger_entries union all select generations.id, generations.account_id, 'charge'
    as kind, - generations.price as amount, generations.id as generation_id, null as reason, generations.created_at from generations;
create table spend_limits ( -- What a key and its successors may spend in a day or month of UTC; what is spent of it since that began.
  id uuid default uuidv7() primary key, account_id uuid not null, period text not null check (period in ('day', 'month')),
  amount bigint not null check (amount >= 0), began timestamptz not null, -- began: the period that spent is of
  spent bigint not null) with (fillfactor=50); -- spent: a refund lowers it while the period of its charge lasts
-- Of those who paid, who stays: whose keys may not spend so much gets it back. Counts what the others spend.
create function stay_within_limits(p_paid uuid[], p_payers uuid[], p_totals bigint[], p_keys uuid[], p_key_totals bigint[]) returns uuid[]
    language sql as $$
  with asked as materialized (select l.id, l.account_id, l.amount, greatest(l.began, period.began) as began, case
      when l.began < period.began then 0 else l.spent end + sum(due.total) as spent from unnest(p_keys, p_key_totals) as due(key, total)
      join api_keys k on k.id = due.key join spend_limits l on l.id = k.spend_limit_id cross join lateral (select date_trunc(l.period,
      account_now(l.account_id), 'UTC') as began) period where l.account_id = any (p_paid) group by l.id, period.began), beyond
      as materialized (select distinct account_id from asked where spent > amount), counted as (update spend_limits l
      set spent = asked.spent, began = asked.began from asked where l.id = asked.id and l.account_id not in (select account_id
      from beyond)), given_back as (update accounts a set balance = a.balance + due.total from unnest(p_payers, p_totals) as due(account,
      total) where a.id = due.account and a.id in (select account_id from beyond)) select array_agg(account) from unnest(p_paid)
      as paid(account) where account not in (select account_id from beyond) $$;

-- Submits, and the queue ------------------------------------------------------------------------------------------------------------------
create table idempotency_keys ( -- One key, one generation: who sent an Idempotency-Key, for which body, and what came of it.
  account_id uuid not null, path text not null, key text not null, body_sha256 bytea not null, generation_id uuid,
  expires_at timestamptz not null, primary key (account_id, path, key));
create index idempotency_keys_expiry on idempotency_keys (expires_at);
-- What hangs on paid submits: the keys they were sent with, the media they brought.
create function keep_attached(p_attached json, p_payers uuid[]) returns void language plpgsql as $$
declare keys_held bigint; keys_used bigint; begin
  select count(*) into keys_held from json_to_recordset(p_attached) as s(account uuid, key text) where s.key is not null
      and s.account = any (p_payers);
  update idempotency_keys k set generation_id = s.id, expires_at = account_now(s.account) + interval '24 hours'
      from json_to_recordset(p_attached) as s(id uuid, account uuid, path text, key text, body_sha256 text) where s.account = any (p_payers)
      and k.account_id = s.account and k.path = s.path and k.key = s.key
      -- Programs of before 0136 do not say it.
      and k.body_sha256 = coalesce(decode(s.body_sha256, 'hex'), k.body_sha256) and k.generation_id is null;
  get diagnostics keys_used = row_count;
  -- A request that outlasted its reservation: the key is gone, or another's. Charged now, it would be charged twice.
  if keys_used < keys_held then raise exception 'an idempotency key is no longer held' using errcode = 'AI001'; end if;
  -- Uploads were stored with a short life; an accepted submit keeps them.
  update media_objects m set expires_at = account_now(m.account_id) + m.kept_for from json_to_recordset(p_attached) as s(account uuid,
      media uuid[]) where s.account = any (p_payers) and m.id = any (s.media);
end $$;
create table engine_turns ( -- The clock of an engine's queue: the turn taken last, or nearly: no claim waits for it.
  engine text primary key, turn bigint not null default 0) with (fillfactor=50);
-- The turn that an account's next job gets, or the engine's clock where that is later: a newcomer stands beside the front of the queue
-- however long another's queue is.
create table account_turns (engine text not null, account_id uuid not null, next_turn bigint not null,
  primary key (engine, account_id)) with (fillfactor=50);
-- Charges the accounts of a batch of submits and takes their turns. Answers who paid, and the turn after each queue's last, null of who did
-- not. p_wakes: unread; programs of before 0133 say it.
create function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[], p_attached json,
    p_keys uuid[], p_key_totals bigint[], p_wakes boolean default false, out payers uuid[], out next_turns bigint[]) returns record
    language plpgsql set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off
    set enable_seqscan = off as $$
declare
  -- As when few callers or one busy one submit: statements on one row are what makes a small batch cheap (docs/decisions/0011).
  one_queue boolean := cardinality(p_payers) = 1 and cardinality(p_engines) = 1; limited boolean; begin
  if one_queue then
    update accounts set balance = balance - p_totals[1] where id = p_payers[1] and balance >= p_totals[1] and suspended_at is null
        returning array[id], limits_spending into payers, limited;
  else
    with paid as (update accounts a set balance = a.balance - due.total from unnest(p_payers, p_totals) as due(account, total)
        where a.id = due.account and a.balance >= due.total and a.suspended_at is null returning a.id, a.limits_spending)
        select array_agg(id), bool_or(limits_spending) into payers, limited from paid;
  end if;
  if limited then payers := stay_within_limits(payers, p_payers, p_totals, p_keys, p_key_totals); end if;
  if payers is null then return; end if;
  -- Counted from the account's own next turn or from the engine's clock, whichever is later.
  if one_queue then
    insert into account_turns as t (engine, account_id, next_turn) values (p_engines[1], p_accounts[1], coalesce((select e.turn
        from engine_turns e where e.engine = p_engines[1]), 0) + p_jobs[1]) on conflict (engine, account_id) do update
        set next_turn = greatest(t.next_turn + p_jobs[1], excluded.next_turn) returning array[next_turn] into next_turns;
  else
    with queued as (merge into account_turns t using (select account, engine, jobs, number, coalesce((select e.turn from engine_turns e
        where e.engine = q.engine), 0) as clock from unnest(p_accounts, p_engines, p_jobs) with ordinality as q(account, engine, jobs,
        number) where account = any (payers)) queue on t.engine = queue.engine and t.account_id = queue.account when matched then update
        set next_turn = greatest(t.next_turn, queue.clock) + queue.jobs when not matched then insert (engine, account_id, next_turn)
        values (queue.engine, queue.account, queue.clock + queue.jobs) returning queue.number, t.next_turn) select array_agg(next_turn
        order by number) into next_turns from (select number, next_turn from queued union all
      -- Their places in the list stay theirs.
      select number, null from unnest(p_accounts) with ordinality as q(account, number) where cardinality(payers) < cardinality(p_payers)
          and account <> all (payers)) turns;
  end if;
  if p_attached is not null then perform keep_attached(p_attached, payers); end if; end $$;

-- Claims ----------------------------------------------------------------------------------------------------------------------------------
-- Jobs that were kept back join the queue when their time has come. Answers the engine of each.
create function admit_delayed(p_limit integer) returns setof text language plpgsql as $$
declare due record; begin
  for due in with taken as (select id, engine, account_id, ready_at from generations where ready_at is not null
      and ready_at <= account_now(account_id) order by ready_at limit p_limit for update skip locked) select id, engine, account_id
      from taken order by account_id, ready_at loop
    -- Accounts are locked in the order of their ids, as a batch of submits locks them: two in other orders would wait for each other.
    perform from accounts where id = due.account_id for no key update;
    insert into account_turns as t (engine, account_id, next_turn) values (due.engine, due.account_id, coalesce((select turn
        from engine_turns where engine = due.engine), 0) + 1) on conflict (engine, account_id) do update
        set next_turn = greatest(t.next_turn + 1, excluded.next_turn);
    update generations g set ready_at = null, turn = t.next_turn - 1 from account_turns t where g.id = due.id and t.engine = due.engine
        and t.account_id = due.account_id;
    return next due.engine;
  end loop; end $$;
-- Takes so many jobs of an engine for a worker: first those whose lease ran out, then those whose turn it is. With p_slots (null for
-- embedded engines) no more are with it than so many, whoever claims; without p_fresh, nothing begins.
create function claim_generations(p_engine text, p_worker text, p_limit integer, p_lease_seconds double precision, p_slots integer,
    p_fresh boolean) returns setof generations language plpgsql set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
    set plan_cache_mode = force_generic_plan as $$
declare front record; best record; claimed generations; dead boolean; left_over integer := p_limit; begin
  -- Slots that all processes share are counted while nobody else can claim.
  if p_slots is not null then
    perform from engines where name = p_engine for update;
    select least(p_limit, p_slots - count(*)) into left_over from generations where engine = p_engine and lease_until >= clock_timestamp()
        and worker is not null;
  end if;
  -- First the jobs of workers that died: their turn has come already, and they may be with the engine still. Then those
  -- that were put back for a while.
  foreach dead in array array[true, false] loop
    exit when left_over <= 0;
    for claimed in update generations g set worker = p_worker, attempt = g.attempt + 1,
        lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds) where g.lease_until is not null and g.id in (select id
        from generations where engine = p_engine and lease_until < clock_timestamp() and (worker is not null) = dead order by lease_until
        limit left_over for update skip locked) returning g.* loop
      left_over := left_over - 1; return next claimed;
    end loop;
  end loop;
  insert into engine_turns (engine) select p_engine except select engine from engine_turns on conflict do nothing;
  while p_fresh and left_over > 0 loop
    select id, account_id, turn into front from generations where engine = p_engine and turn is not null order by engine, turn, account_id
        limit 1 for update skip locked;
    exit when not found;
    -- That account's most urgent job goes; the job whose turn it was takes the other's later turn.
    select id, turn into best from generations where engine = p_engine and account_id = front.account_id and turn is not null
        order by engine, account_id, priority desc, id limit 1 for update skip locked;
    if best.id is distinct from front.id and best.id is not null then
      update generations set turn = best.turn where id = front.id;
    else best := front; end if;
    -- What shares its slots waits at the engine too: it is processing when the engine says so.
    update generations set status = case when p_slots is null then 'processing' else status end, turn = null, worker = p_worker,
        attempt = attempt + 1, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), started_at = case
        when p_slots is null then account_now(account_id) else started_at end where id = best.id returning * into claimed;
    update engine_turns set turn = front.turn where engine = (select engine from engine_turns where engine = p_engine
        and turn < front.turn for update skip locked);
    left_over := left_over - 1; return next claimed;
  end loop; end $$;

-- Engines ---------------------------------------------------------------------------------------------------------------------------------
-- One row an engine of the operator's file, now or before, shared by all: health, breaker, slots, cost of today, whether a worker names it.
create table engines (name text primary key, kind text not null, paid boolean not null, slots integer not null, daily_cap_usd numeric,
  ok boolean, detail text, checked_at timestamptz, drained boolean not null default false,
  breaker text not null default 'closed' check (breaker in ('closed', 'open', 'half-open')), breaker_failures integer not null default 0,
  breaker_until timestamptz, spent_on date not null default ((now() at time zone 'utc'))::date, spent_usd numeric(14,6) not null default 0,
  last_error_class text, last_error text, last_error_at timestamptz, named_until timestamptz) with (fillfactor=50);
-- One row an attempt to have a generation made by an engine, found again by token (unique in its month) or handle: a paid engine is asked
-- once, a free one perhaps again.
create table generation_attempts (generation_id uuid not null, number smallint not null, engine text not null,
  token uuid not null, -- token: saved before the engine is asked: by it an order is found
  state text not null check (state in ('submitting', 'accepted', 'refused', 'unknown', 'succeeded', 'failed', 'cancelled', 'late')),
  handle json, vendor_id text, -- handle: the engine's name for the work, saved before the first look
  tries smallint not null default 1, -- tries: how often the same order was sent
  position integer, cost_usd numeric(12,6), -- position: how many stand before it in the engine's own queue
  notes text[] not null default '{}', account_notes text[] not null default '{}', error_class text, error text,
  started_at timestamptz not null default clock_timestamp(), ended_at timestamptz,
  late_look_at timestamptz, size bigint, -- late_look_at: a paid engine that was left is asked again then; size: pixels times seconds
  primary key (generation_id, number)) partition by range (generation_id);
create index generation_attempts_of_engine on generation_attempts (engine, started_at) where error_class is not null;
create index generation_attempts_late on generation_attempts (late_look_at) where late_look_at is not null;

-- Media -----------------------------------------------------------------------------------------------------------------------------------
create table media_objects ( -- Files in the media store: inputs, outputs, and the posters of outputs.
  id uuid primary key, account_id uuid not null, purpose text not null check (purpose in ('input', 'output', 'poster')),
  store_key text not null, content_type text not null, bytes bigint not null, sha256 text, file_name text not null,
  created_at timestamptz not null default now(),
  kept_for interval not null, expires_at timestamptz not null, -- kept_for: once it is used, before that an upload expires soon
  removed_at timestamptz, poster_media_id uuid, thumbhash text, -- poster_media_id: of an output
  store text not null default 'folder', -- store: the folder, or a bucket's address
  check ((poster_media_id is null) = (thumbhash is null))) with (autovacuum_vacuum_max_threshold=500000);
create index media_objects_expiry on media_objects (expires_at) where removed_at is null;
create index media_objects_removed on media_objects (removed_at) where removed_at is not null;

-- Webhooks --------------------------------------------------------------------------------------------------------------------------------
create table webhook_secrets ( -- What an account's deliveries are signed with.
  id uuid default uuidv7() primary key, account_id uuid not null references accounts, secret text not null,
  created_at timestamptz not null default now(), expires_at timestamptz);
create index webhook_secrets_account on webhook_secrets (account_id);
-- Events on their way to receivers, and those that have arrived or failed; unique by (generation_id, event) in its month.
create table webhook_deliveries (id uuid default uuidv7() primary key, account_id uuid not null, event text not null, generation_id uuid,
  url text not null, host text not null, payload text not null, -- host: lines are by account and host
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')), attempts integer not null default 0,
  next_attempt_at timestamptz, worker text, lease_until timestamptz, created_at timestamptz not null default now(), finished_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null))) partition by range (id);
create index webhook_deliveries_due on webhook_deliveries (account_id, host, (attempts > 0), next_attempt_at) where state = 'waiting';
create index webhook_deliveries_account on webhook_deliveries (account_id, id desc);
create table webhook_attempts ( -- Every attempt to send a delivery.
  delivery_id uuid not null, number integer not null, started_at timestamptz not null, milliseconds integer, status_code integer,
  error text, answer_excerpt text, primary key (delivery_id, number)) partition by range (delivery_id);

-- In docs/schema-apart.sql:
-- service_secrets: What every process must agree on and no operator has to choose, such as the key that signs media links.
-- maintenance: Families that take no new work for now.
-- operator_actions: Every change that an operator made, through the account interface or by a command.
-- people: Who may sign in to the dashboard.
-- memberships: Who is in which account.
-- sessions: One row a browser that is signed in; ending a session removes it.
-- sign_in_links: One-use links into the dashboard; only the hash of the token is kept.
-- invitations: Links that an operator hands out; only the hash of the token is kept.
-- oidc_identities: A person as an OpenID provider knows them: their address may change there, the subject does not.
-- sign_in_tries: One row an email address or caller that was wrong lately, with the times of its tries.
-- engine_costs: The most that a generation of a model took at an engine, for what the next is to reserve against the cap of a day.
-- engine_keys: What a pull worker shows to be let in; a key names one worker of one engine.
-- pull_jobs: What pull workers are to make: one row an attempt, kept for a day after its end.
-- queue_positions: The positions of waiting jobs in the order in which they would be taken now, counted from 1 and no further than 1,000,
-- so that a long queue costs no more to look at than a short one.
-- delayed_positions: The positions of jobs that are kept back: behind all that may be taken now, as they will join them.
-- families_of_account: The families an account has ever used: one look into the index for each, however many generations there are.
-- ledger_after: An account's entries after one, oldest first, so many at most.
-- ledger_before: An account's entries before one, newest first, so many at most.
-- usage_days: What each key spent on each day (UTC) by family and model, charges less refunds, up to the account's mark.
-- usage_marks: The last entry of an account's ledger that is counted into its usage days.
-- key_requests: The last requests of each key, for people to look at; many in a row, as JSON.
-- lowest_id_of: The lowest id that a row of a month of UTC can have, such as 2026_11.
-- make_months: Tells the newest month its end and makes the one after it, a week before that begins, unless rows of it or later are there.
-- seal_months: One step towards a month in which nothing can wait, a week after its end.
-- end_month: Ends the oldest month, with all that hangs on it; what it cost stays in the ledger.

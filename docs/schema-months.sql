-- The part of the schema that begins and ends months, after docs/schema.sql; written by `npm run derive`, too.
-- Which months there are depends on the day: none is on these pages.

-- Of a month of UTC, such as 2026_11.
create function lowest_id_of(p_month text) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from to_date(p_month, 'YYYY_MM')) * 1e3)::bigint), 12, '0') || repeat('0',
      20))::uuid $$;
-- Begins the next month a week before it comes, unless rows of it or later are there. False: not now.
create function make_months(p_now timestamptz default now()) returns boolean language plpgsql security definer
    set search_path = public, 'pg_temp' set lock_timeout = 250 as $$
declare next text := to_char(date_trunc('month', p_now at time zone 'UTC' + interval '7 days') + interval '1 month',
    'YYYY_MM');
  parent record; last record; part text; sampled record; begins text; too_new boolean; begin
  if to_regclass('generations_' || next) is not null or not has_table_privilege(session_user, 'generations',
      'insert') then
    return false;
  end if;
  for parent in select * from (values ('generations', 'id', 'fillfactor = 85, ', null), ('generation_attempts',
      'generation_id', 'fillfactor = 70, ', 'token'), ('webhook_deliveries', 'id', 'fillfactor = 85, ',
      'generation_id, event'), ('webhook_attempts', 'delivery_id', '', null)) as p(name, key, fill, once) loop
    begins := 'minvalue'; part := parent.name || '_' || next;
    for last in select relname as name, substring(pg_get_expr(relpartbound, oid) from '\((.*)\) TO') as begins
        from pg_inherits join pg_class on oid = inhrelid where inhparent = parent.name::regclass order by relname desc
        limit 1 loop
      begins := quote_literal(lowest_id_of(next));
      execute format('select exists (select from %I where %I >= %s)', last.name, parent.key, begins) into too_new;
      if too_new then raise object_in_use; end if;
      execute format('alter table %I detach partition %I', parent.name, last.name);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent.name, last.name,
          last.begins, begins);
    end loop;
    execute format('create table %I (like %I including all) with (%sautovacuum_vacuum_max_threshold = 500000)', part,
        parent.name, parent.fill);
    for sampled in select attname as name, attstattarget as target from pg_attribute
        where attrelid = parent.name::regclass and attstattarget is not null loop
      execute format('alter table %I alter %I set statistics %s', part, sampled.name, sampled.target);
    end loop;
    -- One delivery an event of a generation, and one attempt a token: each partition sees to that by itself.
    if parent.once is not null then execute format('create unique index on %I (%s)', part, parent.once); end if;
    execute format('alter table %I attach partition %I for values from (%s) to (maxvalue)', parent.name, part, begins);
  end loop;
  return true;
exception when lock_not_available or object_in_use then return false; end $$;
-- One step towards a month in which nothing can wait, a week after its end. False: there is none to be taken, or not
-- now.
create function seal_months(p_now timestamptz default now()) returns boolean language plpgsql security definer
    set search_path = public, 'pg_temp' set lock_timeout = 250 as $$
declare part record; begin
  if not has_table_privilege(session_user, 'generations', 'insert') then return false; end if;
  for part in select month.name, lowest_id_of(right(month.next, 7)) as high, sealed.convalidated as checked from
      (select relname as name, lead(relname) over (order by relname) as next, oid from pg_inherits join pg_class
      on oid = inhrelid where inhparent = 'generations'::regclass) month left join pg_constraint sealed
      on sealed.conrelid = month.oid and sealed.conname = 'sealed' where to_date(right(month.next, 7),
      'YYYY_MM') < p_now at time zone 'UTC' - interval '7 days' and sealed.convalidated is not true
      order by month.name loop
    if part.checked is null then
      continue when exists (select from generations where turn is not null and id < part.high) or exists (select
          from generations where finished_at is null and turn is null and id < part.high);
      execute format('alter table %I add constraint sealed check (%s) not valid', part.name,
          'finished_at is not null and turn is null and ready_at is null and lease_until is null');
    else execute format('alter table %I validate constraint sealed', part.name); end if;
    return true;
  end loop;
  return false;
exception when lock_not_available or check_violation then return false; end $$;
create function take_turns_with_months() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(hashtextextended('afterimage months', 0)); return null; end $$;
-- Ends the oldest month, with all that hangs on it; what it cost stays in the ledger. False: not now, as while
-- something waits.
create function end_month(p_month text) returns boolean language plpgsql security definer
    set search_path = public, 'pg_temp' set lock_timeout = 250 as $$
declare high uuid; oldest boolean; locked boolean; begin
  perform pg_advisory_xact_lock(hashtextextended('afterimage months', 0));
  select lowest_id_of((array_agg(month order by month))[2]), min(month) = p_month into high, oldest from
      (select right(inhrelid::regclass::text, 7) as month from pg_inherits
      where inhparent = 'generations'::regclass) months;
  if high is null or not oldest or not has_table_privilege(session_user, 'generations',
      'delete') then return false; end if;
  foreach locked in array array[false, true] loop
    -- Callers never wait longer than this may wait for those that came before.
    if locked then
      lock table only generations, only generation_attempts, only webhook_deliveries,
          only webhook_attempts in access exclusive mode;
    end if;
    if exists (select from generations where turn is not null and id < high) or exists (select from generations
        where finished_at is null and turn is null and id < high) or exists (select from webhook_deliveries
        where state = 'waiting' and (id < high or generation_id < high)) then
      raise object_in_use;
    end if;
    exit when locked;
    -- One entry an account, with the id and the time of its last generation, so that balances before and after stay what they were.
    perform set_config('afterimage.carrying', 'on', true);
    with refunds as (delete from ledger_entries where generation_id < high returning account_id, amount) insert
        into ledger_entries (id, account_id, kind, amount, reason, created_at) select last.id, account_id, 'carried',
        coalesce(refunded.amount, 0) - charged.amount, case charged.count
        when 1 then '1 generation' else charged.count || ' generations' end, last.created_at from (select account_id,
        max(id::text)::uuid as last_id, sum(price) as amount, count(*) as count from generations
        where id < high group by account_id) charged left join (select account_id, sum(amount) as amount
        from refunds group by account_id) refunded using (account_id) cross join lateral (select id, created_at
        from generations where id = charged.last_id limit 1) last;
    -- Of generations that ended in the next month.
    with sent as (delete from webhook_deliveries where id >= high and generation_id < high returning id) delete
        from webhook_attempts using sent where delivery_id = sent.id;
  end loop;
  execute format('drop table generations_%1$s, generation_attempts_%1$s, webhook_deliveries_%1$s, webhook_attempts_%1$s',
      p_month);
  return true;
exception when lock_not_available or object_in_use then return false; end $$;
create trigger generations_carried before delete on generations for each statement
    execute function take_turns_with_months();

select make_months();
select make_months(now() + interval '1 month');

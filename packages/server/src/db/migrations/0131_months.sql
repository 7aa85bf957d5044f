-- Generations and what hangs on them lie in a partition a month, so that a month ends at once (docs/decisions/0022-rows-that-end.md).
-- Programs from 0116 on may run beside it.

create function lowest_id_of(p_month text) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from to_date(p_month, 'YYYY_MM')) * 1e3)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
comment on function lowest_id_of is 'Of a month of UTC, such as 2026_11.';

-- A partition is named after the first month that it holds, and ends where the next one begins. The last has no end, so
-- that nothing is refused for want of a month, and a list goes through them in order: a default partition would forbid it.
create function make_months(p_now timestamptz default now()) returns boolean language plpgsql
    security definer set search_path = public, pg_temp set lock_timeout = 250 as $$
declare
  next text := to_char(date_trunc('month', p_now at time zone 'UTC' + interval '7 days') + interval '1 month', 'YYYY_MM');
  parent record;
  last record;
  part text;
  sampled record;
  begins text;
  too_new boolean;
begin
  if to_regclass('generations_' || next) is not null or not has_table_privilege(session_user, 'generations', 'insert') then
    return false;
  end if;
  for parent in select * from (values ('generations', 'id', 'fillfactor = 85, ', null), ('generation_attempts', 'generation_id', 'fillfactor = 70, ', 'token'),
      ('webhook_deliveries', 'id', 'fillfactor = 85, ', 'generation_id, event'), ('webhook_attempts', 'delivery_id', '', null)) as p(name, key, fill, once)
  loop
    begins := 'minvalue';
    part := parent.name || '_' || next;
    for last in select relname as name, substring(pg_get_expr(relpartbound, oid) from '\((.*)\) TO') as begins
        from pg_inherits join pg_class on oid = inhrelid where inhparent = parent.name::regclass order by relname desc limit 1 loop
      begins := quote_literal(lowest_id_of(next));
      execute format('select exists (select from %I where %I >= %s)', last.name, parent.key, begins) into too_new;
      if too_new then raise object_in_use; end if;
      execute format('alter table %I detach partition %I', parent.name, last.name);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent.name, last.name, last.begins, begins);
    end loop;
    execute format('create table %I (like %I including all) with (%sautovacuum_vacuum_max_threshold = 500000)',
      part, parent.name, parent.fill);
    for sampled in select attname as name, attstattarget as target from pg_attribute
        where attrelid = parent.name::regclass and attstattarget is not null loop
      execute format('alter table %I alter %I set statistics %s', part, sampled.name, sampled.target);
    end loop;
    -- One delivery an event of a generation, and one attempt a token: each partition sees to that by itself.
    if parent.once is not null then execute format('create unique index on %I (%s)', part, parent.once); end if;
    execute format('alter table %I attach partition %I for values from (%s) to (maxvalue)', parent.name, part, begins);
  end loop;
  return true;
exception when lock_not_available or object_in_use then return false;
end $$;
comment on function make_months is 'Begins the next month a week before it comes, unless rows of it or later are there. False: not now.';

-- What looks for work knows by this, when it is planned, that a month of long ago holds none, and does not look there:
-- claims cost the same however many months there are. Checked in a second step, while others read and write.
create function seal_months(p_now timestamptz default now()) returns boolean language plpgsql
    security definer set search_path = public, pg_temp set lock_timeout = 250 as $$
declare
  part record;
begin
  if not has_table_privilege(session_user, 'generations', 'insert') then return false; end if;
  for part in select month.name, lowest_id_of(right(month.next, 7)) as high, sealed.convalidated as checked
      from (select relname as name, lead(relname) over (order by relname) as next, oid
        from pg_inherits join pg_class on oid = inhrelid where inhparent = 'generations'::regclass) month
      left join pg_constraint sealed on sealed.conrelid = month.oid and sealed.conname = 'sealed'
      where to_date(right(month.next, 7), 'YYYY_MM') < p_now at time zone 'UTC' - interval '7 days' and sealed.convalidated is not true
      order by month.name loop
    if part.checked is null then
      continue when exists (select from generations where turn is not null and id < part.high)
        or exists (select from generations where finished_at is null and turn is null and id < part.high);
      execute format('alter table %I add constraint sealed check (%s) not valid', part.name,
        'finished_at is not null and turn is null and ready_at is null and lease_until is null');
    else execute format('alter table %I validate constraint sealed', part.name); end if;
    return true;
  end loop;
  return false;
exception when lock_not_available or check_violation then return false;
end $$;
comment on function seal_months is
  'One step towards a month in which nothing can wait, a week after its end. False: there is none to be taken, or not now.';

-- What goes row by row waits until no month is being added up, and the other way round.
create function take_turns_with_months() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(hashtextextended('afterimage months', 0)); return null; end $$;

create function end_month(p_month text) returns boolean language plpgsql
    security definer set search_path = public, pg_temp set lock_timeout = 250 as $$
declare
  high uuid;
  oldest boolean;
  locked boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('afterimage months', 0));
  select lowest_id_of((array_agg(month order by month))[2]), min(month) = p_month into high, oldest
    from (select right(inhrelid::regclass::text, 7) as month from pg_inherits where inhparent = 'generations'::regclass) months;
  if high is null or not oldest or not has_table_privilege(session_user, 'generations', 'delete') then return false; end if;
  foreach locked in array array[false, true] loop
    -- Callers never wait longer than this may wait for those that came before.
    if locked then
      lock table only generations, only generation_attempts, only webhook_deliveries, only webhook_attempts in access exclusive mode;
    end if;
    if exists (select from generations where turn is not null and id < high)
        or exists (select from generations where finished_at is null and turn is null and id < high)
        or exists (select from webhook_deliveries where state = 'waiting' and (id < high or generation_id < high)) then
      raise object_in_use;
    end if;
    exit when locked;
    -- One entry an account, with the id and the time of its last generation, so that balances before and after stay what they were.
    perform set_config('afterimage.carrying', 'on', true);
    with refunds as (
      delete from ledger_entries where generation_id < high returning account_id, amount)
    insert into ledger_entries (id, account_id, kind, amount, reason, created_at)
      select last.id, account_id, 'carried', coalesce(refunded.amount, 0) - charged.amount,
        case charged.count when 1 then '1 generation' else charged.count || ' generations' end, last.created_at
      from (select account_id, max(id::text)::uuid as last_id, sum(price) as amount, count(*) as count from generations
        where id < high group by account_id) charged
      left join (select account_id, sum(amount) as amount from refunds group by account_id) refunded using (account_id)
      cross join lateral (select id, created_at from generations where id = charged.last_id limit 1) last;
    -- Of generations that ended in the next month.
    with sent as (
      delete from webhook_deliveries where id >= high and generation_id < high returning id)
    delete from webhook_attempts using sent where delivery_id = sent.id;
  end loop;
  execute format('drop table generations_%1$s, generation_attempts_%1$s, webhook_deliveries_%1$s, webhook_attempts_%1$s', p_month);
  return true;
exception when lock_not_available or object_in_use then return false;
end $$;
comment on function end_month is
  'Ends the oldest month, with all that hangs on it; what it cost stays in the ledger. False: not now, as while something waits.';

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final', rtrim(tg_table_name, '_0123456789') using errcode = 'restrict_violation';
end $$;

do $$
declare
  month text := to_char(now() at time zone 'UTC', 'YYYY_MM');
  -- Then the first partition is made as all others, without the columns that earlier migrations dropped.
  empty boolean := not exists (select from generations) and not exists (select from webhook_deliveries);
  parent record;
  old text;
  again text[];
  each text;
  made_again text[] := array(select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and proname in ('ledger_before', 'ledger_after', 'claim_generations'));
begin
  -- What is bound to the type of a table would go on to read its first partition only.
  made_again := format('create view ledger as %s', pg_get_viewdef('ledger')) || made_again || array(
    select format('comment on %s %s is %L', about.type, about.identity, d.description) from pg_description d
    cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) about
    where about.schema = 'public' and about.identity ~ '^public\.(ledger|ledger_before\(.*|ledger_after\(.*|claim_generations\(.*)$') || array(
    select format('grant %s on ledger to %s', privilege_type, case when grantee = 0 then 'public' else grantee::regrole::text end)
    from pg_class cross join lateral aclexplode(relacl) where oid = 'ledger'::regclass and grantee <> relowner);
  drop function ledger_before, ledger_after, claim_generations;
  drop view ledger;
  -- An attempt is noted by the statement that takes its delivery, and goes with it.
  alter table webhook_attempts drop constraint webhook_attempts_delivery_id_fkey, set (autovacuum_vacuum_max_threshold = 500000);

  for parent in select * from (values ('generations', 'id'), ('generation_attempts', 'generation_id'), ('webhook_deliveries', 'id'),
      ('webhook_attempts', 'delivery_id')) as p(name, key)
  loop
    old := parent.name || '_' || month;
    again := array(
        select format('alter table %I add %s', parent.name, pg_get_constraintdef(oid)) from pg_constraint
        where conrelid = parent.name::regclass and contype = 'p') || array(
        select pg_get_indexdef(indexrelid) from pg_index where indrelid = parent.name::regclass and not indisunique order by indexrelid) || array(
        select pg_get_triggerdef(oid) from pg_trigger where tgrelid = parent.name::regclass and not tgisinternal order by oid) || array(
        select format('alter table %I alter %I set statistics %s', parent.name, attname, attstattarget) from pg_attribute
        where attrelid = parent.name::regclass and attstattarget is not null) || array(
        select format('comment on table %I is %L', parent.name, obj_description(parent.name::regclass, 'pg_class'))
        where obj_description(parent.name::regclass, 'pg_class') is not null) || array(
        select format('grant %s on %I to %s', privilege_type, parent.name, case when grantee = 0 then 'public' else grantee::regrole::text end)
        from pg_class cross join lateral aclexplode(relacl) where oid = parent.name::regclass and grantee <> relowner);
    execute format('comment on table %I is null', parent.name);
    execute format('alter table %I rename to %I', parent.name, old);
    for each in select indexrelid::regclass::text from pg_index where indrelid = old::regclass loop
      execute format('alter index %I rename to %I', each, replace(each, parent.name, old));
    end loop;
    for each in select tgname from pg_trigger where tgrelid = old::regclass and not tgisinternal loop
      execute format('drop trigger %I on %I', each, old);
    end loop;
    execute format('create table %I (like %I including all excluding indexes excluding comments) partition by range (%I)', parent.name, old, parent.key);
    foreach each in array again loop execute each; end loop;
    if empty then execute format('drop table %I', old);
    else execute format('alter table %I attach partition %I for values from (minvalue) to (maxvalue)', parent.name, old); end if;
  end loop;
  foreach each in array made_again loop
    -- One look into the primary key each: what is not known before is reckoned as if every month were looked into.
    each := replace(each, 'from charged join generations g on g.id = charged.id',
      'from charged cross join lateral (select * from generations where id = charged.id limit 1) g');
    execute replace(each, 'where g.id in (', 'where g.lease_until is not null and g.id in (');
  end loop;
  if empty then
    perform make_months((date_trunc('month', now() at time zone 'UTC' + interval '7 days') - interval '8 days') at time zone 'UTC');
  end if;
end $$;

-- Planned once: a plan for known values leaves months out, looks cheaper for it, and would be made at every call.
do $$
declare
  each regprocedure;
begin
  for each in select oid from pg_proc
      where pronamespace = 'public'::regnamespace and proname in ('claim_generations', 'ledger_before', 'ledger_after') loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', each);
  end loop;
end $$;

create trigger generations_carried before delete on generations for each statement execute function take_turns_with_months();

-- And the one after it: a month ends where the next one begins, which is told to it while it is empty. Told later, all of it
-- would be read first, and nobody could use the table meanwhile.
select make_months();
select make_months(now() + interval '1 month');

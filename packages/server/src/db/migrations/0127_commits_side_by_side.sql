-- Commits of several processes go side by side. PostgreSQL lets only one transaction that notifies commit at a time, each until it is
-- durable, which may be until a standby has it; and whoever changed an engine's clock kept all other claims from it as long.
-- Programs from 0116 on may run beside it.
-- They notify in their commits, as they did.
drop function charge_submits(uuid[], bigint[], uuid[], text[], bigint[], json, uuid[], bigint[]);
-- As before (0118), but for p_wakes.
create function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[],
    p_attached json, p_keys uuid[] default '{}', p_key_totals bigint[] default '{}', p_wakes boolean default true,
    out payers uuid[], out next_turns bigint[])
  language plpgsql
  -- Planned once: planning each call anew for its arrays costs four times the work. And one entry after the other, as
  -- nested loops go: other joins would lock the accounts in an order of their own.
  set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
declare
  -- As when few callers or one busy one submit. Statements on one row take a third off what a small batch costs.
  alone boolean := cardinality(p_payers) = 1 and cardinality(p_engines) = 1;
  limited boolean;
  woken text;
begin
  if alone then
    update accounts set balance = balance - p_totals[1] where id = p_payers[1] and balance >= p_totals[1]
      returning array[id], limits_spending into payers, limited;
  else
    with paid as (
      update accounts a set balance = a.balance - due.total
      from unnest(p_payers, p_totals) as due(account, total)
      where a.id = due.account and a.balance >= due.total
      returning a.id, a.limits_spending)
    select array_agg(id), bool_or(limits_spending) into payers, limited from paid;
  end if;
  if limited then
    payers := stay_within_limits(payers, p_payers, p_totals, p_keys, p_key_totals);
  end if;
  if payers is null then
    return;
  end if;

  -- Counted from the account's own next turn or from the engine's clock, whichever is later. Who did not pay takes none.
  if alone then
    insert into account_turns as t (engine, account_id, next_turn)
      values (p_engines[1], p_accounts[1],
        coalesce((select e.turn from engine_turns e where e.engine = p_engines[1]), 0) + p_jobs[1])
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + p_jobs[1], excluded.next_turn)
      returning array[next_turn] into next_turns;
  else
    with queued as (
      merge into account_turns t
      using (
        select account, engine, number, coalesce((select e.turn from engine_turns e where e.engine = q.engine), 0) as clock,
          case when account = any (payers) then jobs else 0 end as taken
        from unnest(p_accounts, p_engines, p_jobs) with ordinality as q(account, engine, jobs, number)) queue
      on t.engine = queue.engine and t.account_id = queue.account
      when matched then update set next_turn = greatest(t.next_turn, queue.clock) + queue.taken
      when not matched then insert (engine, account_id, next_turn)
        values (queue.engine, queue.account, queue.clock + queue.taken)
      returning queue.number, t.next_turn)
    select array_agg(next_turn order by number) into next_turns from queued;
  end if;

  if p_wakes then
    foreach woken in array p_engines loop
      perform pg_notify('work', woken);
    end loop;
  end if;
  if p_attached is not null then
    perform keep_attached(p_attached, payers);
  end if;
end $$;
comment on function charge_submits is
  'Charges the accounts of a batch of submits and takes their turns. Answers who paid, and the turn after each queue''s last. Without p_wakes the caller tells the workers, when it has committed.';

-- As before (0110), but for the clock: whoever holds it, in a claim that is about to commit, has set it to much the same.
create or replace function claim_generations(p_engine text, p_worker text, p_limit integer, p_lease_seconds double precision,
    p_slots integer, p_fresh boolean)
  returns setof generations language plpgsql
  -- Only a scan in index order is as quick with 10,000 waiting as with one; statistics of a table that fills and empties
  -- mislead.
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  front record;
  best record;
  claimed generations;
  dead boolean;
  left_over integer := p_limit;
begin
  -- Slots that all processes share are counted while nobody else can claim.
  if p_slots is not null then
    perform from engines where name = p_engine for update;
    select least(p_limit, p_slots - count(*)) into left_over from generations
      where engine = p_engine and lease_until >= clock_timestamp() and worker is not null;
  end if;

  -- First the jobs of workers that died: their turn has come already, and they may be with the engine still. Then those
  -- that were put back for a while.
  foreach dead in array array[true, false] loop
    exit when left_over <= 0;
    for claimed in
      update generations g
      set worker = p_worker, attempt = g.attempt + 1,
        lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
      where g.id in (
        select id from generations
        where engine = p_engine and lease_until < clock_timestamp() and (worker is not null) = dead
        order by lease_until limit left_over for update skip locked)
      returning g.*
    loop
      left_over := left_over - 1;
      return next claimed;
    end loop;
  end loop;

  insert into engine_turns (engine) select p_engine except select engine from engine_turns on conflict do nothing;
  while p_fresh and left_over > 0 loop
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
    -- What shares its slots waits at the engine too: it is processing when the engine says so.
    update generations
      set status = case when p_slots is null then 'processing' else status end, turn = null, worker = p_worker,
        attempt = attempt + 1, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds),
        started_at = case when p_slots is null then account_now(account_id) else started_at end
      where id = best.id
      returning * into claimed;
    update engine_turns set turn = front.turn where engine = (
      select engine from engine_turns where engine = p_engine and turn < front.turn for update skip locked);
    left_over := left_over - 1;
    return next claimed;
  end loop;
end $$;
comment on table engine_turns is 'The clock of an engine''s queue: the turn taken last, or nearly: no claim waits for it.';

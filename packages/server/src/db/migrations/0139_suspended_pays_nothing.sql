-- An account that was suspended, or erased, while the body of its submit was on the way is charged nothing more.
-- Programs from 0130 on may run beside it.

-- As before (0136), but only who is not suspended pays.
create or replace function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[],
    p_attached json, p_keys uuid[], p_key_totals bigint[], p_wakes boolean default false,
    out payers uuid[], out next_turns bigint[])
  language plpgsql
  -- Planned once: to plan each call anew for its arrays is most of the work. And one entry after the other, as
  -- nested loops go: other joins would lock the accounts in an order of their own.
  set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
declare
  -- As when few callers or one busy one submit: statements on one row are what makes a small batch cheap (docs/decisions/0011).
  one_queue boolean := cardinality(p_payers) = 1 and cardinality(p_engines) = 1;
  limited boolean;
begin
  if one_queue then
    update accounts set balance = balance - p_totals[1] where id = p_payers[1] and balance >= p_totals[1] and suspended_at is null
      returning array[id], limits_spending into payers, limited;
  else
    with paid as (
      update accounts a set balance = a.balance - due.total
      from unnest(p_payers, p_totals) as due(account, total)
      where a.id = due.account and a.balance >= due.total and a.suspended_at is null
      returning a.id, a.limits_spending)
    select array_agg(id), bool_or(limits_spending) into payers, limited from paid;
  end if;
  if limited then
    payers := stay_within_limits(payers, p_payers, p_totals, p_keys, p_key_totals);
  end if;
  if payers is null then
    return;
  end if;

  -- Counted from the account's own next turn or from the engine's clock, whichever is later.
  if one_queue then
    insert into account_turns as t (engine, account_id, next_turn)
      values (p_engines[1], p_accounts[1],
        coalesce((select e.turn from engine_turns e where e.engine = p_engines[1]), 0) + p_jobs[1])
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + p_jobs[1], excluded.next_turn)
      returning array[next_turn] into next_turns;
  else
    with queued as (
      merge into account_turns t
      using (
        select account, engine, jobs, number, coalesce((select e.turn from engine_turns e where e.engine = q.engine), 0) as clock
        from unnest(p_accounts, p_engines, p_jobs) with ordinality as q(account, engine, jobs, number)
        where account = any (payers)) queue
      on t.engine = queue.engine and t.account_id = queue.account
      when matched then update set next_turn = greatest(t.next_turn, queue.clock) + queue.jobs
      when not matched then insert (engine, account_id, next_turn)
        values (queue.engine, queue.account, queue.clock + queue.jobs)
      returning queue.number, t.next_turn)
    select array_agg(next_turn order by number) into next_turns from (
      select number, next_turn from queued
      union all
      -- Their places in the list stay theirs.
      select number, null from unnest(p_accounts) with ordinality as q(account, number)
        where cardinality(payers) < cardinality(p_payers) and account <> all (payers)) turns;
  end if;

  if p_attached is not null then
    perform keep_attached(p_attached, payers);
  end if;
end $$;

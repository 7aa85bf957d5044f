-- The database notifies nobody in a commit any more: who changes something tells by himself, afterwards. And a generation begins with
-- nobody and without an end, and what is final is not truncated either.
-- Programs from 0130 on may run beside it.
-- They all tell by themselves.
create or replace function note_generation_change() returns trigger language plpgsql as $$
begin
  insert into generation_changes (account_id, generation_id, status) values (new.account_id, new.id, new.status);
  return null;
end $$;
comment on function note_generation_change is 'Writes a move into the log, in its commit.';

drop function charge_submits(uuid[], bigint[], uuid[], text[], bigint[], json, uuid[], bigint[], boolean);
-- As before (0127), but it wakes nobody.
create function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[],
    p_attached json, p_keys uuid[], p_key_totals bigint[], p_wakes boolean default false,
    out payers uuid[], out next_turns bigint[])
  language plpgsql
  -- Planned once: planning each call anew for its arrays costs four times the work. And one entry after the other, as
  -- nested loops go: other joins would lock the accounts in an order of their own.
  set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
declare
  -- As when few callers or one busy one submit: statements on one row are what makes a small batch cheap (docs/decisions/0011).
  alone boolean := cardinality(p_payers) = 1 and cardinality(p_engines) = 1;
  limited boolean;
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

  if p_attached is not null then
    perform keep_attached(p_attached, payers);
  end if;
end $$;
comment on function charge_submits is
  'Charges the accounts of a batch of submits and takes their turns. Answers who paid, and the turn after each queue''s last. p_wakes: unread; programs of before 0133 say it.';

create or replace function refuse_other_beginning() returns trigger language plpgsql as $$
begin
  raise exception 'a generation begins as pending, held by nobody and without an end' using errcode = 'check_violation';
end $$;
-- Every submit's statement has each column here read anew (docs/decisions/0011); of others, what tells of an end is refused at the first move.
-- Replaced, because to drop one locks the months before the table they are months of: whoever claims would wait the other way round.
create or replace trigger generations_begin before insert on generations for each row
  when (new.status <> 'pending' or new.worker is not null or new.finished_at is not null)
  execute function refuse_other_beginning();

create trigger generations_whole before truncate on generations execute function refuse_change();
create trigger ledger_entries_whole before truncate on ledger_entries execute function refuse_change();

comment on column generations.turn is 'its turn in that queue, null once taken or while kept back';

-- What each month's table holds by itself (`make_months`), and its parent does not show.
comment on table generation_attempts is
  'One row a try to have a generation made by an engine: asked for at most once, found again by token (unique in its month) or handle.';
comment on table webhook_deliveries is
  'Events on their way to receivers, and those that have arrived or failed; unique by (generation_id, event) in its month.';

-- Programs from 0115 on may run beside it.
-- What those charge is not counted; only programs that know limits set them.
-- What a key may spend, judged where it is charged. The account's mark is in the row that every charge changes anyway: an
-- account without limits pays no look for them.
create table spend_limits (
  id uuid primary key default uuidv7(),
  account_id uuid not null,
  period text not null check (period in ('day', 'month')),
  amount bigint not null check (amount >= 0),
  began timestamptz not null,
  spent bigint not null
) with (fillfactor = 50);
comment on table spend_limits is
  'What a key and its successors may spend in a day or month of UTC; what is spent of it since that began.';
alter table api_keys add spend_limit_id uuid;
alter table accounts add limits_spending boolean not null default false;

-- Whoever changes a limit, or what is spent of it, has locked its account.
create function stay_within_limits(p_paid uuid[], p_payers uuid[], p_totals bigint[], p_keys uuid[], p_key_totals bigint[])
  returns uuid[] language sql as $$
  with asked as materialized (
    select l.id, l.account_id, l.amount, greatest(l.began, period.began) as began,
      case when l.began < period.began then 0 else l.spent end + sum(due.total) as spent
    from unnest(p_keys, p_key_totals) as due(key, total) join api_keys k on k.id = due.key
    join spend_limits l on l.id = k.spend_limit_id
    cross join lateral (select date_trunc(l.period, account_now(l.account_id), 'UTC') as began) period
    where l.account_id = any (p_paid) group by l.id, period.began),
  beyond as materialized (select distinct account_id from asked where spent > amount),
  counted as (
    update spend_limits l set spent = asked.spent, began = asked.began from asked
    where l.id = asked.id and l.account_id not in (select account_id from beyond)),
  given_back as (
    update accounts a set balance = a.balance + due.total from unnest(p_payers, p_totals) as due(account, total)
    where a.id = due.account and a.id in (select account_id from beyond))
  select array_agg(account) from unnest(p_paid) as paid(account) where account not in (select account_id from beyond)
$$;
comment on function stay_within_limits is
  'Of those who paid, who stays: whose keys may not spend so much gets it back. Counts what the others spend.';

drop function charge_submits(uuid[], bigint[], uuid[], text[], bigint[], json);
-- As before (0105), and one entry a key: what its submits cost.
create function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[],
    p_attached json, p_keys uuid[] default '{}', p_key_totals bigint[] default '{}',
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

  foreach woken in array p_engines loop
    perform pg_notify('work', woken);
  end loop;
  if p_attached is not null then
    perform keep_attached(p_attached, payers);
  end if;
end $$;
comment on function charge_submits is
  'Charges the accounts of a batch of submits and takes their turns. Answers who paid, and the turn after each queue''s last.';

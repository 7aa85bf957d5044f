-- Submits: charge, generations, turns and wake-up in one commit (docs/decisions/0004).

create table idempotency_keys (
  account_id uuid not null,
  path text not null,
  key text not null,
  body_sha256 bytea not null,
  -- Null while the first request is still being worked on.
  generation_id uuid,
  expires_at timestamptz not null,
  primary key (account_id, path, key)
);
comment on table idempotency_keys is 'One key, one generation: who sent an Idempotency-Key, for which body, and what came of it.';
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- What a batch of submits costs, and the turns it takes; the caller's statement writes its rows from what this answers.
-- One entry a payer: what all its submits cost, in the order of their ids. One entry a queue, which is an account at an
-- engine: how many jobs join it. Whoever changes an account's turns has locked the account, and accounts are locked in the
-- order of their ids (`admit_delayed_generations` does so, too), so that no two wait for each other.
-- Whoever can pay is charged; of the others nothing is left behind. They are for the caller to try again one by one, for
-- some of their submits may be affordable.
create function charge_submits(p_payers uuid[], p_totals bigint[], p_accounts uuid[], p_engines text[], p_jobs bigint[],
    p_attached json, out payers uuid[], out next_turns bigint[])
  language plpgsql
  -- Planned once: planning each call anew for its arrays costs four times the work. And one entry after the other, as
  -- nested loops go: other joins would lock the accounts in an order of their own.
  set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
declare
  -- As when few callers or one busy one submit. Statements on one row take a third off what a small batch costs.
  alone boolean := cardinality(p_payers) = 1 and cardinality(p_engines) = 1;
  woken text;
begin
  if alone then
    update accounts set balance = balance - p_totals[1] where id = p_payers[1] and balance >= p_totals[1]
      returning array[id] into payers;
  else
    with paid as (
      update accounts a set balance = a.balance - due.total
      from unnest(p_payers, p_totals) as due(account, total)
      where a.id = due.account and a.balance >= due.total
      returning a.id)
    select array_agg(id) into payers from paid;
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

create function keep_attached(p_attached json, p_payers uuid[]) returns void language plpgsql as $$
declare
  keys_held bigint;
  keys_used bigint;
begin
  select count(*) into keys_held
    from json_to_recordset(p_attached) as s(account uuid, key text) where s.key is not null and s.account = any (p_payers);
  update idempotency_keys k set generation_id = s.id, expires_at = account_now(s.account) + interval '24 hours'
    from json_to_recordset(p_attached) as s(id uuid, account uuid, path text, key text)
    where s.account = any (p_payers) and k.account_id = s.account and k.path = s.path and k.key = s.key
      and k.generation_id is null;
  get diagnostics keys_used = row_count;
  -- A request that outlasted its reservation: the key is gone, or a repeat's. Charged now, it would be charged twice.
  if keys_used < keys_held then
    raise exception 'an idempotency key is no longer held' using errcode = 'AI001';
  end if;

  -- Uploads were stored with a short life; an accepted submit keeps them.
  update media_objects m set expires_at = account_now(m.account_id) + m.kept_for
    from json_to_recordset(p_attached) as s(account uuid, media uuid[])
    where s.account = any (p_payers) and m.id = any (s.media);
end $$;
comment on function keep_attached is 'What hangs on paid submits: the keys they were sent with, the media they brought.';

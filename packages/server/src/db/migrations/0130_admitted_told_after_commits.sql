-- Jobs that were kept back join the queue as submits do (0127): who lets them in tells the workers, after the commit.
-- Programs from 0116 on may run beside it.
create function admit_delayed(p_limit integer) returns setof text language plpgsql as $$
declare
  due record;
begin
  for due in
    with taken as (
      select id, engine, account_id, ready_at from generations
      where ready_at is not null and ready_at <= account_now(account_id)
      order by ready_at limit p_limit for update skip locked)
    select id, engine, account_id from taken order by account_id, ready_at
  loop
    -- One after the other in the order of their ids, as submits lock them (0105).
    perform from accounts where id = due.account_id for no key update;
    insert into account_turns as t (engine, account_id, next_turn)
      values (due.engine, due.account_id, coalesce((select turn from engine_turns where engine = due.engine), 0) + 1)
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn);
    update generations g set ready_at = null, turn = t.next_turn - 1
      from account_turns t where g.id = due.id and t.engine = due.engine and t.account_id = due.account_id;
    return next due.engine;
  end loop;
end $$;
comment on function admit_delayed is
  'Jobs that a scenario kept back join the queue when their time has come. Answers the engine of each.';

-- For programs of before, which tell nobody themselves.
create or replace function admit_delayed_generations(p_limit integer) returns integer language sql as $$
  select count(pg_notify('work', engine) is not null)::integer from admit_delayed(p_limit) as admitted(engine)
$$;
comment on function admit_delayed_generations is 'As admit_delayed, for programs of before it: wakes the workers in its commit, and answers how many.';

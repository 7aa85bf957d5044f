-- What nobody asks for any more goes, and what a reader of docs/schema.sql could not guess is said in comments.
-- Programs from 0130 on may run beside it.
-- Those before add up spending_days (until 0117) or let jobs in by admit_delayed_generations (until 0130), so the first process
-- of this version takes their place at once.
drop table spending_days, spending_marks;
drop function admit_delayed_generations;

-- As before (0130), but for words.
create or replace function admit_delayed(p_limit integer) returns setof text language plpgsql as $$
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
    -- Accounts are locked in the order of their ids, as a batch of submits locks them: two in other orders would wait for each other.
    perform from accounts where id = due.account_id for no key update;
    insert into account_turns as t (engine, account_id, next_turn)
      values (due.engine, due.account_id, coalesce((select turn from engine_turns where engine = due.engine), 0) + 1)
      on conflict (engine, account_id) do update set next_turn = greatest(t.next_turn + 1, excluded.next_turn);
    update generations g set ready_at = null, turn = t.next_turn - 1
      from account_turns t where g.id = due.id and t.engine = due.engine and t.account_id = due.account_id;
    return next due.engine;
  end loop;
end $$;

comment on function account_now is
  'The one source of time for limits, retries and expiry; leases use the database''s clock directly. A sandbox''s clock is set ahead by moving these times back, so it is real time for everybody.';
comment on function note_generation_change is
  'Writes a move into the log, in its commit. Who will tell the readers himself, after the commit, says so by the setting.';
comment on function take_turns_with_months is 'What goes row by row waits until no month is being added up, and the other way round.';
comment on function lowest_id_of is 'The lowest id that a row of a month of UTC can have, such as 2026_11.';
comment on function refuse_change is 'What is final stays as it is; months drop whole tables of it.';
comment on function check_generation is 'The moves are those of packages/contract/src/states.ts, and what ended says how.';

comment on column accounts.balance is 'in 1/10,000 USD, as all amounts are';
comment on column accounts.clock_ahead_seconds is 'of a sandbox, which tests move';
comment on column accounts.limits_spending is 'some key of it has a limit';
comment on column api_keys.made_for is 'the key that the pages submit with';
comment on column spend_limits.began is 'the period that spent is of';

comment on column generations.fields is 'the request, without the prompt';
comment on column generations.work is 'what the engine makes, without what is usual';
comment on column generations.scenario is 'what a sandbox prompt asks to be played';
comment on column generations.inputs is 'media, stored or still to be fetched';
comment on column generations.engine is 'which works on it, or for which it waits';
comment on column generations.turn is 'its place in that queue, null once taken or while kept back';
comment on column generations.ready_at is 'a scenario keeps it back until then';
comment on column generations.worker is 'who holds it, null beside a lease when handed back for anyone once that ends';
comment on column generations.attempt is 'counts claims, and every write of a worker names its own, so a late one misses';
comment on column generations.lease_until is 'by the database''s clock, then others may claim it';
comment on column generations.engine_trouble is 'passing, but decides on TIMEOUT or MAINTENANCE at the limit';
comment on column generations.progress is 'per cent';
comment on column generations.traceparent is 'of the request that made it';

comment on table generation_changes is
  'The log of moves, one row each but for submits, kept for 25 hours: waits, streams and pages are told from it. In the order of xid and number.';
comment on column generation_changes.xid is 'of the transaction that wrote it: readers remember which they can have seen';

comment on table ledger_entries is
  'Grants, refunds, and what the generations of a month that ended had cost (carried). Charges are the rows of generations.';
comment on table usage_days is
  'What each key spent on each day (UTC) by family and model, charges less refunds, up to the account''s mark. Entries are final, so a sum over them is, too: it is made once, when somebody looks.';
comment on table usage_marks is 'The last entry of an account''s ledger that is counted into its usage days.';

comment on column generation_attempts.token is 'saved before the engine is asked: by it an order is found';
comment on column generation_attempts.handle is 'the engine''s name for the work, saved before the first look';
comment on column generation_attempts.tries is 'how often the same order was sent';
comment on column generation_attempts.position is 'in the engine''s own queue';
comment on column generation_attempts.late_look_at is 'a paid engine that was left is asked again then';
comment on column generation_attempts.size is 'pixels times seconds';
comment on table engine_costs is
  'The most that a generation of a model took at an engine, for what the next is to reserve against the cap of a day.';
comment on column engine_costs.dearest_ratio is 'USD for each of its size';
comment on column engine_costs.dearest_size is 'the largest that was made there';

comment on column media_objects.store is 'the folder, or a bucket''s address';
comment on column media_objects.kept_for is 'once it is used, before that an upload expires soon';
comment on column media_objects.poster_media_id is 'of an output';
comment on column webhook_deliveries.host is 'lines are by account and host';

-- What became of generations: one row a status that one has taken, written by the very commit that moved it. Waits,
-- streams and the dashboard read it; a sweep removes what is older than a day (docs/decisions/0017).
create table generation_changes (
  -- Numbers become visible in another order than they are drawn, because commits overlap; who wrote a row tells, with a
  -- snapshot, whether a reader can have seen it.
  xid xid8 not null default pg_current_xact_id(),
  number bigint not null generated always as identity,
  account_id uuid not null,
  generation_id uuid not null,
  status text not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index generation_changes_order on generation_changes (xid, number) with (deduplicate_items = off);
create index generation_changes_of_account on generation_changes (account_id, xid, number) with (deduplicate_items = off);

-- A trigger and not a part of each statement that moves a generation: none can forget it.
create function note_generation_change() returns trigger language plpgsql as $$
begin
  insert into generation_changes (account_id, generation_id, status) values (new.account_id, new.id, new.status);
  perform pg_notify('generation_changes', '');
  return null;
end $$;
create trigger generations_noted after update of status on generations
  for each row when (new.status <> old.status) execute function note_generation_change();

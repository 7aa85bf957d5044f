-- Money: every change of a balance is an entry that is never edited.

create table ledger_entries (
  id bigint generated always as identity primary key,
  -- No foreign keys on this table: accounts and generations are never deleted, a check for each row of each
  -- submit is measurable, and `audit` compares the sums anyway.
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'charge', 'refund')),
  amount bigint not null,
  generation_id uuid,
  reason text,
  created_at timestamptz not null default now(),
  check (case kind when 'charge' then amount <= 0 else amount >= 0 end),
  check ((kind = 'grant') = (generation_id is null))
);

-- A generation is charged once and refunded at most once, whatever the code above does.
create unique index ledger_entries_once on ledger_entries (generation_id, kind) where generation_id is not null;
create index ledger_entries_account on ledger_entries (account_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_entries_final before update or delete on ledger_entries
  for each row execute function refuse_change();

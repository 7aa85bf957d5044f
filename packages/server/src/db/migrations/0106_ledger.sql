-- Money: every change of a balance is an entry that is never edited. A charge is a generation's row; grants and refunds
-- have rows here.

create table ledger_entries (
  -- UUIDv7, as generations have, so that entries and charges sort by time together.
  id uuid not null default uuidv7(),
  -- No foreign keys, as for generations.
  account_id uuid not null,
  kind text not null check (kind in ('grant', 'refund')),
  amount bigint not null check (amount >= 0),
  generation_id uuid,
  reason text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  check ((kind = 'grant') = (generation_id is null))
);
comment on table ledger_entries is 'Grants and refunds. Charges are the rows of generations.';

-- A generation is refunded at most once, whatever the code above does.
create unique index ledger_entries_once on ledger_entries (generation_id) where generation_id is not null;

create trigger ledger_entries_final before update or delete on ledger_entries
  for each row execute function refuse_change();

create view ledger as
  select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
  union all
  select id, account_id, 'charge', -price, id, null, created_at from generations;
comment on view ledger is 'The ledger as people see it.';

create function families_of_account(p_account uuid) returns setof text language sql stable
  set enable_bitmapscan = off set enable_seqscan = off as $$
  with recursive used(family) as (
    (select family from generations where account_id = p_account order by account_id, family limit 1)
    union all
    select (
      select g.family from generations g where g.account_id = p_account and g.family > used.family
      order by g.account_id, g.family limit 1)
    from used where used.family is not null)
  select family from used where family is not null
$$;
comment on function families_of_account is
  'The families an account has ever used: one look into the index for each, however many generations there are.';

-- First the ids, by the indexes that lists have; then the rows: a page of a long ledger costs what a page of a short one
-- does.
create function ledger_before(p_account uuid, p_before uuid, p_limit integer) returns setof ledger
  language sql stable set enable_bitmapscan = off set enable_seqscan = off as $$
  with charged as materialized (
    select newest.id from families_of_account(p_account) as f(family) cross join lateral (
      select g.id from generations g where g.account_id = p_account and g.family = f.family and g.id < p_before
      order by g.id desc limit p_limit) newest
    order by newest.id desc limit p_limit)
  select * from (
    select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at
    from charged join generations g on g.id = charged.id
    union all
    (select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
      where account_id = p_account and id < p_before order by id desc limit p_limit)
  ) entry(id, account_id, kind, amount, generation_id, reason, created_at)
  order by id desc limit p_limit
$$;
comment on function ledger_before is 'An account''s entries before one, newest first, so many at most.';

create function ledger_after(p_account uuid, p_after uuid, p_limit integer) returns setof ledger
  language sql stable set enable_bitmapscan = off set enable_seqscan = off as $$
  with charged as materialized (
    select oldest.id from families_of_account(p_account) as f(family) cross join lateral (
      select g.id from generations g where g.account_id = p_account and g.family = f.family and g.id > p_after
      order by g.id limit p_limit) oldest
    order by oldest.id limit p_limit)
  select * from (
    select g.id, g.account_id, 'charge', -g.price, g.id, null, g.created_at
    from charged join generations g on g.id = charged.id
    union all
    (select id, account_id, kind, amount, generation_id, reason, created_at from ledger_entries
      where account_id = p_account and id > p_after order by id limit p_limit)
  ) entry(id, account_id, kind, amount, generation_id, reason, created_at)
  order by id limit p_limit
$$;
comment on function ledger_after is 'An account''s entries after one, oldest first, so many at most.';

create table spending_days (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  spent bigint not null,
  generations integer not null,
  primary key (account_id, day, api_key_id)
);
comment on table spending_days is
  'What each key spent on each day (UTC), charges less refunds, up to the account''s mark. Entries are final, so a sum over them is too: it is made when somebody looks, once.';

create table spending_marks (
  account_id uuid primary key,
  entry_id uuid not null
);
comment on table spending_marks is 'The last entry of an account''s ledger that is counted into its spending days.';

-- What the dashboard needs beside what the service itself keeps. Nothing here is written by a submit.

-- What each key spent on each day (UTC), charges less refunds, of the ledger's entries up to the mark. Entries are final,
-- so a sum over them is too: it is made when somebody looks, once, and a look adds up only what came since.
create table spending_days (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  spent bigint not null,
  generations integer not null,
  primary key (account_id, day, api_key_id)
);

create table spending_marks (
  account_id uuid primary key,
  -- The last entry of the ledger that is counted in.
  entry_id bigint not null
);

-- Who signs in and submits from the dashboard uses a key of the account's own, whose secret nobody ever had.
alter table api_keys add column made_for text check (made_for in ('dashboard'));
create unique index api_keys_made_for on api_keys (account_id, made_for)
  where made_for is not null and revoked_at is null;

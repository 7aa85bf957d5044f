-- Accounts, their sandbox twins and their keys.

create table accounts (
  id uuid primary key default uuidv7(),
  email text not null,
  -- 'live' or 'sandbox'.
  mode text not null,
  -- A sandbox twin names the account whose twin it is.
  live_account_id uuid references accounts,
  -- Ten-thousandths of a dollar. The check is the last line of defence: no code path relies on it.
  balance bigint not null default 0 check (balance >= 0),
  created_at timestamptz not null default now(),
  -- Below it a balance is called low; null: never.
  low_balance_threshold bigint check (low_balance_threshold >= 0)
) with (fillfactor = 50); -- the balance changes with every batch of submits: leave room for HOT updates
comment on table accounts is 'Whom generations belong to and who pays for them; each has a sandbox twin with play money.';

create unique index accounts_email on accounts (lower(email), mode);
create unique index accounts_twin on accounts (live_account_id) where live_account_id is not null;

-- A trigger and no check: checks are read from their text anew by every statement, and a submit changes the balance only.
create function refuse_wrong_account() returns trigger language plpgsql as $$
begin
  raise exception 'a % account with live account % cannot be', new.mode, new.live_account_id
    using errcode = 'check_violation';
end $$;
create trigger accounts_sound before insert or update of mode, live_account_id on accounts for each row
  when (new.mode not in ('live', 'sandbox') or (new.mode = 'sandbox') <> (new.live_account_id is not null))
  execute function refuse_wrong_account();

create function account_now(account uuid) returns timestamptz
  language sql stable as $$ select now() $$;
comment on function account_now is
  'The one source of time for limits, retries and expiry; leases use the database''s clock directly. A clock of a sandbox''s own can be added here without touching a query.';

create table api_keys (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts,
  name text not null,
  -- Keys are 190 random bits, so one fast hash is enough; the key itself is shown once and never stored.
  secret_sha256 bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default now(),
  -- Set by a chosen expiry, and by rotation: the old key lives on for the overlap.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rotated_from uuid references api_keys,
  -- Who signs in and submits from the dashboard uses a key of the account's own, whose secret nobody ever had.
  made_for text check (made_for in ('dashboard'))
);
comment on table api_keys is 'What callers show to be let in; only the hash of a key is kept.';

create index api_keys_account on api_keys (account_id, id);
create unique index api_keys_made_for on api_keys (account_id, made_for)
  where made_for is not null and revoked_at is null;

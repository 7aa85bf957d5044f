-- Accounts, their keys, and what the whole service must remember.

create table accounts (
  id uuid primary key default uuidv7(),
  email text not null,
  kind text not null check (kind in ('live', 'sandbox')),
  -- A sandbox twin names the account whose twin it is.
  live_account_id uuid references accounts,
  -- Ten-thousandths of a dollar. The check is the last line of defence: no code path relies on it.
  balance bigint not null default 0 check (balance >= 0),
  created_at timestamptz not null default now(),
  check ((kind = 'sandbox') = (live_account_id is not null))
) with (fillfactor = 50); -- the balance changes with every batch of submits: leave room for HOT updates

create unique index accounts_email on accounts (lower(email), kind);
create unique index accounts_twin on accounts (live_account_id) where live_account_id is not null;

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
  rotated_from uuid references api_keys
);
create index api_keys_account on api_keys (account_id, id);

-- One-use links into the dashboard; only the hash of the token is kept.
create table sign_in_links (
  token_sha256 bytea primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What every process must agree on and no operator has to choose, such as the key that signs media links.
create table service_secrets (
  name text primary key,
  value bytea not null
);

create table maintenance (
  family text primary key,
  since timestamptz not null default now()
);

-- The one source of time for limits, retries and expiry. Leases use the database's clock directly.
-- A sandbox clock can be added here without touching a query.
create function account_now(account uuid) returns timestamptz
  language sql stable as $$ select now() $$;

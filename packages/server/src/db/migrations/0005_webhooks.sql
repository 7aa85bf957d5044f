-- Webhooks: what is to be sent, and every attempt to send it.

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  account_id uuid not null,
  -- A generation ends once, so it announces itself once. Null for test events.
  generation_id uuid unique,
  url text not null,
  -- Deliveries to one host wait for each other, never for another host's.
  host text not null,
  -- The exact bytes, fixed when the generation settled: every attempt sends the same.
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  worker text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null))
) with (fillfactor = 85);
create index webhook_deliveries_due on webhook_deliveries (host, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_account on webhook_deliveries (account_id, id desc);

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries,
  number integer not null,
  started_at timestamptz not null,
  milliseconds integer,
  -- Null while under way, and when no answer came; then `error` says why.
  status_code integer,
  error text,
  answer_excerpt text,
  primary key (delivery_id, number)
);

create table webhook_secrets (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts,
  secret text not null,
  created_at timestamptz not null default now(),
  -- Set by rotation: until then, deliveries carry both signatures.
  expires_at timestamptz
);
create index webhook_secrets_account on webhook_secrets (account_id);

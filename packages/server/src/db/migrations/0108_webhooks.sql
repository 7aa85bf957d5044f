-- Webhooks: what is to be sent, and every attempt to send it.

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  account_id uuid not null,
  -- What happened, such as 'generation.ended'.
  event text not null,
  -- Null for events that are about none, such as tests.
  generation_id uuid,
  url text not null,
  -- Deliveries to one host wait for each other, never for another host's.
  host text not null,
  -- The exact bytes, fixed when the event happened: every attempt sends the same.
  payload text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  worker text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whatever the code above does, a generation tells each event once.
  unique (generation_id, event),
  check ((state = 'waiting') = (next_attempt_at is not null))
) with (fillfactor = 85);
comment on table webhook_deliveries is 'Events on their way to receivers, and those that have arrived or failed.';

-- One line an account and host, in which deliveries that were never tried go before those to be tried again.
create index webhook_deliveries_due on webhook_deliveries (account_id, host, (attempts > 0), next_attempt_at)
  where state = 'waiting';
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
comment on table webhook_attempts is 'Every attempt to send a delivery.';

create table webhook_secrets (
  id uuid primary key default uuidv7(),
  account_id uuid not null references accounts,
  secret text not null,
  created_at timestamptz not null default now(),
  -- Set by rotation: until then, deliveries carry both signatures.
  expires_at timestamptz
);
comment on table webhook_secrets is 'What an account''s deliveries are signed with.';
create index webhook_secrets_account on webhook_secrets (account_id);

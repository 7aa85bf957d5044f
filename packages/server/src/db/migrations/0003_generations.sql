-- The generation row is the job: queue, lease and record in one place, so that none can drift from another.

create table generations (
  id uuid primary key,
  account_id uuid not null,
  api_key_id uuid not null,
  family text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),

  -- What was asked. `json`, not `jsonb`: it is read whole, never searched, and costs less to write.
  model text not null,
  prompt text not null,
  fields json not null,
  work json not null,
  scenario json,
  inputs json not null,
  seed bigint not null,
  price bigint not null check (price >= 0),
  callback_url text,

  -- Queue. `lane` is the engine that will do the work; `turn` is set while the job may be taken.
  lane text not null,
  turn bigint,
  priority smallint not null default 0,
  ready_at timestamptz,
  deadline_at timestamptz not null,

  -- The lease, by the database's clock; `attempt` is the fence that makes a presumed-dead worker's writes miss.
  worker text,
  attempt integer not null default 0,
  lease_until timestamptz,

  -- The engine's side: the token is saved before the engine is asked, the handle before the first poll,
  -- so that no crash can make us ask (and pay) twice.
  engine_token uuid,
  engine_handle json,
  -- Passing trouble is waited out until the deadline; what is written here then decides between TIMEOUT and MAINTENANCE.
  engine_trouble text check (engine_trouble in ('unavailable', 'internal')),
  engine_failures smallint not null default 0,
  progress smallint check (progress between 0 and 100),

  -- How it ended.
  failure_code text,
  failure_reason text,
  output_media_id uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,

  check ((status = 'failed') = (failure_code is not null)),
  check ((status = 'completed') = (output_media_id is not null)),
  check ((status in ('completed', 'failed')) = (finished_at is not null))
) with (fillfactor = 85);

-- Ids are UUIDv7, so id order is creation order.
create index generations_list on generations (account_id, family, id desc);
create index generations_waiting on generations (lane, turn, account_id) where turn is not null;
create index generations_waiting_of_account on generations (lane, account_id, priority desc, id) where turn is not null;
-- For the place in the queue: an account's nth turn, however many it has.
create index generations_turns_of_account on generations (lane, account_id, turn) where turn is not null;
create index generations_delayed on generations (ready_at) where ready_at is not null;
create index generations_leased on generations (lane, lease_until) where status = 'processing';
create index generations_unfinished on generations (deadline_at) where finished_at is null;

-- Nothing is ever searched by these; sampling them was a seventh of the database's work under a flood of submits.
alter table generations alter prompt set statistics 0, alter fields set statistics 0, alter work set statistics 0,
  alter scenario set statistics 0, alter inputs set statistics 0;

create trigger generations_final before update or delete on generations
  for each row when (old.status in ('completed', 'failed')) execute function refuse_change();

-- Turns. Each lane has a clock that shows the turn last taken; each account the turn its next job gets. A job's turn
-- is the later of the two, so a newcomer stands beside the front of the queue however long another's queue is.
create table lanes (
  lane text primary key,
  turn bigint not null default 0
) with (fillfactor = 50);

create table turns (
  lane text not null,
  account_id uuid not null,
  next_turn bigint not null,
  primary key (lane, account_id)
) with (fillfactor = 50);

create table idempotency_keys (
  account_id uuid not null,
  path text not null,
  key text not null,
  body_sha256 bytea not null,
  -- Null while the first request is still being worked on.
  generation_id uuid,
  expires_at timestamptz not null,
  primary key (account_id, path, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

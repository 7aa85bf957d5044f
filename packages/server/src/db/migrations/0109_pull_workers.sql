-- Work that workers fetch by themselves: their keys, and the jobs that wait for them or are with them.

create table engine_keys (
  id uuid primary key default uuidv7(),
  -- As the operator's file calls it. No foreign key: engines stand in that file.
  engine text not null,
  -- As of API keys: random enough for one fast hash; the key itself is shown once and never stored.
  secret_sha256 bytea not null unique check (octet_length(secret_sha256) = 32),
  last4 text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);
comment on table engine_keys is 'What a pull worker shows to be let in; a key names one worker of one engine.';
create index engine_keys_engine on engine_keys (engine, id);

create table pull_jobs (
  -- The token of the attempt that wants it, and the name by which workers know it.
  id uuid primary key,
  -- The order in which jobs came.
  number bigint not null generated always as identity,
  engine text not null,
  account_id uuid not null,
  -- The order as the worker gets it, in JSON: we write it ourselves, so PostgreSQL need not check it.
  body text not null,
  output_kind text not null check (output_kind in ('image', 'video')),
  -- Work that costs money is never given out twice.
  paid boolean not null,
  deadline_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'claimed', 'succeeded', 'failed', 'canceled', 'lost')),

  -- Who has it, or had it when it ended, and who ever had it; the lease is by the database's clock.
  key_id uuid references engine_keys,
  held_by uuid[] not null default '{}',
  claims smallint not null default 0,
  lease_until timestamptz,
  progress smallint check (progress between 0 and 100),

  -- How it ended.
  output_media_id uuid,
  error_class text,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,

  check ((state = 'claimed') = (lease_until is not null)),
  check (case state when 'waiting' then key_id is null when 'claimed' then key_id is not null else true end),
  check ((state = 'succeeded') = (output_media_id is not null)),
  check ((state = 'failed') = (error_class is not null)),
  check ((state in ('waiting', 'claimed')) = (ended_at is null))
) with (fillfactor = 70);
comment on table pull_jobs is 'What pull workers are to make: one row an attempt, kept for a day after its end.';

create index pull_jobs_waiting on pull_jobs (engine, number) where state = 'waiting';
create index pull_jobs_leases on pull_jobs (lease_until) where state = 'claimed';
create index pull_jobs_ended on pull_jobs (ended_at) where ended_at is not null;

create trigger pull_jobs_final before update on pull_jobs for each row when (old.ended_at is not null)
  execute function refuse_change();

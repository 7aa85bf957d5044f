-- The generation row is the job and its charge: queue, lease, record and price in one place, so that none can drift from
-- another (docs/decisions/0003 and 0010).

create table generations (
  -- UUIDv7, so id order is creation order.
  id uuid primary key,
  -- No foreign keys: accounts and keys are never deleted, a check for each row of each submit is measurable, and `audit`
  -- looks anyway.
  account_id uuid not null,
  api_key_id uuid not null,
  family text not null,
  status text not null default 'pending',

  -- What was asked. Text, not JSON: we write it ourselves, so PostgreSQL need not check it; whoever reads it says
  -- `::json`. The prompt stands in its own column only.
  model text not null,
  prompt text not null,
  fields text not null,
  work text not null,
  scenario text,
  inputs text not null,
  seed bigint not null,
  price bigint not null check (price >= 0),
  callback_url text,

  -- The queue (0104). `engine` will do the work; `turn` is set while the job may be taken, `ready_at` while a scenario
  -- keeps it back.
  engine text not null,
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
  engine_trouble text,
  engine_failures smallint not null default 0,
  progress smallint,

  -- How it ended.
  failure_code text,
  failure_reason text,
  output_media_id uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
) with (fillfactor = 85);
comment on table generations is 'One row a generation: the job in the queue, the record that is shown, and the charge.';

-- Ascending, as ids come: entries that always go before the last one leave every page half full. No two entries of these
-- indexes are alike, so looking for such takes time and finds nothing.
create index generations_list on generations (account_id, family, id) with (deduplicate_items = off);

-- How finely the finest column is known decides how many rows autovacuum samples, every ten seconds under a flood of
-- submits. A tenth of the usual is enough to choose the indexes; by the other columns nothing is ever searched.
alter table generations
  alter id set statistics 10, alter account_id set statistics 10, alter api_key_id set statistics 10,
  alter family set statistics 10, alter status set statistics 10, alter engine set statistics 10,
  alter turn set statistics 10, alter priority set statistics 10, alter ready_at set statistics 10,
  alter deadline_at set statistics 10, alter lease_until set statistics 10, alter output_media_id set statistics 10,
  alter created_at set statistics 10, alter finished_at set statistics 10,
  alter model set statistics 0, alter prompt set statistics 0, alter fields set statistics 0,
  alter work set statistics 0, alter scenario set statistics 0, alter inputs set statistics 0,
  alter seed set statistics 0, alter price set statistics 0, alter callback_url set statistics 0,
  alter worker set statistics 0, alter attempt set statistics 0, alter engine_token set statistics 0,
  alter engine_handle set statistics 0, alter engine_trouble set statistics 0, alter engine_failures set statistics 0,
  alter progress set statistics 0, alter failure_code set statistics 0, alter failure_reason set statistics 0,
  alter started_at set statistics 0;

-- Triggers and not checks, which every statement reads from their text anew: what a submit cannot break is looked at
-- where rows change.
create function refuse_other_beginning() returns trigger language plpgsql as $$
begin
  raise exception 'a generation begins as pending, not as %', new.status using errcode = 'check_violation';
end $$;
create trigger generations_begin before insert on generations for each row when (new.status <> 'pending')
  execute function refuse_other_beginning();

-- The moves are those of packages/contract/src/states.ts; a test compares the two.
create function check_generation() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'failed'), ('processing', 'completed'), ('processing', 'failed'))
  then
    raise exception 'generation % cannot move from % to %', new.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.status = 'failed') = (new.failure_code is not null)
    and (new.status = 'completed') = (new.output_media_id is not null)
    and (new.status in ('completed', 'failed')) = (new.finished_at is not null)
    and coalesce(new.engine_trouble in ('unavailable', 'internal'), true)
    and coalesce(new.progress between 0 and 100, true)
  then
    return new;
  end if;
  raise exception 'generation % would be % and not as such a one must be', new.id, new.status
    using errcode = 'check_violation';
end $$;
create trigger generations_sound before update on generations for each row execute function check_generation();

create trigger generations_final before update or delete on generations
  for each row when (old.status in ('completed', 'failed')) execute function refuse_change();

-- What made the charge is final from the start; the trigger costs nothing for updates of other columns.
create trigger generations_charge_final before update of id, account_id, api_key_id, price, created_at or delete
  on generations for each row execute function refuse_change();

-- What lies in the media store, for whom, and until when.

create table media_objects (
  id uuid primary key,
  account_id uuid not null,
  purpose text not null check (purpose in ('input', 'output')),
  store_key text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text,
  file_name text not null,
  created_at timestamptz not null default now(),
  -- How long it is kept once it belongs to a generation; until then it has an hour.
  kept_for interval not null,
  expires_at timestamptz not null,
  -- The row outlives the file, so that an old link can be told "gone" from "never was".
  removed_at timestamptz
);
create index media_objects_expiry on media_objects (expires_at) where removed_at is null;

-- What lies in the media store, for whom, and until when.

create table media_objects (
  id uuid primary key,
  account_id uuid not null,
  purpose text not null check (purpose in ('input', 'output', 'poster')),
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
  removed_at timestamptz,
  -- Of outputs whose engine made one: the medium that shows it small, kept as long as the output is.
  poster_media_id uuid,
  -- Some twenty bytes in base64 from which a page draws a blur until the poster arrives.
  thumbhash text,
  check ((poster_media_id is null) = (thumbhash is null))
);
comment on table media_objects is 'Files in the media store: inputs, outputs, and the posters of outputs.';
create index media_objects_expiry on media_objects (expires_at) where removed_at is null;

-- Programs from 0115 on may run beside it.
-- A row holds what one process answered to one key in about a second: a row a request would write more than the requests do.
create table key_requests (
  id uuid primary key default uuidv7(),
  api_key_id uuid not null,
  requests integer not null,
  entries text not null
);
comment on table key_requests is 'The last requests of each key, for people to look at; many in a row, as JSON.';
create index key_requests_of_key on key_requests (api_key_id, id);

-- What the whole service must remember, and what every table may use.

create table service_secrets (
  name text primary key,
  value bytea not null
);
comment on table service_secrets is
  'What every process must agree on and no operator has to choose, such as the key that signs media links.';

create table maintenance (
  family text primary key,
  since timestamptz not null default now()
);
comment on table maintenance is 'Families that take no new work for now.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final', tg_table_name using errcode = 'restrict_violation';
end $$;

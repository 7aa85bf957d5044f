-- Programs from 0115 on may run beside it.
-- Spending is told by family and model, too. It is added up anew: what was added up before does not know them. Programs
-- before this one go on with spending_days and spending_marks, which a later version drops.
create table usage_days (
  account_id uuid not null,
  day date not null,
  api_key_id uuid not null,
  family text not null,
  model text not null,
  spent bigint not null,
  generations integer not null,
  primary key (account_id, day, api_key_id, family, model)
);
comment on table usage_days is 'As spending_days, by family and model, too.';
create table usage_marks (account_id uuid primary key, entry_id uuid not null);
-- What failed of an account, newest first. Only an update to failed writes here.
create index generations_failed on generations (account_id, id) include (family, failure_code) where status = 'failed';

-- What operators did, so that others can see it.

create table operator_actions (
  -- UUIDv7, so that they sort by time.
  id uuid primary key default uuidv7(),
  created_at timestamptz not null default clock_timestamp(),
  person_id uuid not null,
  -- Kept with it: who was it stays true when the person goes.
  email text not null,
  action text not null,
  -- What it was done to: an account, a person, a family, an engine.
  subject text not null,
  detail json not null
);
comment on table operator_actions is 'Every change that an operator made through the account interface. Nothing is ever taken out.';
create trigger operator_actions_stay before update or delete on operator_actions
  for each statement execute function refuse_change();

-- The rows of the version before, into this version's tables. What has ended is copied as it is: the triggers that
-- refuse such rows are about new ones.

insert into service_secrets select * from afterimage_before.service_secrets;
insert into maintenance select * from afterimage_before.maintenance;

insert into accounts (id, email, mode, live_account_id, balance, created_at, low_balance_threshold)
  select id, email, kind, live_account_id, balance, created_at, low_balance_threshold from afterimage_before.accounts;
insert into api_keys select * from afterimage_before.api_keys;

insert into people select * from afterimage_before.people;
insert into memberships select * from afterimage_before.memberships;
insert into sessions select * from afterimage_before.sessions;
insert into sign_in_links select * from afterimage_before.sign_in_links;
insert into invitations select * from afterimage_before.invitations;
insert into oidc_identities select * from afterimage_before.oidc_identities;
insert into sign_in_tries select * from afterimage_before.sign_in_tries;

alter table generations disable trigger user;
insert into generations (id, account_id, api_key_id, family, status, model, prompt, fields, work, scenario, inputs,
    seed, price, callback_url, engine, turn, priority, ready_at, deadline_at, worker, attempt, lease_until, engine_token,
    engine_handle, engine_trouble, engine_failures, progress, failure_code, failure_reason, output_media_id, created_at,
    started_at, finished_at)
  select id, account_id, api_key_id, family, status, model, prompt, fields, work, scenario, inputs, seed, price,
    callback_url, lane, turn, priority, ready_at, deadline_at, worker, attempt, lease_until, engine_token, engine_handle,
    engine_trouble, engine_failures, progress, failure_code, failure_reason, output_media_id, created_at, started_at,
    finished_at
  from afterimage_before.generations order by id;
alter table generations enable trigger user;
insert into engine_turns (engine, turn) select lane, turn from afterimage_before.lanes;
insert into account_turns (engine, account_id, next_turn)
  select lane, account_id, next_turn from afterimage_before.turns;
insert into idempotency_keys select * from afterimage_before.idempotency_keys;

insert into ledger_entries select * from afterimage_before.ledger_entries;
insert into spending_days select * from afterimage_before.spending_days;
insert into spending_marks select * from afterimage_before.spending_marks;

insert into media_objects select * from afterimage_before.media_objects;

insert into webhook_deliveries (id, account_id, event, generation_id, url, host, payload, state, attempts,
    next_attempt_at, worker, lease_until, created_at, finished_at)
  select id, account_id, case when generation_id is null then 'test' else 'generation.ended' end, generation_id, url,
    host, payload, state, attempts, next_attempt_at, worker, lease_until, created_at, finished_at
  from afterimage_before.webhook_deliveries;
insert into webhook_attempts select * from afterimage_before.webhook_attempts;
insert into webhook_secrets select * from afterimage_before.webhook_secrets;

drop schema afterimage_before cascade;

-- Everything of the version before goes into a schema of its own, so that this version's tables can be made beside it.

create schema afterimage_before;

alter table accounts set schema afterimage_before;
alter table api_keys set schema afterimage_before;
alter table generations set schema afterimage_before;
alter table idempotency_keys set schema afterimage_before;
alter table invitations set schema afterimage_before;
alter table lanes set schema afterimage_before;
alter table ledger_entries set schema afterimage_before;
alter table maintenance set schema afterimage_before;
alter table media_objects set schema afterimage_before;
alter table memberships set schema afterimage_before;
alter table oidc_identities set schema afterimage_before;
alter table people set schema afterimage_before;
alter table service_secrets set schema afterimage_before;
alter table sessions set schema afterimage_before;
alter table sign_in_links set schema afterimage_before;
alter table sign_in_tries set schema afterimage_before;
alter table spending_days set schema afterimage_before;
alter table spending_marks set schema afterimage_before;
alter table turns set schema afterimage_before;
alter table webhook_attempts set schema afterimage_before;
alter table webhook_deliveries set schema afterimage_before;
alter table webhook_secrets set schema afterimage_before;
alter view ledger set schema afterimage_before;

alter function account_now set schema afterimage_before;
alter function admit_delayed_generations set schema afterimage_before;
alter function check_generation set schema afterimage_before;
alter function claim_generations set schema afterimage_before;
alter function delayed_positions set schema afterimage_before;
alter function families_of_account set schema afterimage_before;
alter function keep_attached set schema afterimage_before;
alter function ledger_after set schema afterimage_before;
alter function ledger_before set schema afterimage_before;
alter function overdue_generations set schema afterimage_before;
alter function queue_positions set schema afterimage_before;
alter function refuse_change set schema afterimage_before;
alter function refuse_wrong_account set schema afterimage_before;
alter function submit_alike set schema afterimage_before;
alter function submit_generation set schema afterimage_before;
alter function submit_generations set schema afterimage_before;

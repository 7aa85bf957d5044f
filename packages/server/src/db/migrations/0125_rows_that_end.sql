-- Rows that end: what old generations cost stays in the ledger, one entry for many of them (docs/decisions/0022-rows-that-end.md).
-- Programs from 0116 on may run beside it.

alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_amount_check,
  drop constraint ledger_entries_check,
  add check (kind in ('grant', 'refund', 'carried')),
  add check (amount >= 0 or kind = 'carried'),
  add check ((kind = 'refund') = (generation_id is not null));

-- What is final may still end: only in a transaction that says so, and leaves the sum of what it takes.
drop trigger ledger_entries_final on ledger_entries;
create trigger ledger_entries_final before update or delete on ledger_entries
  for each row when (current_setting('afterimage.carrying', true) is distinct from 'on') execute function refuse_change();
drop trigger generations_final on generations;
create trigger generations_final before update on generations
  for each row when (old.status in ('completed', 'failed')) execute function refuse_change();
drop trigger generations_charge_final on generations;
create trigger generations_charge_final before update of id, account_id, api_key_id, price, created_at on generations
  for each row execute function refuse_change();
create trigger generations_stay before delete on generations
  for each row when (current_setting('afterimage.carrying', true) is distinct from 'on') execute function refuse_change();

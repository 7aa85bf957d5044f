-- Claims and settles go side by side, as submits do (0127): who says so tells of a change himself, after the commit.
-- Programs from 0116 on may run beside it.
-- They do not say so, and the trigger notifies in their commits, as it did.
create or replace function note_generation_change() returns trigger language plpgsql as $$
begin
  insert into generation_changes (account_id, generation_id, status) values (new.account_id, new.id, new.status);
  perform pg_notify('generation_changes', '') where current_setting('afterimage.announces', true) is distinct from 'on';
  return null;
end $$;

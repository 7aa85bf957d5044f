-- Programs from 0130 on may run beside it.
-- No reference: a key keeps its maker when the person goes, and is not taken for one of the command line.
alter table api_keys add made_by uuid;
comment on column api_keys.made_by is 'the person; null: made on the command line, or before that was noted';

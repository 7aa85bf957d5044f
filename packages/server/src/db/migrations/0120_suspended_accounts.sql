-- Programs from 0115 on may run beside it.
-- Since when an account takes no requests; its twin has the same. Programs before this one do not look.
alter table accounts add suspended_at timestamptz;

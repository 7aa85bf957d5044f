-- When a paid engine that was left, at the time limit or on request, is next asked whether it made it all the same: by
-- whichever process comes first. Null: nobody asks.
alter table generation_attempts add column late_look_at timestamptz;
create index generation_attempts_late on generation_attempts (late_look_at) where late_look_at is not null;

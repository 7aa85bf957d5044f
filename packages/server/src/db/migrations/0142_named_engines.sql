-- Which engines the files of running workers name: while one names an engine, others whose file does not leave its queue alone.
-- Programs from 0130 on may run beside it.
-- They name nothing, and divert what waits for engines that their own file does not name, as they did.
alter table engines add named_until timestamptz;
comment on table engines is
  'One row an engine of the operator''s file, now or before, shared by all: health, breaker, slots, cost of today, whether a worker names it.';

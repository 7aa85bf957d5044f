-- Comments only: besides a scenario, a rest keeps jobs back whose account waits for too much media already.
-- Programs from 0130 on may run beside it.
comment on column generations.ready_at is 'kept back until then';
comment on function admit_delayed is
  'Jobs that were kept back join the queue when their time has come. Answers the engine of each.';
comment on function delayed_positions is
  'The positions of jobs that are kept back: behind all that may be taken now, as they will join them. Nothing is counted past 1,000.';

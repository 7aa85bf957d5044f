-- Tables that grow without end are vacuumed after half a million dead rows. PostgreSQL alone would wait for a fifth of the
-- table, of a hundred million generations twenty million, and then take hours; small tables are as they were.
-- Programs from 0116 on may run beside it.
do $$
declare
  each regclass;
begin
  foreach each in array '{generations, generation_attempts, webhook_deliveries, media_objects}'::regclass[] loop
    execute format('alter table %s set (autovacuum_vacuum_max_threshold = 500000)', each);
  end loop;
end $$;

-- Inside a line, deliveries that were never tried go before those to be tried again, so the index keeps them apart: a
-- host with 10,000 repeats due would otherwise be read through for each first attempt.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (account_id, host, (attempts > 0), next_attempt_at)
  where state = 'waiting';

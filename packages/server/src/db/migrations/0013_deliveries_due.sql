-- Deliveries of one account to one host wait for each other, never for another account's: the walk goes by both.
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (account_id, host, next_attempt_at) where state = 'waiting';

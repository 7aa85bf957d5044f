-- Comments only, where they left out what a reader would get wrong.
-- Programs from 0130 on may run beside it.
comment on function account_now is
  'The one source of time for time limits, spend limits, repeats of webhooks, and the ends of files and Idempotency-Keys; leases use the database''s clock directly. A sandbox''s clock is set ahead by moving these times back, all but spend limits: it is real time for all.';
comment on column generations.worker is
  'who holds it; handed back for anyone when its lease ends: null, or its old name while the work is with its engine';
comment on column spend_limits.spent is 'a refund lowers it while the period of its charge lasts';

-- In fewer words: the page is to be read in one go.
comment on table generation_changes is
  'The log of moves, one row each but for submits, kept for 25 hours: waits, streams and pages are told from it, by xid and number.';
comment on function delayed_positions is
  'The positions of jobs that a scenario keeps back: behind all that may be taken now, as they will join them. Nothing is counted past 1,000.';

-- A comment only: since 0136 the turn of a queue whose account did not pay is null.
-- Programs from 0130 on may run beside it.
comment on function charge_submits is
  'Charges the accounts of a batch of submits and takes their turns. Answers who paid, and the turn after each queue''s last, null of who did not. p_wakes: unread; programs of before 0133 say it.';

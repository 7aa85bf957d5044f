-- Comments only, where a stranger was misled by them.
-- Programs from 0130 on may run beside it.
comment on table generation_attempts is
  'One row an attempt to have a generation made by an engine, found again by token (unique in its month) or handle: a paid engine is asked once, a free one perhaps again.';
comment on column generation_attempts.position is 'how many stand before it in the engine''s own queue';
comment on table engines is
  'One row an engine of the operator''s file, now or before, shared by all processes: its health, breaker, slots and what it cost today.';
comment on column generations.fields is 'the request, without prompt and media';
comment on column generations.attempt is
  'counts claims, and what a worker writes of its state names its own, so a late one misses';
comment on function account_now is
  'The one source of time for time limits, spend limits, repeats of webhooks, and the ends of files and Idempotency-Keys; leases use the database''s clock directly. A sandbox''s clock is set ahead by moving these times back, so it is real time for everybody.';
comment on function claim_generations is
  'Takes so many jobs of an engine for a worker: first those whose lease ran out, then those whose turn it is. With p_slots (null for embedded engines) no more are with it than so many, whoever claims; without p_fresh, nothing begins.';
comment on function make_months is
  'Tells the newest month its end and makes the one after it, a week before that begins, unless rows of it or later are there. False: not now.';

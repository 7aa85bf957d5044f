-- What the dashboard asks to be remembered: when a balance is low, and who tried to sign in how often.

-- Ten-thousandths of a dollar; null: the balance is never called low.
alter table accounts add column low_balance_threshold bigint check (low_balance_threshold >= 0);

-- One row an email address or caller that was wrong lately, with the times of its tries. Losing them in a crash hurts
-- nobody, and not logging them makes a try cost no wait for the disk.
create unlogged table sign_in_tries (
  name text primary key,
  tried_at timestamptz[] not null,
  -- When the last of them is forgotten.
  expires_at timestamptz not null
);
create index sign_in_tries_expiry on sign_in_tries (expires_at);

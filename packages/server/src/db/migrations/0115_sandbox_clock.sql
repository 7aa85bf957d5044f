-- How far the clock of a sandbox twin has been moved ahead of real time. What time brings is moved, and no query looks here.
alter table accounts add clock_ahead_seconds bigint not null default 0;

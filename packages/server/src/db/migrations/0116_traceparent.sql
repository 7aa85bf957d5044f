-- Programs from 0115 on may run beside it.
-- The trace that the submit was a part of (W3C Trace Context), so that any worker goes on with it; null: none.
alter table generations add traceparent text;
alter table generations alter traceparent set statistics 0;

-- Submits of one account that differ in little: answers whether the account could pay for all of them.
-- The account pays and takes its turns first, then the rows are written: one statement less than looking first and
-- locking last, as 0014 did. A process sends one batch behind the other, so only those of others wait meanwhile.
-- Each of its statements finds its row by key, so PostgreSQL plans them once without being told to; the number of rows
-- must come from where it has no guess to make (`generate_subscripts`), or it would plan anew for every number.
create or replace function submit_alike(
    p_account uuid, p_api_key uuid, p_family text, p_model text, p_lane text, p_priority smallint,
    p_limit_seconds double precision, p_total bigint,
    p_attached uuid[], p_attached_paths text[], p_attached_keys text[],
    p_ids uuid[], p_prompts text[], p_fields text[], p_works text[], p_seeds bigint[], p_prices bigint[],
    p_callbacks text[])
  returns boolean language plpgsql as $$
declare
  jobs bigint := cardinality(p_ids);
  submitted_at timestamptz;
  deadline timestamptz;
  first_turn bigint;
begin
  update accounts set balance = balance - p_total where id = p_account and balance >= p_total
    returning account_now(id), account_now(id) + make_interval(secs => p_limit_seconds) into submitted_at, deadline;
  if not found then
    return false;
  end if;
  insert into turns as t (lane, account_id, next_turn)
    values (p_lane, p_account, coalesce((select l.turn from lanes l where l.lane = p_lane), 0) + jobs)
    on conflict (lane, account_id) do update set next_turn = greatest(t.next_turn + jobs, excluded.next_turn)
    returning next_turn - jobs into first_turn;
  insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
      callback_url, lane, priority, turn, deadline_at, created_at)
    select p_ids[i], p_account, p_api_key, p_family, p_model, p_prompts[i], p_fields[i], p_works[i], '[]', p_seeds[i],
      p_prices[i], p_callbacks[i], p_lane, p_priority, first_turn + i - 1, deadline, submitted_at
    from generate_subscripts(p_ids, 1) as i;
  perform pg_notify('work', p_lane);
  if cardinality(p_attached) > 0 then
    perform keep_attached(p_attached, p_attached_paths, p_attached_keys);
  end if;
  return true;
end $$;

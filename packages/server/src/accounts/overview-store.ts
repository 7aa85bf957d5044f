/** The statement behind the operator's list of accounts. */
import type { Queryable } from '../db/postgres.ts';

export interface AccountOverview {
  id: string;
  email: string;
  balance: number;
  sandbox_id: string;
  sandbox_balance: number;
  people: number;
  keys: number;
  created_at: Date;
}

/** By email; `afterId` is the last account of the page before. */
export function listAccountOverviews(
  db: Queryable,
  page: { afterId: string | null; text: string | null; limit: number },
): Promise<AccountOverview[]> {
  return db.query<AccountOverview>(
    {
      text: `select a.id, a.email, a.balance, twin.id as sandbox_id, twin.balance as sandbox_balance, a.created_at,
          (select count(*) from memberships m where m.account_id = a.id)::integer as people,
          (select count(*) from api_keys k where k.account_id in (a.id, twin.id) and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > now()))::integer as keys
        from accounts a join accounts twin on twin.live_account_id = a.id
        where a.mode = 'live' and ($1::uuid is null or lower(a.email) > (select lower(email) from accounts where id = $1))
          and ($2::text is null or a.email ilike '%' || $2 || '%')
        order by lower(a.email) limit $3`,
    },
    [page.afterId, page.text?.replaceAll(/[\\%_]/g, '\\$&') ?? null, page.limit],
  );
}

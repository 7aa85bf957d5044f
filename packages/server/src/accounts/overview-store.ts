/** The statements behind the operator's list of accounts, and one of them. */
import { maybeOne, type Queryable } from '../db/postgres.ts';

export interface AccountOverview {
  id: string;
  email: string;
  balance: number;
  sandbox_id: string;
  sandbox_balance: number;
  people: number;
  keys: number;
  suspended_at: Date | null;
  created_at: Date;
}

const selectOverviews = `select a.id, a.email, a.balance, twin.id as sandbox_id, twin.balance as sandbox_balance,
    a.suspended_at, a.created_at, (select count(*) from memberships m where m.account_id = a.id)::integer as people,
    (select count(*) from api_keys k where k.account_id in (a.id, twin.id) and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now()))::integer as keys
  from accounts a join accounts twin on twin.live_account_id = a.id`;

/** By its own id or that of its twin. */
export async function findAccountOverview(db: Queryable, id: string): Promise<AccountOverview | undefined> {
  return maybeOne(await db.query<AccountOverview>({ text: `${selectOverviews} where $1 in (a.id, twin.id)` }, [id]));
}

/** By email; `afterId` is the last account of the page before. */
export function listAccountOverviews(
  db: Queryable,
  page: { afterId: string | null; text: string | null; limit: number },
): Promise<AccountOverview[]> {
  return db.query<AccountOverview>(
    {
      text: `${selectOverviews}
        where a.mode = 'live' and ($1::uuid is null or lower(a.email) > (select lower(email) from accounts where id = $1))
          and ($2::text is null or a.email ilike '%' || $2 || '%')
        order by lower(a.email) limit $3`,
    },
    [page.afterId, page.text?.replaceAll(/[\\%_]/g, '\\$&') ?? null, page.limit],
  );
}

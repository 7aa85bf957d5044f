/** The statements about the key with which people who are signed in submit. */
import { maybeOne, type Queryable } from '../db/postgres.ts';

export async function findDashboardKey(db: Queryable, accountId: string): Promise<string | undefined> {
  const text = `select id from api_keys where account_id = $1 and made_for = 'dashboard' and revoked_at is null`;
  return maybeOne(await db.query<{ id: string }>({ name: 'find_dashboard_key', text }, [accountId]))?.id;
}

/** Undefined when someone else made it meanwhile. */
export async function insertDashboardKey(
  db: Queryable,
  key: { accountId: string; name: string; secretSha256: Buffer },
): Promise<string | undefined> {
  const text = `insert into api_keys (account_id, name, secret_sha256, last4, made_for)
    values ($1, $2, $3, '', 'dashboard')
    on conflict (account_id, made_for) where made_for is not null and revoked_at is null do nothing returning id`;
  const rows = await db.query<{ id: string }>({ text }, [key.accountId, key.name, key.secretSha256]);
  return maybeOne(rows)?.id;
}

/** The statement that shows a webhook secret with its times. */
import { one, type Queryable } from '../db/postgres.ts';

export interface SecretInForce {
  secret: string;
  created_at: Date;
  /** Until when an older one signs beside it. */
  also_signing_until: Date | null;
}

export async function findSecretInForce(db: Queryable, accountId: string): Promise<SecretInForce> {
  const text = `select secret, created_at,
      (select max(older.expires_at) from webhook_secrets older
        where older.account_id = $1 and older.expires_at > now()) as also_signing_until
    from webhook_secrets where account_id = $1 and expires_at is null order by id desc limit 1`;
  return one(await db.query<SecretInForce>({ name: 'find_secret_in_force', text }, [accountId]));
}

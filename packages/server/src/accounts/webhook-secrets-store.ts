/** The statements about webhook secrets; what they hold is sealed. */
import type { Db, Queryable, Tx } from '../db/postgres.ts';

export interface ActiveSecret {
  secret: string;
  created_at: Date;
  expires_at: Date | null;
}

/** The one without an end first, then the one that ends last. */
export function findActiveSecrets(db: Queryable, accountId: string): Promise<ActiveSecret[]> {
  const text = `select secret, created_at, expires_at from webhook_secrets
    where account_id = $1 and (expires_at is null or expires_at > now()) order by expires_at desc nulls first, id desc`;
  return db.query<ActiveSecret>({ name: 'find_active_secrets', text }, [accountId]);
}

export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query({ text: `select from accounts where id = $1 for no key update` }, [accountId]);
}

export async function insertWebhookSecret(tx: Tx, accountId: string, secret: string): Promise<void> {
  await tx.query({ text: `insert into webhook_secrets (account_id, secret) values ($1, $2)` }, [accountId, secret]);
}

export async function endCurrentSecret(tx: Tx, accountId: string, hours: number): Promise<void> {
  const text = `update webhook_secrets set expires_at = now() + make_interval(hours => $2)
    where account_id = $1 and expires_at is null`;
  await tx.query({ text }, [accountId, hours]);
}

/** At once, older ones too; whoever needs one next finds none in force and makes it. */
export async function endSecrets(tx: Tx, accountIds: string[]): Promise<void> {
  const text = `update webhook_secrets set expires_at = now()
    where account_id = any ($1) and (expires_at is null or expires_at > now())`;
  await tx.query({ text }, [accountIds]);
}

export function findOtherwiseSealed(
  db: Db,
  { mark, limit }: { mark: string; limit: number },
): Promise<{ id: string; account_id: string; secret: string }[]> {
  const text = `select id, account_id, secret from webhook_secrets where not starts_with(secret, $1) limit $2`;
  return db.query({ text }, [mark, limit]);
}

/** Unless another process was quicker. */
export async function replaceSecret(db: Db, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
  await db.query({ text: `update webhook_secrets set secret = $3 where id = $1 and secret = $2` }, [id, from, to]);
}

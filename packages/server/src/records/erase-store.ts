/** The statements that take a person's and an account's words out of the database; the amounts stay in the books. */
import type { Queryable, Tx } from '../db/postgres.ts';
import type { ObjectLocation } from '../media/objects-store.ts';

export interface Unfinished {
  id: string;
  accountId: string;
  family: string;
}

export function listUnfinished(db: Queryable, accountIds: readonly string[]): Promise<Unfinished[]> {
  const text = `select id, account_id as "accountId", family from generations
    where account_id = any ($1::uuid[]) and finished_at is null order by id`;
  return db.query({ text }, [accountIds]);
}

/** Files that still lie in a store, so many of them. */
export function listFiles(db: Queryable, accountIds: readonly string[], limit: number): Promise<ObjectLocation[]> {
  const text = `select id, store, store_key from media_objects
    where account_id = any ($1::uuid[]) and removed_at is null order by id limit $2`;
  return db.query({ text }, [accountIds, limit]);
}

/** Where these files lie. */
export async function listStores(db: Queryable, accountIds: readonly string[]): Promise<string[]> {
  const text = `select distinct store from media_objects
    where account_id = any ($1::uuid[]) and removed_at is null order by store`;
  return (await db.query<{ store: string }>({ text }, [accountIds])).map(({ store }) => store);
}

/** Each says whose by `$1`, the account and its twin; in an order that references allow. */
const deletions = [
  'delete from media_objects where account_id = any ($1::uuid[]) and removed_at is not null',
  `delete from webhook_attempts t using webhook_deliveries d
    where t.delivery_id = d.id and d.account_id = any ($1::uuid[])`,
  'delete from webhook_deliveries where account_id = any ($1::uuid[])',
  'delete from webhook_secrets where account_id = any ($1::uuid[])',
  'delete from pull_jobs where account_id = any ($1::uuid[])',
  'delete from idempotency_keys where account_id = any ($1::uuid[])',
  'delete from account_turns where account_id = any ($1::uuid[])',
  'delete from generation_changes where account_id = any ($1::uuid[])',
  'delete from key_requests r using api_keys k where r.api_key_id = k.id and k.account_id = any ($1::uuid[])',
  'delete from api_keys where account_id = any ($1::uuid[])',
  'delete from spend_limits where account_id = any ($1::uuid[])',
  'delete from sign_in_links where account_id = any ($1::uuid[])',
  'delete from invitations where account_id = any ($1::uuid[])',
  'delete from memberships where account_id = any ($1::uuid[])',
  // Why credit was granted may name a person. The transaction may change what is final, as for what it carries.
  `update ledger_entries set reason = null where account_id = any ($1::uuid[]) and kind = 'grant' and reason is not null`,
  `update accounts set email = 'deleted-' || coalesce(live_account_id, id), low_balance_threshold = null,
    limits_spending = false where id = any ($1::uuid[])`,
];

/** Likewise of people, `$1`. */
const deletionsOfPeople = [
  'delete from sessions where person_id = any ($1::uuid[])',
  'delete from oidc_identities where person_id = any ($1::uuid[])',
  'delete from invitations i using people p where p.id = any ($1::uuid[]) and lower(i.email) = lower(p.email)',
  'delete from people where id = any ($1::uuid[])',
];

/** Whoever is in no other account goes, too. Operators stay: the log of what they did names them. */
export async function eraseRows(tx: Tx, accountIds: readonly string[]): Promise<{ people: number }> {
  const text = `select p.id from people p join memberships m on m.person_id = p.id
    where m.account_id = any ($1::uuid[]) and not p.operator and not exists (
      select from memberships other where other.person_id = p.id and other.account_id <> all ($1::uuid[]))`;
  const leaving = await tx.query<{ id: string }>({ text }, [accountIds]);
  const people = [...new Set(leaving.map(({ id }) => id))];
  for (const deletion of deletions) await tx.change({ text: deletion }, [accountIds]);
  for (const deletion of deletionsOfPeople) await tx.change({ text: deletion }, [people]);
  return { people: people.length };
}

/** People: who may sign in, and the accounts they are in. */
import { revokeKeysMadeBy } from '../accounts/store.ts';
import { endSecrets } from '../accounts/webhook-secrets-store.ts';
import type { Queryable, Tx } from '../db/postgres.ts';
import {
  accountEmail,
  deleteMembership,
  findCredentials,
  findPersonRow,
  insertPerson,
  listOwnedAlone,
  lockMembership,
  markEmailProven,
  markOperator,
  type PersonRow,
  putMembership,
} from './people-store.ts';
import { deleteSessions } from './sessions-store.ts';

export type Role = 'owner' | 'member';

export interface Membership {
  accountId: string;
  sandboxId: string;
  /** The account's. */
  email: string;
  role: Role;
  /** Since when its requests are refused; null: they are not. */
  suspendedAt: Date | null;
}

export interface Person {
  id: string;
  email: string;
  operator: boolean;
  hasPassword: boolean;
  /** The account they have been in longest comes first. */
  memberships: Membership[];
}

export async function findPerson(db: Queryable, id: string): Promise<Person | undefined> {
  const row = await findPersonRow(db, id);
  return row && personOf(row);
}

export function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    operator: row.operator,
    hasPassword: row.has_password,
    memberships: row.memberships.map(({ account_id, sandbox_id, email, role, suspended_at }) => ({
      accountId: account_id,
      sandboxId: sandbox_id,
      email,
      role,
      // From inside JSON it comes as text.
      suspendedAt: suspended_at === null ? null : new Date(suspended_at),
    })),
  };
}

/**
 * The person of an address that someone we trust has vouched for, made if there is none. Whoever signed up with it by
 * themselves before may be a stranger: their password, their sessions and the keys that they made end here.
 */
export async function vouchedPerson(tx: Tx, email: string): Promise<string> {
  const made = await insertPerson(tx, { email, operator: false, password: null, emailProven: true });
  if (made !== undefined) return made;
  const known = await findCredentials(tx, email);
  if (known === undefined) throw new Error('A person vanished between two statements.');
  // First: what their sessions are making waits for it, or was made before the next statement looks.
  if (await markEmailProven(tx, known.id)) {
    await deleteSessions(tx, known.id, null);
    await revokeKeysMadeBy(tx, known.id);
    // Receivers of another owner hold the same one; whoever owns it alone has none that are not theirs.
    await endSecrets(tx, await listOwnedAlone(tx, known.id));
  }
  return known.id;
}

/** The person of the account's own address, as its owner. */
export async function ownerOf(tx: Tx, accountId: string): Promise<string> {
  const personId = await vouchedPerson(tx, await accountEmail(tx, accountId));
  await putMembership(tx, { accountId, personId, role: 'owner' });
  return personId;
}

/** Out of the account, unless it would be left without an owner or the operator without an account. */
export async function takeOut(
  tx: Tx,
  membership: { accountId: string; personId: string },
): Promise<'removed' | 'must_stay' | 'not_found'> {
  const lock = await lockMembership(tx, membership);
  if (lock !== 'may_go') return lock;
  await deleteMembership(tx, membership);
  return 'removed';
}

/** The owner of this account runs the service. */
export async function makeOperator(tx: Tx, accountId: string): Promise<string> {
  const personId = await ownerOf(tx, accountId);
  await markOperator(tx, personId);
  return personId;
}

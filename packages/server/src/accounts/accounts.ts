/** Accounts: whom generations belong to and who pays for them. Each comes with a sandbox twin that holds play money. */
import { isEmail, usd } from '@afterimage/contract';
import type { Queryable, Tx } from '../db/postgres.ts';
import { grant } from '../ledger/deposit.ts';
import { type AccountRow, findAccountRow, findTwinRow, insertAccount, insertTwin, listAccountRows } from './store.ts';

export const playMoney = usd('1000');

export interface Account {
  id: string;
  email: string;
  /** An account of its own: sandbox keys, generations, webhooks and balance belong to it. */
  sandboxId: string;
  createdAt: Date;
}

export type AccountCreation =
  | { outcome: 'created'; account: Account }
  | { outcome: 'email_taken' }
  | { outcome: 'email_not_valid' };

/** @param credit ten-thousandths of a dollar */
export async function createAccount(tx: Tx, wanted: { email: string; credit: number }): Promise<AccountCreation> {
  const email = wanted.email.trim();
  if (!isEmail(email)) return { outcome: 'email_not_valid' };
  const live = await insertAccount(tx, email);
  if (live === undefined) return { outcome: 'email_taken' };
  const sandboxId = await insertTwin(tx, { id: live.id, email });
  await grant(tx, { accountId: sandboxId, amount: playMoney, reason: 'play money' });
  if (wanted.credit > 0) await grant(tx, { accountId: live.id, amount: wanted.credit, reason: 'opening credit' });
  return { outcome: 'created', account: { id: live.id, email, sandboxId, createdAt: live.created_at } };
}

export async function findAccount(db: Queryable, email: string): Promise<Account | undefined> {
  const row = await findAccountRow(db, email.trim());
  return row && accountOf(row);
}

/** Of either of the two. */
export async function findTwins(db: Queryable, accountId: string): Promise<{ liveId: string; sandboxId: string }> {
  const { live_id, sandbox_id } = await findTwinRow(db, accountId);
  return { liveId: live_id, sandboxId: sandbox_id };
}

export async function listAccounts(db: Queryable): Promise<Account[]> {
  return (await listAccountRows(db)).map(accountOf);
}

function accountOf(row: AccountRow): Account {
  return { id: row.id, email: row.email, sandboxId: row.sandbox_id, createdAt: row.created_at };
}

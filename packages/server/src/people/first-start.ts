/** What the very first start makes: the owner's account, with credit to try things, a key and a way in as operator. */
import { usd } from '@afterimage/contract';
import { createAccount, findAccount } from '../accounts/accounts.ts';
import { createKey } from '../accounts/api-keys.ts';
import { createSignInToken } from '../accounts/sign-in-links.ts';
import { markFirstStart } from '../accounts/store.ts';
import type { Settings } from '../config/config.ts';
import type { Db, Tx } from '../db/postgres.ts';
import { balanceOf } from '../ledger/balance.ts';
import { makeOperator } from './people.ts';

const ownerCredit = usd('100');

export interface FirstStart {
  email: string;
  apiKey: string;
  signInToken: string;
  /** Ten-thousandths of a dollar. */
  balance: number;
}

/** Null on every start but the first, however many processes start at once. */
export function prepareFirstStart(db: Db, settings: Pick<Settings, 'ownerEmail'>): Promise<FirstStart | null> {
  return db.transaction(async (tx) => {
    if (!(await markFirstStart(tx))) return null;
    const accountId = await ownerAccount(tx, settings.ownerEmail);
    await makeOperator(tx, accountId);
    const { key } = await createKey(tx, { accountId, mode: 'live', name: 'first key', expiresAt: null });
    const signInToken = await createSignInToken(tx, accountId);
    return { email: settings.ownerEmail, apiKey: key, signInToken, balance: await balanceOf(tx, accountId) };
  });
}

/** An operator may have made the account by hand before the first start; then its credit is as they chose. */
async function ownerAccount(tx: Tx, email: string): Promise<string> {
  const creation = await createAccount(tx, { email, credit: ownerCredit });
  if (creation.outcome === 'created') return creation.account.id;
  const existing = await findAccount(tx, email);
  if (existing === undefined) throw new Error(`The owner's account ${email} could not be made.`);
  return existing.id;
}

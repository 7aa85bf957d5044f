/** Puts credit on an account: an entry and the balance, together. */
import type { Tx } from '../db/postgres.ts';
import { addGrant, lockBalance } from './store.ts';

/** A billion dollars: more would be a slip of the finger, and a few hundred times that could not be counted exactly. */
export const grantMax = 1e13;

/** @returns the balance afterwards, in ten-thousandths of a dollar */
export async function grant(tx: Tx, deposit: { accountId: string; amount: number; reason: string }): Promise<number> {
  if (!Number.isSafeInteger(deposit.amount) || deposit.amount <= 0) {
    throw new RangeError(`A grant is a positive number of ten-thousandths of a dollar, not ${deposit.amount}.`);
  }
  const balance = await addGrant(tx, deposit);
  if (balance === undefined) throw new Error(`There is no account ${deposit.accountId} to credit.`);
  return balance;
}

/** Grants what is missing; an account that has more keeps it. @returns the balance afterwards */
export async function topUpTo(tx: Tx, topUp: { accountId: string; level: number; reason: string }): Promise<number> {
  const { accountId, level, reason } = topUp;
  const balance = await lockBalance(tx, accountId);
  return balance >= level ? balance : grant(tx, { accountId, amount: level - balance, reason });
}

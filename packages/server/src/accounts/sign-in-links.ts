/** Links into the dashboard: they work once, within a day, and only the hash of their token is kept. */
import { hash, randomBytes } from 'node:crypto';
import { signInHours } from '@afterimage/contract';
import type { Queryable, Tx } from '../db/postgres.ts';
import { insertSignInLink, markSignInLinkUsed, whyLinkIsNot } from './store.ts';

const tokenBytes = 32;

export async function createSignInToken(tx: Tx, accountId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await insertSignInLink(tx, { accountId, tokenSha256: tokenHash(token), hours: signInHours });
  return token;
}

/** In the fragment, so that the token reaches no server log and no Referer header. */
export function signInUrl(publicAddress: string, token: string): string {
  return `${publicAddress}/sign-in#${token}`;
}

export type SignInLinkUse = { outcome: 'accepted'; accountId: string } | { outcome: 'used' | 'expired' | 'unknown' };

export async function useSignInToken(db: Queryable, token: string): Promise<SignInLinkUse> {
  const accountId = await markSignInLinkUsed(db, tokenHash(token));
  if (accountId !== undefined) return { outcome: 'accepted', accountId };
  return { outcome: await whyLinkIsNot(db, tokenHash(token)) };
}

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Invitations: links by which the operator lets people in, to a new account or to one that exists. */

import { hash, randomBytes } from 'node:crypto';
import { invitationDays, isEmail } from '@afterimage/contract';
import { createAccount, findAccount } from '../accounts/accounts.ts';
import type { Tx } from '../db/postgres.ts';
import { insertInvitation, isLiveAccount, lockInvitation, markInvitationUsed } from './invitations-store.ts';
import { ownerOf, type Role, vouchedPerson } from './people.ts';
import { putMembership } from './people-store.ts';

const tokenBytes = 32;

export type Inviting =
  | { outcome: 'invited'; id: string; token: string }
  | { outcome: 'email_not_valid' }
  | { outcome: 'account_not_found' }
  | { outcome: 'account_exists' };

/** @param accountId null: using the link makes a new account of the invited address */
export async function invite(
  tx: Tx,
  invited: { email: string; role: Role; accountId: string | null; invitedBy: string },
): Promise<Inviting> {
  const email = invited.email.trim();
  if (!isEmail(email)) return { outcome: 'email_not_valid' };
  const { role, accountId, invitedBy } = invited;
  if (accountId !== null && !(await isLiveAccount(tx, accountId))) return { outcome: 'account_not_found' };
  if (accountId === null && (await findAccount(tx, email)) !== undefined) return { outcome: 'account_exists' };
  const token = randomBytes(tokenBytes).toString('base64url');
  const invitation = { tokenSha256: tokenHash(token), email, role, accountId, invitedBy, days: invitationDays };
  return { outcome: 'invited', id: await insertInvitation(tx, invitation), token };
}

export type Acceptance =
  | { outcome: 'accepted'; personId: string }
  | { outcome: 'used' | 'expired' | 'withdrawn' }
  | { outcome: 'unknown' };

export async function acceptInvitation(tx: Tx, token: string): Promise<Acceptance> {
  const invitation = await lockInvitation(tx, tokenHash(token));
  if (invitation === undefined) return { outcome: 'unknown' };
  if (invitation.state !== 'open') return { outcome: invitation.state };
  await markInvitationUsed(tx, invitation.id);
  if (invitation.account_id === null) {
    return { outcome: 'accepted', personId: await ownerOf(tx, await accountOfAddress(tx, invitation.email)) };
  }
  const personId = await vouchedPerson(tx, invitation.email);
  await putMembership(tx, { accountId: invitation.account_id, personId, role: invitation.role });
  return { outcome: 'accepted', personId };
}

/** Made if there is none: somebody may have made it since an invitation was written. */
export async function accountOfAddress(tx: Tx, email: string): Promise<string> {
  const creation = await createAccount(tx, { email, credit: 0 });
  if (creation.outcome === 'created') return creation.account.id;
  const existing = await findAccount(tx, email);
  if (existing === undefined) throw new Error('The account of an invited address could not be made.');
  return existing.id;
}

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** What an operator did, as a sentence. One that has none yet is told by its name. */
import type { OperatorAction } from '../../data/resources.ts';
import { moneyText } from '../../ui/money-text.ts';

type Words = (action: { subject: string; account: string | null; detail: Record<string, unknown> }) => string;

const words: Readonly<Record<string, Words>> = {
  grantCredit: ({ subject, detail }) =>
    `Gave ${moneyText(String(detail['amount']), 'exact')} of ${detail['mode'] === 'sandbox' ? 'play money' : 'credit'} to ${subject}: “${detail['reason']}”`,
  createAccount: ({ subject, detail }) =>
    `Made the account ${subject} with ${moneyText(String(detail['credit']), 'exact')} of credit`,
  createKey: ({ subject, detail }) => `Made a ${detail['mode'] === 'sandbox' ? 'sandbox key' : 'key'} for ${subject}`,
  rotateKey: ({ subject }) => `Rotated the key ${subject}`,
  revokeKey: ({ subject }) => `Revoked the key ${subject}`,
  rotateWebhookSecret: ({ subject }) => `Made a new webhook secret for ${subject}`,
  createEngineKey: ({ subject }) => `Made a key for a worker of the engine ${subject}`,
  revokeEngineKey: ({ subject }) => `Revoked the worker’s key ${subject}`,
  suspendAccount: ({ subject, detail }) => `${detail['on'] === true ? 'Suspended' : 'Resumed'} ${subject}`,
  deleteAccount: ({ subject }) => `Erased ${subject}`,
  setMaintenance: ({ subject, detail }) =>
    detail['on'] === true ? `Closed ${subject} for maintenance` : `Opened ${subject} again`,
  drainEngine: ({ subject, detail }) =>
    detail['on'] === true ? `Drained the engine ${subject}` : `Resumed the engine ${subject}`,
  closeBreaker: ({ subject }) => `Closed the breaker of the engine ${subject}`,
  removeMembership: ({ subject, account }) => `Took ${subject} out of ${account ?? 'an account'}`,
  invite: ({ account, detail }) =>
    `Invited ${detail['email']} as ${detail['role']} of ${account ?? (detail['account_id'] === undefined ? 'a new account' : 'an account')}`,
  makeSignInLink: ({ subject, detail }) => `Made a sign-in link for ${detail['email'] ?? subject}`,
  withdrawInvitation: ({ subject }) => `Withdrew the invitation of ${subject}`,
};

type Noted = Pick<OperatorAction, 'action' | 'subject' | 'subject_email' | 'account_email' | 'detail'>;

export function sentenceOf({ action, subject, subject_email, account_email, detail }: Noted): string {
  const about = { subject: subject_email ?? subject, account: account_email, detail };
  return words[action]?.(about) ?? `${action} ${about.subject}`.trim();
}

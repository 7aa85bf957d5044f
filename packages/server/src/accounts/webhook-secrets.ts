/**
 * The secrets that sign an account's webhooks: one in force, and for a day after a rotation the one before it too. Sealed in
 * the database; made when somebody first needs it.
 */
import { randomBytes } from 'node:crypto';
import { webhookSecretOverlapHours, webhookSecretPrefix } from '@afterimage/contract';
import type { Keyring } from '../db/keyring.ts';
import type { Db, Tx } from '../db/postgres.ts';
import {
  type ActiveSecret,
  endCurrentSecret,
  findActiveSecrets,
  findOtherwiseSealed,
  insertWebhookSecret,
  lockAccount,
  replaceSecret,
} from './webhook-secrets-store.ts';

const secretBytes = 32;
const resealedAtOnce = 500;

export function drawWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(secretBytes).toString('base64');
}

export interface SecretInForce {
  secret: string;
  createdAt: Date;
  /** Until when an older one signs beside it. */
  alsoSigningUntil: Date | null;
}

export interface WebhookSecrets {
  /** The one in force first. */
  active(accountId: string): Promise<[string, ...string[]]>;
  inForce(accountId: string): Promise<SecretInForce>;
  /** Receivers that still hold the old secret have a day to change over: until then deliveries carry both signatures. */
  rotate(accountId: string, inSameCommit?: (tx: Tx) => Promise<void>): Promise<string>;
  /** What an older key sealed, or a version before this one kept open, is sealed with the newest key. */
  sealAll(): Promise<void>;
}

/** @param reads where they are looked at; they are made and changed by `db` */
export function createWebhookSecrets({ db, reads, keyring }: { db: Db; reads: Db; keyring: Keyring }): WebhookSecrets {
  const contextOf = (accountId: string) => `webhook secret of ${accountId}`;

  async function make(tx: Tx, accountId: string): Promise<string> {
    const secret = drawWebhookSecret();
    await insertWebhookSecret(tx, accountId, keyring.seal(secret, contextOf(accountId)));
    return secret;
  }

  async function rowsOf(accountId: string): Promise<[ActiveSecret, ...ActiveSecret[]]> {
    const [first, ...older] = await findActiveSecrets(reads, accountId);
    if (first !== undefined && first.expires_at === null) return [first, ...older];
    await db.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const now = await findActiveSecrets(tx, accountId);
      if (now[0]?.expires_at !== null) await make(tx, accountId);
    });
    const [made, ...others] = await findActiveSecrets(db, accountId);
    return [made!, ...others];
  }

  const open = (accountId: string, row: ActiveSecret) => keyring.open(row.secret, contextOf(accountId));

  return {
    async active(accountId) {
      const [first, ...older] = await rowsOf(accountId);
      return [open(accountId, first), ...older.map((row) => open(accountId, row))];
    },
    async inForce(accountId) {
      const [first, before] = await rowsOf(accountId);
      const alsoSigningUntil = before?.expires_at ?? null;
      return { secret: open(accountId, first), createdAt: first.created_at, alsoSigningUntil };
    },
    rotate: (accountId, inSameCommit) =>
      db.transaction(async (tx) => {
        // Two rotations at once would otherwise leave two secrets without an end.
        await lockAccount(tx, accountId);
        await endCurrentSecret(tx, accountId, webhookSecretOverlapHours);
        await inSameCommit?.(tx);
        return make(tx, accountId);
      }),
    async sealAll() {
      for (;;) {
        const rows = await findOtherwiseSealed(db, { mark: keyring.newestMark, limit: resealedAtOnce });
        for (const { id, account_id, secret } of rows) {
          const context = contextOf(account_id);
          await replaceSecret(db, { id, from: secret, to: keyring.seal(keyring.open(secret, context), context) });
        }
        if (rows.length < resealedAtOnce) return;
      }
    },
  };
}

/** The secrets that sign an account's webhooks: one in force, and for a day after a rotation the one before it too. */
import { randomBytes } from 'node:crypto';
import { webhookSecretOverlapHours, webhookSecretPrefix } from '@afterimage/contract';
import type { Queryable, Tx } from '../db/postgres.ts';
import { endCurrentSecret, findActiveSecrets, insertWebhookSecret } from './store.ts';

const secretBytes = 32;

export async function createWebhookSecret(tx: Tx, accountId: string): Promise<string> {
  const secret = webhookSecretPrefix + randomBytes(secretBytes).toString('base64');
  await insertWebhookSecret(tx, accountId, secret);
  return secret;
}

/** Receivers that still hold the old secret have a day to change over: until then deliveries carry both signatures. */
export async function rotateWebhookSecret(tx: Tx, accountId: string): Promise<string> {
  await endCurrentSecret(tx, accountId, webhookSecretOverlapHours);
  return createWebhookSecret(tx, accountId);
}

/** The one in force first. */
export function activeSecrets(db: Queryable, accountId: string): Promise<string[]> {
  return findActiveSecrets(db, accountId);
}

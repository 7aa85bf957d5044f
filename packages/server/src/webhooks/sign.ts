/** Signs what is sent, as Standard Webhooks 1.0 describes it, so that receivers find a ready verifier in every language. */
import { createHmac } from 'node:crypto';
import { webhookHeaders, webhookSecretBytesMin, webhookSecretPrefix } from '@afterimage/contract';

/** A short or empty secret makes forged events easy, so it is refused rather than used. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64');
  if (!secret.startsWith(webhookSecretPrefix) || key.length < webhookSecretBytesMin) {
    throw new Error(
      `A webhook secret is ${webhookSecretPrefix} and at least ${webhookSecretBytesMin} bytes in base64.`,
    );
  }
  return key;
}

/** While a secret is being rotated there are two, and a signature for each: receivers accept any that fits. */
export function signatureHeaders(
  message: { id: string; body: string; sentAt: Date },
  secrets: readonly string[],
): Record<(typeof webhookHeaders)[keyof typeof webhookHeaders], string> {
  if (secrets.length === 0) throw new Error('A webhook is never sent unsigned: the account has no secret.');
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  );
  return {
    [webhookHeaders.id]: message.id,
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: signatures.join(' '),
  };
}

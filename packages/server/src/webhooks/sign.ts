/** Signs what is sent, as Standard Webhooks 1.0 describes it, so that receivers find a ready verifier in every language. */
import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
/** The standard's floor. A short or empty secret makes forged events easy, so it is refused rather than used. */
const secretBytesMin = 24;
const secretBytes = 32;

export function drawWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  if (!secret.startsWith(secretPrefix) || key.length < secretBytesMin) {
    throw new Error(`A webhook secret is ${secretPrefix} and at least ${secretBytesMin} bytes in base64.`);
  }
  return key;
}

/** While a secret is being rotated there are two, and a signature for each: receivers accept any that fits. */
export function signatureHeaders(
  message: { id: string; body: string; sentAt: Date },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  if (secrets.length === 0) throw new Error('A webhook is never sent unsigned: the account has no secret.');
  const timestamp = String(Math.floor(message.sentAt.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`,
  );
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

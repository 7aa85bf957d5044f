/** Whether a call carries the signature of Standard Webhooks, which three vendors use: HMAC over id, time and body. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { webhookHeaders, webhookSecretPrefix } from '@afterimage/contract';
import type { Secret } from './engine-entry.ts';

const toleranceSeconds = 300;

export type WebhookReading = { holds: true; body: unknown } | { holds: false; why: string };

export function readStandardWebhook(
  call: { headers: Headers; raw: Uint8Array },
  secret: Secret | null,
): WebhookReading {
  if (secret === null) return { holds: false, why: 'there is no secret to check it with' };
  const id = call.headers.get(webhookHeaders.id);
  const timestamp = call.headers.get(webhookHeaders.timestamp);
  const signatures = call.headers.get(webhookHeaders.signature);
  if (!id || !timestamp || !signatures) return { holds: false, why: 'it is not signed' };
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    return { holds: false, why: 'it is not of now' };
  const text = secret.reveal();
  const isMarked = text.startsWith(webhookSecretPrefix);
  const key = Buffer.from(isMarked ? text.slice(webhookSecretPrefix.length) : text, 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(call.raw).digest();
  const isSigned = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return { holds: false, why: 'its signature does not hold' };
  try {
    return { holds: true, body: JSON.parse(new TextDecoder().decode(call.raw)) };
  } catch {
    return { holds: false, why: 'it is no JSON' };
  }
}

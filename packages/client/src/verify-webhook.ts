/** Checks that a webhook is the service's own, as Standard Webhooks describes it. */
import type { Families } from './family-types.ts';
import { headerNames, isSame, signatureOf } from './webhook-signature.ts';

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** `Headers`, or a plain object as Node, Express and the like have it. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A generation's record as it ended, or the body of a test event. */
export type WebhookBody = Families[keyof Families]['record'] & { readonly status: 'completed' | 'failed' };

const toleranceSeconds = 300;

/**
 * The body, read; throws a `WebhookVerificationError` when a header is missing, the signature does not fit, or the time
 * is more than five minutes off.
 * @param body the bytes as they arrived: what was parsed and written again is other bytes
 */
export function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string): WebhookBody {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('verifyWebhook wants the raw body, as text or bytes, before anything has parsed it.');
  }
  const id = header(headers, headerNames.id);
  const timestamp = header(headers, headerNames.timestamp);
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Written so that what is no number does not pass.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(`${headerNames.timestamp} is more than five minutes off`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const expected = signatureOf({ id, timestamp, bytes }, secret);
  const sent = header(headers, headerNames.signature).split(' ');
  if (!sent.map((each) => isSame(each, expected)).includes(true)) {
    throw new WebhookVerificationError(`No signature in ${headerNames.signature} fits the body and the secret`);
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookBody;
}

function header(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text !== 'string' || text === '') throw new WebhookVerificationError(`The header ${name} is missing`);
  return text;
}

/** Checks that a webhook is the service's own, as Standard Webhooks describes it. */
import type { Families } from './family-types.ts';
import { hmacSha256 } from './sha256.ts';

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
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Written so that what is no number does not pass.
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('webhook-timestamp is more than five minutes off');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(prefix.length + bytes.length);
  message.set(prefix);
  message.set(bytes, prefix.length);
  const expected = btoa(String.fromCharCode(...hmacSha256(keyOf(secret), message)));
  const sent = header(headers, 'webhook-signature')
    .split(' ')
    .map((each) => /^v1,(.*)$/.exec(each)?.[1] ?? '');
  if (!sent.map((each) => isSame(each, expected)).includes(true)) {
    throw new WebhookVerificationError('No signature in webhook-signature fits the body and the secret');
  }
  return JSON.parse(text) as WebhookBody;
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

function keyOf(secret: string): Uint8Array {
  const text = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret)?.[1];
  if (text === undefined) throw new TypeError('A webhook secret is whsec_ and at least 24 bytes in base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** In a time that does not tell where they differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

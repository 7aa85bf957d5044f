/** The signature of a webhook, by Standard Webhooks 1.0. */
import { hmacSha256 } from './sha256.ts';

export const headerNames = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

export interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: string;
  bytes: Uint8Array;
}

/** `v1,` and the digest in base64. */
export function signatureOf({ id, timestamp, bytes }: Signed, secret: string): string {
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const message = new Uint8Array(prefix.length + bytes.length);
  message.set(prefix);
  message.set(bytes, prefix.length);
  return `v1,${btoa(String.fromCharCode(...hmacSha256(keyOf(secret), message)))}`;
}

function keyOf(secret: string): Uint8Array {
  const text = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret)?.[1];
  if (text === undefined) throw new TypeError('A webhook secret is whsec_ and at least 24 bytes in base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** In a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

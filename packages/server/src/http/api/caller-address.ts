/** The address a request comes from, for the list of sessions and the count of wrong passwords. */
import { isIP } from 'node:net';
import type { Exchange } from '../exchange.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * A reverse proxy on this machine speaks for others: the last address it noted is the one it saw itself. From any other
 * machine the header is only a claim.
 */
export function callerAddress({ remoteAddress, requestHeaders }: Exchange): string | null {
  const address = remoteAddress ?? null;
  if (address === null || !loopback.test(address)) return address;
  const noted = String(requestHeaders['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim();
  return isIP(noted) > 0 ? noted : address;
}

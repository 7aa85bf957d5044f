/** Where a request comes from: the connection's own address, or what a proxy that the operator trusts says of it. */
import { isIP } from 'node:net';
import { createAddressSet } from '../../net/addresses.ts';
import type { Exchange } from '../exchange.ts';

export interface Callers {
  /** For the list of sessions and the count of wrong passwords. */
  addressOf(exchange: Exchange): string | null;
  /** How the caller reached us, where a trusted proxy says so; null where nobody knows. */
  schemeOf(exchange: Exchange): 'http' | 'https' | null;
}

/** @param trustedProxies CIDRs */
export function createCallers(trustedProxies: readonly string[]): Callers {
  const trusted = createAddressSet(trustedProxies);

  return {
    addressOf({ remoteAddress, requestHeaders }) {
      let address = remoteAddress ?? null;
      const noted = String(requestHeaders['x-forwarded-for'] ?? '').split(',');
      // Each proxy adds whom it saw at the end, so what stands before the first that is not ours is only a claim.
      while (address !== null && trusted.has(address) && noted.length > 0) {
        const before = noted.pop()!.trim();
        if (isIP(before) === 0) break;
        address = before;
      }
      return address;
    },
    schemeOf({ remoteAddress, requestHeaders }) {
      if (remoteAddress === undefined || !trusted.has(remoteAddress)) return null;
      const noted = String(requestHeaders['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)!
        .trim();
      return noted === 'http' || noted === 'https' ? noted : null;
    },
  };
}

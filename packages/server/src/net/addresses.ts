/** Which addresses the service may connect to: public ones, and the private ranges that the operator opened. */
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Not public by the IANA registries, or known to lead inside: 168.63.129.16 is a cloud's own agent on a public-looking address. */
export const refusedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The holes inside 2000::/3; everything outside it is refused as well. Teredo (in 2001::/23) and 6to4 (2002::/16) carry an
 * IPv4 address that a relay would unpack.
 */
export const refusedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const globalUnicastIPv6 = ipaddr.parseCIDR('2000::/3');
const refusedRanges: Range[] = [...refusedIPv4, ...refusedIPv6].map((text) => ipaddr.parseCIDR(text));

export type AddressVerdict = 'public' | 'allowed' | 'refused';

export interface AddressGate {
  verdict(address: string): AddressVerdict;
}

/** Reads one entry of the operator's list (`10.1.0.0/16`, or an address alone); null when it is not one. */
export function readCidr(text: string): Range | null {
  const [literal = '', bits, ...rest] = text.trim().split('/');
  const address = parseStrictly(literal);
  if (!address || rest.length > 0) return null;
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, bitsMax];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax ? [address, Number(bits)] : null;
}

/** The addresses in these ranges, an IPv4 one inside IPv6 (::ffff:10.0.0.1) counted as what it is. */
export function createAddressSet(ranges: readonly string[]): { has(address: string): boolean } {
  const read = ranges.map(rangeOf);
  return {
    has(text) {
      const address = readAddress(text);
      return address !== null && read.some((range) => inside(address, range));
    },
  };
}

/** Who counts as one: a customer of an IPv6 provider has 2^64 addresses to come from, so the network is named. */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === null || address instanceof ipaddr.IPv4) return address?.toString() ?? text;
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

function rangeOf(text: string): Range {
  const range = readCidr(text);
  if (!range) throw new TypeError(`Not an address range: ${text}`);
  return range;
}

function ownPublicAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
}

/**
 * `own` lists the addresses of this machine: a public one of ours leads to services that listen for this machine only.
 * Allowed ranges are compared family by family, so that `::/0` does not open IPv4.
 */
export function createAddressGate(allow: readonly string[], own: () => string[] = ownPublicAddresses): AddressGate {
  const allowed = allow.map(rangeOf);

  return {
    verdict(text) {
      const address = readAddress(text);
      if (!address) return 'refused';
      if (allowed.some((range) => inside(address, range))) return 'allowed';
      if (address.kind() === 'ipv6' && !inside(address, globalUnicastIPv6)) return 'refused';
      if (refusedRanges.some((range) => inside(address, range))) return 'refused';
      const same = address.toNormalizedString();
      const ours = own().some((entry) => readAddress(entry)?.toNormalizedString() === same);
      return ours ? 'refused' : 'public';
    },
  };
}

/** An IPv4 address inside IPv6 (::ffff:10.0.0.1) is judged as what the socket would reach: the IPv4 address. */
function readAddress(text: string): Address | null {
  const address = parseStrictly(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** ipaddr.js alone reads 10.1 as 10.0.0.1, and takes ::8.8.8.8, as resolvers print it, for ::ffff:8.8.8.8. */
function parseStrictly(text: string): Address | null {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return null;
  return family === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

function inside(address: Address, [base, bits]: Range): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** The literal address in a URL's host, as the WHATWG parser canonicalised it (0x7f.1 is 127.0.0.1 by then); null for names. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return isIP(host) === 0 ? null : host;
}

/** The one name, with all below it, that means this machine whatever a resolver says (RFC 6761). */
export function isLocalhost(hostname: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(hostname);
}

/**
 * Why a `callback_url` cannot be accepted at submission, or null. Only literal addresses and `localhost` are judged here:
 * what a name resolves to may change until the webhook is sent, and is judged then.
 */
export function refusedLiteral(text: string, allow: readonly string[]): string | null {
  const url = URL.parse(text);
  if (!url) return 'The address is not a URL.';
  const gate = createAddressGate(allow);
  const host = url.hostname.replace(/\.$/, '');
  const addresses = isLocalhost(host)
    ? ['127.0.0.1', '::1']
    : [literalAddress(url)].filter((address) => address !== null);
  if (addresses.length === 0) return null;
  const refused = addresses.every((address) => gate.verdict(address) === 'refused');
  return refused ? `The address ${host} is not public, and this service does not call private addresses.` : null;
}

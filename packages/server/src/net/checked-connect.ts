/** Opens a socket for one HTTP request, and only to an address that passed the gate: there is no other way out. */
import { BlockList, connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressGate, isLocalhost, refusedIPv4, refusedIPv6 } from './addresses.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name, as the system resolver gives them. Passed in, so that tests can play a hostile DNS. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export type ConnectFaultKind = 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout';

/** Why there is no socket. Carries no text of the other side. */
export class ConnectFault extends Error {
  readonly kind: ConnectFaultKind;

  constructor(kind: ConnectFaultKind) {
    super(kind);
    this.kind = kind;
  }
}

/** A name with fifty addresses must not keep a request busy with fifty tries. */
const addressesTriedMax = 4;
const addressTryMilliseconds = 2_000;

/** The same ranges once more, held by Node itself at the moment of connecting, should the gate ever be passed by. */
export const blockList = new BlockList();
for (const [ranges, family] of [
  [refusedIPv4, 'ipv4'],
  // fc00::/7 and its like are listed here and not in the gate, which refuses all but 2000::/3: BlockList has no way to say
  // that, and a wide range such as ::/3 would match every IPv4 address.
  [[...refusedIPv6, '::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/63', '5f00::/16'], 'ipv6'],
  [['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'], 'ipv6'],
] as const) {
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    blockList.addSubnet(address, Number(bits), family);
  }
}

/** One per request. `connectSeconds` counts from the name to the finished TLS handshake. */
export function createCheckedConnect(options: {
  gate: AddressGate;
  resolve: Resolve;
  connectSeconds: number;
  signal: AbortSignal;
}): buildConnector.connector {
  return (target, callback) => {
    const tooLong = AbortSignal.timeout(Math.ceil(options.connectSeconds * 1_000));
    const signal = AbortSignal.any([tooLong, options.signal]);
    openSocket({ ...options, target, signal }).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(tooLong.aborted ? new ConnectFault('timeout') : faultOf(error), null),
    );
  };
}

async function openSocket(order: {
  gate: AddressGate;
  resolve: Resolve;
  target: buildConnector.Options;
  signal: AbortSignal;
}): Promise<Socket> {
  const { gate, target, signal } = order;
  const found = await addressesOf(target.hostname, order.resolve, signal);
  // `localhost` is both 127.0.0.1 and ::1: whoever opened one of them means that one.
  const opened = isLocalhost(target.hostname) ? found.filter(({ address }) => gate.verdict(address) === 'allowed') : [];
  const addresses = opened.length > 0 ? opened : found;
  const verdicts = addresses.map(({ address }) => gate.verdict(address));
  // One bad address refuses the whole name: a name that points inside and outside at once is an attack or a mistake.
  if (verdicts.includes('refused')) throw new ConnectFault('refused_address');

  const secure = target.protocol === 'https:';
  const tcp: TcpNetConnectOpts = {
    host: target.hostname,
    port: Number(target.port) || (secure ? 443 : 80),
    // Never a second look at DNS: the socket goes to the addresses that were judged. (Not called for literal addresses.)
    lookup: (_hostname, _options, answer) => answer(null, addresses.slice(0, addressesTriedMax)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTryMilliseconds,
    noDelay: true,
    ...(verdicts.includes('allowed') ? {} : { blockList }),
  };
  const isName = isIP(target.hostname) === 0;
  const socket = secure
    ? connectTls({ ...tcp, ALPNProtocols: ['http/1.1'], ...(isName ? { servername: target.hostname } : {}) })
    : connectTcp(tcp);
  return settled(socket, { event: secure ? 'secureConnect' : 'connect', signal });
}

async function addressesOf(hostname: string, resolve: Resolve, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const gaveUp = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const addresses = await Promise.race([
    resolve(hostname).catch(() => {
      throw new ConnectFault('dns');
    }),
    gaveUp,
  ]);
  if (addresses.length === 0) throw new ConnectFault('dns');
  return addresses;
}

function settled(socket: Socket, until: { event: 'connect' | 'secureConnect'; signal: AbortSignal }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let tcpOpen = false;
    const abort = () => socket.destroy(until.signal.reason);
    socket.once('connect', () => {
      tcpOpen = true;
    });
    const fail = (error: NodeJS.ErrnoException) => {
      until.signal.removeEventListener('abort', abort);
      if (until.signal.aborted) reject(until.signal.reason);
      else if (error.code === 'ERR_IP_BLOCKED') reject(new ConnectFault('refused_address'));
      else reject(new ConnectFault(tcpOpen ? 'tls' : 'connect'));
    };
    socket.on('error', fail);
    socket.once(until.event, () => {
      until.signal.removeEventListener('abort', abort);
      // `fail` stays on: an error before the HTTP client listens would otherwise end the whole service.
      resolve(socket);
    });
    if (until.signal.aborted) abort();
    else until.signal.addEventListener('abort', abort, { once: true });
  });
}

function faultOf(error: unknown): Error {
  return error instanceof Error ? error : new ConnectFault('connect');
}

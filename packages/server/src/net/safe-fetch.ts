/** The only outbound HTTP of the service: public addresses, capped in bytes and time, nothing trusted from the other side. */
import { lookup } from 'node:dns/promises';
import { open, rm } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { createAddressGate } from './addresses.ts';
import { ConnectFault, createCheckedConnect, type Resolve } from './checked-connect.ts';
import { type FetchFailed, type FetchOutcome, failed, type PostOutcome } from './fetch-outcomes.ts';
import { bytesEncoded } from './location.ts';

export interface GetOptions {
  bytesMax: number;
  connectSeconds: number;
  totalSeconds: number;
  redirectsMax: number;
  /** A file that does not exist yet; removed again when the fetch fails. `mayHold` is asked before it grows. */
  into: 'memory' | { file: string; mayHold?(bytes: number): boolean };
  signal?: AbortSignal;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string | Buffer;
  connectSeconds: number;
  totalSeconds: number;
  /** The rest of the answer is not read. */
  answerBytesKept: number;
  signal?: AbortSignal;
}

export interface SafeFetch {
  /** Follows redirects, each hop judged anew. */
  get(url: string, options: GetOptions): Promise<FetchOutcome>;
  /** Follows none. Any answer at all is `answered`; whether its status pleases is the caller's affair. */
  post(url: string, options: PostOptions): Promise<PostOutcome>;
}

interface Limits {
  connectSeconds: number;
  signal: AbortSignal;
}

interface Asked extends Limits {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
}

const headerBytesMax = 16_384;

/** getaddrinfo and not DNS alone, because /etc/hosts and container networks count for those who run the service. */
const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Requests for one name at the same time share one look at it. The system looks at two names at once in all: sixty events
 * for a host whose name server is silent would otherwise keep every other name waiting until its time to connect is over.
 */
function sharedWhileUnderWay(resolve: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const begun = underWay.get(hostname);
    if (begun !== undefined) return begun;
    const looking = resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, looking);
    return looking;
  };
}

export function createSafeFetch(options: { allow: readonly string[]; resolve?: Resolve }): SafeFetch {
  const gate = createAddressGate(options.allow);
  const resolve = sharedWhileUnderWay(options.resolve ?? systemResolve);

  /**
   * A connection of its own for every request: the address is judged every time, a receiver that closes idle connections
   * costs no attempt, and proxies from the environment or a global agent have no say. By node:http, because undici ends
   * a connection on which `100 Continue` comes, which nobody asked for and any server may send (RFC 9110, 15.2).
   */
  async function exchange<Result>(
    url: URL,
    { method, headers, body, connectSeconds, signal }: Asked,
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Result> {
    const connect = createCheckedConnect({ gate, resolve, connectSeconds, signal });
    const { hostname } = urlToHttpOptions(url);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      // Named here: without an agent node:http knows no port as the usual one, and would name 80 also of an https address.
      headers: { host: url.host, ...headers },
      maxHeaderSize: headerBytesMax,
      createConnection(_options, done) {
        const target = { hostname: hostname!, protocol: url.protocol, port: url.port };
        connect(target, (fault, socket) => done(fault, socket!));
        return undefined;
      },
    });
    let stop = () => void request.destroy(signal.reason);
    const abort = () => stop();
    signal.addEventListener('abort', abort, { once: true });
    try {
      const response = await new Promise<IncomingMessage>((answered, broken) => {
        request.on('response', answered).on('error', broken);
        // Also where it leaves without a word, as after `101 Switching Protocols`.
        request.on('close', () => broken(new Error('No answer came.')));
        request.end(body);
      });
      stop = () => void response.destroy(signal.reason);
      // A body left unread is torn down with its request, and says so to nobody.
      response.on('error', () => {});
      return await read(response);
    } finally {
      signal.removeEventListener('abort', abort);
      request.destroy();
    }
  }

  async function get(text: string, order: GetOptions): Promise<FetchOutcome> {
    const limits = limitsOf(order);
    const headers = { accept: '*/*', 'accept-encoding': 'identity' };
    let url = readUrl(text);
    if (!url) return failed('refused_address');
    for (let redirects = 0; redirects <= order.redirectsMax; redirects += 1) {
      const from: URL = url;
      try {
        const step = await exchange(from, { method: 'GET', headers, ...limits }, (response) =>
          readReply(response, { ...order, from }),
        );
        if (!('next' in step)) return step;
        url = step.next;
      } catch (error) {
        return failed(whyOf(error, order.signal));
      }
    }
    return failed('redirects');
  }

  async function post(text: string, order: PostOptions): Promise<PostOutcome> {
    const started = performance.now();
    const milliseconds = () => Math.round(performance.now() - started);
    const url = readUrl(text);
    if (!url) return notAnswered(failed('refused_address'), milliseconds());
    try {
      return await exchange(
        url,
        {
          method: 'POST',
          headers: { ...order.headers, 'accept-encoding': 'identity' },
          body: order.body,
          ...limitsOf(order),
        },
        async (response) => {
          const excerpt = await readExcerpt(response, order.answerBytesKept);
          return { answered: true, status: response.statusCode!, excerpt, milliseconds: milliseconds() };
        },
      );
    } catch (error) {
      return notAnswered(failed(whyOf(error, order.signal)), milliseconds());
    }
  }

  return { get, post };
}

function limitsOf(order: { connectSeconds: number; totalSeconds: number; signal?: AbortSignal }): Limits {
  const total = AbortSignal.timeout(Math.ceil(order.totalSeconds * 1_000));
  return {
    connectSeconds: order.connectSeconds,
    signal: order.signal ? AbortSignal.any([total, order.signal]) : total,
  };
}

/** User info is refused, not dropped: a password in an address is a mistake, or a trick to make a host look like another. */
function readUrl(text: string, base?: URL): URL | null {
  const url = URL.parse(text, base);
  if (!url) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

/** An https address never leads on to an http one: the caller asked for a protected transfer. */
function redirected(from: URL, location: string, status: number): FetchFailed | { next: URL } {
  const next = readUrl(bytesEncoded(location), from);
  if (!next || (from.protocol === 'https:' && next.protocol === 'http:')) return failed('redirects', status);
  return { next };
}

async function readReply(
  response: IncomingMessage,
  order: GetOptions & { from: URL },
): Promise<FetchOutcome | { next: URL }> {
  const { headers } = response;
  const status = response.statusCode!;
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (isRedirect && typeof location === 'string') return redirected(order.from, location, status);
  if (status < 200 || status > 299) return failed('status', status);
  // Never inflated here: 300 kB of gzip may be 300 MB of memory.
  if (!isIdentity(headers['content-encoding'])) return failed('encoding', status);
  if (Number(headers['content-length'] ?? 0) > order.bytesMax) return failed('too_large', status);

  const kept =
    order.into === 'memory'
      ? await keepInMemory(response, order.bytesMax)
      : await keepInFile(response, order.into, order.bytesMax);
  return typeof kept === 'string' ? failed(kept, status) : { ok: true, status, headers, ...kept };
}

type Kept = { bytes: number; body: Buffer } | 'too_large' | 'no_room';

async function keepInMemory(response: IncomingMessage, bytesMax: number): Promise<Kept> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return 'too_large';
    chunks.push(chunk);
  }
  return { bytes, body: Buffer.concat(chunks) };
}

async function keepInFile(
  response: IncomingMessage,
  { file, mayHold = () => true }: Exclude<GetOptions['into'], 'memory'>,
  bytesMax: number,
): Promise<Kept> {
  const handle = await onDisk(open(file, 'wx', 0o600));
  let whole = false;
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) return 'too_large';
      if (!mayHold(bytes)) return 'no_room';
      await onDisk(handle.writeFile(chunk));
    }
    whole = true;
    return { bytes, body: Buffer.alloc(0) };
  } finally {
    await onDisk(handle.close());
    if (!whole) await rm(file, { force: true });
  }
}

/** What remains readable of an answer: once the status is known, a body that breaks off or stalls changes nothing. */
async function readExcerpt(response: IncomingMessage, bytesMax: number): Promise<string> {
  if (!isIdentity(response.headers['content-encoding'])) return '';
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // The status already is the answer.
  }
  // PostgreSQL takes no NUL in text.
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8').replaceAll('\u0000', '');
}

function isIdentity(encoding: string | string[] | undefined): boolean {
  return encoding === undefined || encoding === '' || encoding === 'identity';
}

function whyOf(error: unknown, callers?: AbortSignal): FetchFailed['why'] {
  if (callers?.aborted) return 'aborted';
  if (error instanceof ConnectFault) return error.kind;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof DiskFault) throw error.cause;
  return 'connect';
}

/**
 * A full disk is our fault, not the server's, and must not read like an unreachable image. Told apart where it happens:
 * a socket whose other end is gone fails in `write` as well.
 */
class DiskFault extends Error {}

function onDisk<Result>(step: Promise<Result>): Promise<Result> {
  return step.catch((cause: unknown) => {
    throw new DiskFault('The disk refused', { cause });
  });
}

function notAnswered({ why, sentence }: FetchFailed, milliseconds: number): PostOutcome {
  return { answered: false, why, sentence, milliseconds };
}

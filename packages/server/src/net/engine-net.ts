/** The requests of one engine: to the addresses the operator chose for it, and to the links of what it made. */
import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { mediaRedirectsMax } from '@afterimage/contract';
import { Agent, buildConnector } from 'undici';
import { createAddressGate } from './addresses.ts';
import { createCheckedConnect, type Resolve } from './checked-connect.ts';
import { bytesEncoded } from './location.ts';

/** As `fetch`, so that a vendor's SDK can be given it. */
export type Send = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The whole reply to a question. */
export interface WholeReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface EngineNet {
  /** Only to the engine's own addresses, so that its key goes nowhere else. Follows no redirects. */
  send: Send;
  /**
   * A GET as `send` sends it, without what `fetch` builds around every reply: a thousand jobs are asked about hundreds of
   * times a second.
   */
  ask(
    url: string,
    options: { headers: Record<string, string>; signal: AbortSignal; bytesMax: number },
  ): Promise<WholeReply>;
  /** What the engine made. Its own host may be private, as the operator chose it; any other must be public. */
  download(url: string, options: { signal: AbortSignal; headers?: Record<string, string> }): Promise<Response>;
  /** Beside the engine's own address, as `send` is. */
  socket(url: string, headers: Record<string, string>): WebSocket;
  close(): Promise<void>;
}

/** Nothing of the request has left: no connection came to be. */
export class NeverSent extends Error {}

const connectSeconds = 10;
/** Questions have their reply at once or not at all; work may take as long as its own signal lets it. */
const questionSeconds = 40;

/** `request` unpacks nothing, and some gateways refuse whoever has no name. */
const plainQuestion = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'afterimage' };

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/** Nobody there, no such name, no TLS: whoever sent an order must know that it never left. */
function createOrderConnect(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectSeconds * 1000 });
  return (target, callback) =>
    connect(target, (...[fault, socket]) => {
      // One that tried several addresses has no words, but a code.
      if (fault !== null)
        callback(new NeverSent(fault.message || String((fault as NodeJS.ErrnoException).code), { cause: fault }), null);
      else callback(null, socket);
    });
}

/** A reply that drips without an end is none. */
async function readAll(body: Readable, bytesMax: number): Promise<string> {
  const late = new Error('The reply did not come to its end in time.');
  const timer = setTimeout(() => body.destroy(late), questionSeconds * 1000);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop ends the connection.
      if (bytes > bytesMax) throw new Error(`The reply has more than ${bytesMax} bytes.`);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString();
}

export function createEngineNet(options: {
  /** The first is the engine's own address; others are hosts of the same vendor. */
  addresses: readonly string[];
  /** CIDRs that may be fetched from though they are private. */
  allow: readonly string[];
  resolve?: Resolve;
}): EngineNet {
  const homes = options.addresses.map((address) => new URL(address));
  const origins = new Set(homes.map(({ origin }) => origin));
  const hosts = new Set(homes.map(({ hostname }) => hostname));
  const limits = { headersTimeout: 0, bodyTimeout: 60_000, connect: { timeout: connectSeconds * 1000 } };
  const kept = new Agent(limits);
  // A connection of its own: a vendor that has just closed an idle one would otherwise leave it open whether it took the work.
  const fresh = new Agent({ ...limits, connect: createOrderConnect(), pipelining: 0 });
  const closing = new AbortController();
  const gate = createAddressGate(options.allow);
  const resolve = options.resolve ?? systemResolve;
  const outside = new Agent({
    ...limits,
    connect: createCheckedConnect({ gate, resolve, connectSeconds, signal: closing.signal }),
  });

  // Node's own fetch knows `dispatcher`; its types do not.
  const dispatch = (url: string, init: RequestInit, dispatcher: Agent): Promise<Response> =>
    fetch(url, { ...init, redirect: 'manual', dispatcher } as RequestInit);

  /** Not by signals made of others: a thousand jobs are asked about so often that those would be thousands. */
  async function withinPatience(url: string, { signal, ...init }: RequestInit): Promise<Response> {
    const patience = new AbortController();
    const stop = () => patience.abort(signal?.reason);
    const timer = setTimeout(() => patience.abort(new Error('No reply came in time.')), questionSeconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    try {
      return await dispatch(url, { ...init, signal: patience.signal }, kept);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    async send(input, init = {}) {
      const request = input instanceof Request ? input : null;
      const url = new URL(request?.url ?? String(input));
      if (!origins.has(url.origin)) throw new NeverSent(`${url.origin} is not an address of this engine.`);
      const method = (init.method ?? request?.method ?? 'GET').toUpperCase();
      const isQuestion = method === 'GET' || method === 'HEAD';
      if (closing.signal.aborted) throw new NeverSent('The engine is closed.');
      const whole: RequestInit = {
        ...(request !== null && { headers: request.headers, body: request.body, duplex: 'half' }),
        ...init,
        method,
        signal: init.signal ?? request?.signal ?? null,
      };
      return isQuestion ? withinPatience(url.href, whole) : dispatch(url.href, whole, fresh);
    },

    async ask(address, { headers, signal, bytesMax }) {
      const { origin, pathname, search } = new URL(address);
      if (!origins.has(origin)) throw new Error(`${origin} is not an address of this engine.`);
      const reply = await kept.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { ...plainQuestion, ...headers },
        signal,
        headersTimeout: questionSeconds * 1000,
      });
      return { status: reply.statusCode, headers: reply.headers, text: await readAll(reply.body, bytesMax) };
    },

    async download(address, { signal, headers }) {
      const patience = AbortSignal.any([signal, closing.signal]);
      let url = new URL(address);
      for (let hops = 0; hops <= mediaRedirectsMax; hops += 1) {
        if (!/^https?:$/.test(url.protocol)) throw new Error('The link to the output is no web address.');
        const isEngines = origins.has(url.origin);
        const dispatcher = hosts.has(url.hostname) ? kept : outside;
        const response = await dispatch(
          url.href,
          { signal: patience, ...(isEngines && headers && { headers }) },
          dispatcher,
        );
        const next = response.headers.get('location');
        if (response.status < 300 || response.status > 399 || next === null) return response;
        await response.body?.cancel();
        url = new URL(bytesEncoded(next), url);
      }
      throw new Error('The link to the output leads from address to address.');
    },

    socket(address, headers) {
      const { origin } = new URL(address.replace(/^ws/, 'http'));
      if (!origins.has(origin)) throw new Error(`${origin} is not an address of this engine.`);
      // Node's own WebSocket knows `headers`; its types do not.
      return new WebSocket(address, { headers } as unknown as string[]);
    },

    async close() {
      closing.abort(new Error('The engine is closed.'));
      await Promise.all([kept.destroy(), fresh.destroy(), outside.destroy()]);
    },
  };
}

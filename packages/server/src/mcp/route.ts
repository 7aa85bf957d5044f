/** `POST /mcp`: the model context protocol over streamable HTTP, without sessions. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors, type Family } from '@afterimage/contract';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { KeyChecker } from '../accounts/key-checker.ts';
import { authenticate } from '../http/authenticate.ts';
import type { BodyReader } from '../http/body/reader.ts';
import type { Exchange, NodeStreams } from '../http/exchange.ts';
import type { AskInside } from '../http/inner-exchange.ts';
import { refuse } from '../http/refuse.ts';
import type { Router } from '../http/router.ts';
import { bodyError, contentRefusal } from '../http/submit.ts';
import type { Log } from '../log/log.ts';
import type { Ask } from './service-call.ts';

export interface McpServices {
  keys: KeyChecker;
  bodies: BodyReader;
  families: readonly Family[];
  publicUrl: string;
  version: string;
  askInside: AskInside;
  log: Log;
}

/** Larger media is sent by its address: what a tool is called with stands in the assistant's memory. */
const bodyBytesMax = 1024 * 1024;

export function addMcpRoute(router: Router, services: McpServices): void {
  const { keys, bodies, publicUrl } = services;
  const ownOrigin = URL.parse(publicUrl)?.origin;
  let opening: Promise<McpHttpHandler> | null = null;
  /** Not with the service: most never speak it, and it takes a while to load. */
  const open = () => {
    opening ??= openHandler(services).catch((fault) => {
      opening = null;
      throw fault;
    });
    return opening;
  };

  router.addStream('POST', '/mcp', async (exchange, streams) => {
    const { origin } = exchange.requestHeaders;
    // A page whose name was turned to this machine would speak for whoever looks at it; programs send no origin.
    if (origin !== undefined && origin !== ownOrigin)
      return refuse(exchange, errors.forbidden('This request comes from another site'));
    const holder = await authenticate(keys, exchange);
    if (holder === null) return;
    const unreadable = contentRefusal(exchange);
    if (unreadable !== null) return refuse(exchange, unreadable);
    const rules = { owner: holder.liveId, bytesMax: bodyBytesMax, mediaFields: new Map(), digest: 'none' } as const;
    const body = await bodies.read(exchange, rules);
    if (!body.ok) return refuse(exchange, bodyError({ bodyBytesMax }, body));
    // Thousands of calls in one request would take no turns; the protocol has had no such batches since 2025-06-18.
    if (Array.isArray(body.value))
      return refuse(exchange, errors.invalidJson('Send one message in a request, no list'));
    const { fetch: answerTo } = await open();
    const gone = new AbortController();
    exchange.onGone(() => gone.abort());
    const request = new Request(new URL('/mcp', publicUrl), {
      method: 'POST',
      headers: headersOf(exchange.requestHeaders),
      signal: gone.signal,
    });
    const answer = await answerTo(request, { parsedBody: body.value }).catch((fault) => {
      if (gone.signal.aborted) return null;
      throw fault;
    });
    if (answer !== null) await sendAnswer(exchange, streams, answer);
  });
}

async function openHandler({ askInside, families, version, log }: McpServices): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createToolServer, createTools }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./server.ts'),
  ]);
  const tools = createTools(families);
  return createMcpHandler(
    ({ requestInfo }) => {
      const authorization = requestInfo!.headers.get('authorization')!;
      return createToolServer({ tools, families, version, ask: askAs(authorization, askInside) });
    },
    {
      // What there is to ask for never changes while the service runs.
      maxSubscriptions: 0,
      onerror: (fault) => log.debug({ err: fault }, 'a call of the model context protocol ended with a fault'),
    },
  );
}

function askAs(authorization: string, askInside: AskInside): Ask {
  const nobodyLeaves = new AbortController().signal;
  return async ({ method, path, body, headers = {}, signal = nobodyLeaves }) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await askInside({
      method,
      url: path,
      headers: { ...headers, ...content, authorization },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      signal,
    });
    const ignored = answer.headers['afterimage-ignored'];
    return {
      status: answer.status,
      json: JSON.parse(String(answer.content)) as Record<string, unknown>,
      ignored: ignored === undefined ? null : String(ignored),
    };
  };
}

function headersOf(sent: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) if (value !== undefined) headers.set(name, String(value));
  return headers;
}

async function sendAnswer(exchange: Exchange, { response }: NodeStreams, answer: Response): Promise<void> {
  const headers = { ...exchange.headers, ...Object.fromEntries(answer.headers), 'x-request-id': exchange.requestId };
  response.writeHead(answer.status, headers);
  if (answer.body === null) {
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), response).catch(() => {
    // The client went away in the middle; the generation goes on.
  });
}

/** Lets exactly one request through, and keeps what came back, whatever a vendor's SDK makes of it. */
import { type EngineNet, NeverSent, type Send } from '../net/engine-net.ts';
import type { EngineFault, Start } from './engine.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the text is no JSON. */
  json: unknown;
}

export interface OneRequest {
  /** For the SDK. A second request gets its response here, and never leaves. */
  send: Send;
  /** What the one request came to; `none` before it was sent. */
  result(): RequestResult;
}

export type RequestResult = { sent: 'none' } | { sent: 'no reply'; cause: unknown } | { sent: 'replied'; reply: Reply };

/**
 * SDKs send again by themselves: three to six times when a connection drops, some with no way to stop it. So failures are
 * handed to them as `stop` wants them: each SDK has one form that it takes for final.
 */
export function createOneRequest(options: { send: Send; stop(reply: Reply | null): Response | Error }): OneRequest {
  let sent = false;
  let result: RequestResult = { sent: 'none' };

  function stopped(reply: Reply | null): Response {
    const end = options.stop(reply);
    if (end instanceof Error) throw end;
    return end;
  }

  return {
    result: () => result,
    async send(input, init) {
      if (sent) return stopped(null);
      sent = true;
      let reply: Reply;
      try {
        reply = await readReply(await options.send(input, init), init?.signal);
      } catch (cause) {
        result = { sent: 'no reply', cause };
        return stopped(null);
      }
      result = { sent: 'replied', reply };
      if (reply.status >= 400) return stopped(reply);
      return new Response(reply.text, { status: reply.status, headers: plainHeaders(reply.headers) });
    },
  };
}

/** The text has been decoded already. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  plain.delete('content-encoding');
  plain.delete('content-length');
  return plain;
}

/** The largest output in base64 with some words around it: an engine that sends more, or never comes to an end, gave no reply. */
const replyBytesMax = 192 * 2 ** 20;
const replyMillisecondsMax = 120_000;

/** @param signal of a question: the net lets go of it when the reply begins */
export async function readReply(response: Response, signal?: AbortSignal | null): Promise<Reply> {
  const text = await readText(response, signal);
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** The same for a question, without what `fetch` builds around every reply. */
export async function askFor(
  net: Pick<EngineNet, 'ask'>,
  url: string,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Reply> {
  const { status, headers, text } = await net.ask(url, { ...options, bytesMax: replyBytesMax });
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) plain.set(name, String(value));
  return { status, headers: plain, text, json: parsed(text) };
}

async function readText({ body }: Response, signal: AbortSignal | null | undefined): Promise<string> {
  const reader = body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let why: unknown = null;
  const breakOff = (reason: unknown) => {
    why ??= reason;
    void reader.cancel().catch(() => {});
  };
  const tooLate = () => breakOff(new Error('The reply did not come to its end in time.'));
  const late = setTimeout(tooLate, replyMillisecondsMax);
  const stop = () => breakOff(signal?.reason);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      bytes += read.value.length;
      if (bytes <= replyBytesMax) continue;
      await reader.cancel();
      throw new Error(`The reply has more than ${replyBytesMax} bytes.`);
    }
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
  }
  if (why !== null) throw why;
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A no that proves that nothing runs: any 4xx, and a 503 in the vendor's own words. Everything else, from a proxy's page to
 * a 504, may stand before work that was taken.
 */
export function isDefinite(reply: Reply, isVendors: (json: unknown) => boolean): boolean {
  if (reply.status >= 400 && reply.status < 500) return true;
  return reply.status === 503 && isVendors(reply.json);
}

export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** What a start came to when its SDK call threw or returned nothing of use. */
export function failedStart(
  result: RequestResult,
  thrown: unknown,
  judge: { isVendors(json: unknown): boolean; faultOf(reply: Reply): EngineFault },
): Start {
  if (result.sent === 'none') return { outcome: 'refused', fault: { class: 'internal', message: messageOf(thrown) } };
  if (result.sent === 'no reply') return startWithoutReply(result.cause);
  const { reply } = result;
  if (isDefinite(reply, judge.isVendors)) {
    const wait = retryAfterSeconds(reply.headers);
    const fault = { ...judge.faultOf(reply), ...(wait !== undefined && { retryAfterSeconds: wait }) };
    return { outcome: 'refused', fault };
  }
  const message = `HTTP ${reply.status}: ${reply.text.slice(0, 300)}`;
  return { outcome: 'unknown', fault: { class: 'unknown_submit', message } };
}

/** Where no connection came to be nothing was asked for; after that, whatever broke, the engine may have the order. */
export function startWithoutReply(cause: unknown): Start {
  const message = messageOf(cause);
  if (wasNeverSent(cause)) return { outcome: 'refused', fault: { class: 'unavailable', message } };
  return { outcome: 'unknown', fault: { class: 'unknown_submit', message } };
}

function wasNeverSent(thrown: unknown): boolean {
  for (let one = thrown; one instanceof Error; one = one.cause) if (one instanceof NeverSent) return true;
  return false;
}

/** Network faults hide their reason one level down. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : '';
  return `${thrown.message}${cause}`.slice(0, 500);
}

/** What a question came to, for a poll that has nothing better to tell. */
export function silentAfter(result: RequestResult, thrown: unknown): { state: 'silent'; fault: EngineFault } {
  if (result.sent === 'no reply') return silent(result.cause);
  if (result.sent === 'none') return silent(thrown);
  const { status, headers } = result.reply;
  const wait = retryAfterSeconds(headers);
  const fault: EngineFault = { class: status === 429 ? 'rate_limited' : 'unavailable', message: `HTTP ${status}` };
  return { state: 'silent', fault: { ...fault, ...(wait !== undefined && { retryAfterSeconds: wait }) } };
}

/** Why a poll has nothing to tell. */
export function silent(thrown: unknown): { state: 'silent'; fault: EngineFault } {
  return { state: 'silent', fault: { class: 'unavailable', message: messageOf(thrown) } };
}

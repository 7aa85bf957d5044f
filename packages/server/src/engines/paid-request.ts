/** Lets exactly one request through that may cost money, and keeps what came back, whatever a vendor's SDK makes of it. */
import type { Send } from '../net/engine-net.ts';
import type { EngineFault, Start } from './vendor-engine.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the text is no JSON. */
  json: unknown;
}

export interface PaidRequest {
  /** For the SDK. A second paid request is answered here, and never leaves. */
  send: Send;
  /** What the one request came to; `none` before it was sent. */
  result(): { sent: 'none' } | { sent: 'unanswered'; cause: unknown } | { sent: 'answered'; answer: Answer };
}

/**
 * SDKs send again by themselves: three to six times when a connection drops, some with no way to stop it. So failures are
 * handed to them as `stop` wants them: each SDK has one form that it takes for final.
 */
export function createPaidRequest(options: {
  send: Send;
  isPaid(url: URL, method: string): boolean;
  stop(answer: Answer | null): Response | Error;
}): PaidRequest {
  let sent = false;
  let result: ReturnType<PaidRequest['result']> = { sent: 'none' };

  function stopped(answer: Answer | null): Response {
    const end = options.stop(answer);
    if (end instanceof Error) throw end;
    return end;
  }

  return {
    result: () => result,
    async send(input, init) {
      const request = input instanceof Request ? input : null;
      const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
      if (!options.isPaid(new URL(request?.url ?? String(input)), method)) return options.send(input, init);
      if (sent) return stopped(null);
      sent = true;
      try {
        const response = await options.send(input, init);
        const answer = await readAnswer(response);
        result = { sent: 'answered', answer };
        if (!response.ok) return stopped(answer);
        return new Response(answer.text, { status: response.status, headers: plainHeaders(response.headers) });
      } catch (cause) {
        if (result.sent === 'none') result = { sent: 'unanswered', cause };
        return stopped(null);
      }
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

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
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
export function isDefinite(answer: Answer, isVendors: (json: unknown) => boolean): boolean {
  if (answer.status >= 400 && answer.status < 500) return true;
  return answer.status === 503 && isVendors(answer.json);
}

export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** What a start came to when its SDK call threw or returned nothing of use. */
export function failedStart(
  result: ReturnType<PaidRequest['result']>,
  thrown: unknown,
  judge: { isVendors(json: unknown): boolean; faultOf(answer: Answer): EngineFault },
): Start {
  if (result.sent === 'none') return { outcome: 'refused', fault: { class: 'internal', message: messageOf(thrown) } };
  if (result.sent === 'unanswered') {
    return { outcome: 'unknown', fault: { class: 'unknown_submit', message: messageOf(result.cause) } };
  }
  const { answer } = result;
  if (isDefinite(answer, judge.isVendors)) {
    const wait = retryAfterSeconds(answer.headers);
    const fault = { ...judge.faultOf(answer), ...(wait !== undefined && { retryAfterSeconds: wait }) };
    return { outcome: 'refused', fault };
  }
  const message = `HTTP ${answer.status}: ${answer.text.slice(0, 300)}`;
  return { outcome: 'unknown', fault: { class: 'unknown_submit', message } };
}

/** Network faults hide their reason one level down. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : '';
  return `${thrown.message}${cause}`.slice(0, 500);
}

/** Why a poll has nothing to tell. */
export function silent(thrown: unknown): { state: 'silent'; fault: EngineFault } {
  return { state: 'silent', fault: { class: 'unavailable', message: messageOf(thrown) } };
}

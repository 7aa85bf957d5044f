/** One call of a vendor's SDK, one request: whatever it throws, what the request came to is kept. */
import type { Send } from '../net/engine-net.ts';
import type { EngineFault } from './engine.ts';
import { createOneRequest, messageOf, type Reply, type RequestResult } from './one-request.ts';

export interface SdkCall<Result> {
  /** Null where it threw. */
  value: Result | null;
  result: RequestResult;
  thrown: unknown;
}

/** An SDK is an optional dependency: one that was not installed is a failed call like any other. */
export async function callSdk<Sdk, Result>(
  given: { load(): Promise<Sdk>; send: Send; stop(reply: Reply | null): Response | Error },
  use: (sdk: Sdk, fetchOnce: typeof fetch) => Promise<Result>,
): Promise<SdkCall<Result>> {
  const one = createOneRequest(given);
  try {
    // With `Response` beside it no SDK need send a request to learn what replies are made of.
    const fetchOnce = Object.assign(one.send, { Response }) as typeof fetch;
    return { value: await use(await given.load(), fetchOnce), result: one.result(), thrown: null };
  } catch (thrown) {
    return { value: null, result: one.result(), thrown };
  }
}

/** For SDKs that send once when told so: everything as it came. */
export function asItCame(reply: Reply | null): Response | Error {
  if (reply === null) return new Error('The request got no reply.');
  return new Response(reply.text, { status: reply.status, headers: { 'content-type': 'application/json' } });
}

/** For SDKs that take an aborted request for the caller's wish, and everything else for a reason to try again. */
export function asAborted(): Error {
  return Object.assign(new Error('The request got no reply, and is not sent again.'), { name: 'AbortError' });
}

/** What a harmless question tells of the vendor: `fine` are refusals that only those get whose key is taken. */
export function checked(
  { result, thrown }: SdkCall<unknown>,
  about: { fine: readonly number[]; faultOf(reply: Reply): EngineFault },
): { ok: boolean; detail: string } {
  if (result.sent === 'none') return { ok: false, detail: messageOf(thrown) };
  if (result.sent === 'no reply') return { ok: false, detail: messageOf(result.cause) };
  const { status } = result.reply;
  if (status < 400 || about.fine.includes(status)) return { ok: true, detail: 'answers and takes the key' };
  const fault = about.faultOf(result.reply);
  return { ok: false, detail: `${fault.class}: ${fault.message}` };
}

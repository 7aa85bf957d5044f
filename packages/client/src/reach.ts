/** One request to the service; that nothing answered is a refusal like the others, with status 0. */
import { Refusal } from './refusal.ts';

export async function reach(
  url: string,
  { fetch, ...init }: RequestInit & { fetch: typeof globalThis.fetch },
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    // A page asks its own origin by paths alone.
    const at = /^\w+:\/\/[^/?#]+/.exec(url)?.[0];
    const message = `The service${at === undefined ? '' : ` at ${at}`} cannot be reached.`;
    throw new Refusal({ status: 0, message, cause });
  }
}

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
    throw new Refusal({ status: 0, message: 'The service cannot be reached.', cause });
  }
}

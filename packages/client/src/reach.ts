/** One request to the service; that nothing answered is a refusal like the others, with status 0. */
import { Refusal, readRefusal } from './refusal.ts';

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

export interface Asked extends Omit<RequestInit, 'signal'> {
  fetch: typeof globalThis.fetch;
  signal?: AbortSignal | undefined;
  milliseconds: number;
}

/** The same with its answer read to the end: a service that is gone without a word must not hold anyone for ever. */
export async function ask<Answer>(
  url: string,
  { signal, milliseconds, ...init }: Asked,
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer> {
  const limit = AbortSignal.timeout(milliseconds);
  try {
    const answer = await reach(url, {
      ...init,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (!answer.ok) throw await readRefusal(answer);
    return await read(answer);
  } catch (fault) {
    if (fault instanceof Refusal || signal?.aborted) throw fault;
    const message = limit.aborted ? 'The service did not answer in time.' : "The service's answer broke off.";
    throw new Refusal({ status: 0, message, cause: fault });
  }
}

/** Fetches a file of the service by its signed link. */
import { reach } from './reach.ts';
import { readRefusal } from './refusal.ts';

export async function download(
  url: string,
  options: { fetch: typeof globalThis.fetch; signal?: AbortSignal },
): Promise<Blob> {
  const answer = await reach(url, options);
  if (!answer.ok) throw await readRefusal(answer);
  return answer.blob();
}

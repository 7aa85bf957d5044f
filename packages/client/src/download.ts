/** Fetches a file of the service by its signed link. */
import { readRefusal } from './refusal.ts';

export async function download(url: string, options: { fetch: typeof globalThis.fetch }): Promise<Blob> {
  const answer = await options.fetch(url);
  if (!answer.ok) throw await readRefusal(answer);
  return answer.blob();
}

/** Why a link to media shows nothing: a player that fails does not say. */

import { reach } from './reach.ts';
import { Refusal } from './refusal.ts';

/** `gone`: the link or the file has ended, so that another try at the same address is in vain. */
export type LinkState = 'there' | 'gone' | 'troubled';

const goneStatuses = [403, 404, 410];

export async function linkState(url: string, { fetch }: { fetch: typeof globalThis.fetch }): Promise<LinkState> {
  try {
    // One byte tells as much as all of them, and an answer from the browser's memory tells nothing.
    const answer = await reach(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store', fetch });
    await answer.body?.cancel();
    if (answer.ok) return 'there';
    return goneStatuses.includes(answer.status) ? 'gone' : 'troubled';
  } catch (fault) {
    if (fault instanceof Refusal) return 'troubled';
    throw fault;
  }
}

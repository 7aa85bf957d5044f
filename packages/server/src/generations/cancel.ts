/** How a generation is cancelled: it ends as any other, in one transaction. */
import { cancelledCode, failureMeanings } from '@afterimage/contract';
import type { Tx } from '../db/postgres.ts';
import { cancelAttempts, endedChannel } from './attempts-store.ts';
import { endAsFailed, type SettleServices, settle } from './settle.ts';
import { lockForCancel, type SettlingRow } from './store.ts';

export type CancelTerms = Pick<SettleServices, 'refunds'>;

export interface Cancelled {
  id: string;
  accountId: string;
  family: string;
}

/** On request of its account. */
export async function cancelGeneration(
  services: SettleServices,
  wanted: Cancelled,
): Promise<'cancelled' | 'ended before' | 'unknown'> {
  const ended = await settle(services, cancelledCode, (tx) => endAsCancelled(tx, services, wanted));
  return ended === 'settled' ? 'cancelled' : ended;
}

/**
 * The money goes back unless a paid engine may have the work: then it is owed there. Whoever runs it hears of it, and
 * tells the engine to stop.
 */
export async function endAsCancelled(
  tx: Tx,
  terms: CancelTerms,
  wanted: Cancelled,
): Promise<SettlingRow | 'ended before' | 'unknown'> {
  const found = await lockForCancel(tx, wanted);
  if (found === undefined) return 'unknown';
  if (found.finished_at !== null) return 'ended before';
  const failed = await endAsFailed(tx, terms, found, {
    code: cancelledCode,
    reason: failureMeanings[cancelledCode]!,
    async endAttempts() {
      const ended = await cancelAttempts(tx, found.id);
      if (ended.length > 0) tx.tell(endedChannel, found.id);
      return ended.some(({ paid }) => paid) ? 'owed' : 'not owed';
    },
  });
  // It is locked, and has not ended.
  return failed!;
}

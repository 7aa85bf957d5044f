/** How a generation is cancelled: it ends as any other, in one transaction. */
import { cancelledCode, failureMeanings } from '@afterimage/contract';
import type { Tx } from '../db/postgres.ts';
import { refund } from '../ledger/refund-store.ts';
import { cancelAttempts, endedChannel } from './attempts-store.ts';
import { countEnd } from './count-end.ts';
import { announce, type SettleServices } from './settle.ts';
import { lockForCancel, markFailed, type SettlingRow } from './store.ts';

export interface CancelTerms {
  refunds(family: string, code: string): boolean;
  isPaid(engine: string): boolean;
}

export type CancelServices = SettleServices & CancelTerms;

export interface Cancelled {
  id: string;
  accountId: string;
  family: string;
}

/** On request of its account. */
export async function cancelGeneration(
  services: CancelServices,
  wanted: Cancelled,
): Promise<'cancelled' | 'ended before' | 'unknown'> {
  const ended = await services.db.transaction(async (tx) => {
    const settled = await endAsCancelled(tx, services, wanted);
    if (typeof settled !== 'string') await announce(tx, services, settled);
    return settled;
  });
  if (typeof ended === 'string') return ended;
  countEnd(services.metrics, ended, cancelledCode);
  return 'cancelled';
}

/**
 * The money goes back unless a paid engine may have the work: then it is owed there. Whoever runs it hears of it, and
 * tells the engine to stop.
 */
export async function endAsCancelled(
  tx: Tx,
  { refunds, isPaid }: CancelTerms,
  wanted: Cancelled,
): Promise<SettlingRow | 'ended before' | 'unknown'> {
  const found = await lockForCancel(tx, wanted);
  if (found === undefined) return 'unknown';
  if (found.finished_at !== null) return 'ended before';
  const settled = (await markFailed(tx, found, { code: cancelledCode, reason: failureMeanings[cancelledCode]! }))!;
  const cancelled = await cancelAttempts(tx, found.id);
  if (cancelled.length > 0) tx.tell(endedChannel, found.id);
  if (refunds(settled.family, cancelledCode) && !cancelled.some(isPaid)) {
    await refund(tx, { id: settled.id, accountId: settled.account_id, price: settled.price }, cancelledCode);
  }
  return settled;
}

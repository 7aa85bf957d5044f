/** How a generation is cancelled: it ends as any other, in one transaction. */
import { cancelledCode, failureMeanings } from '@afterimage/contract';
import { refund } from '../ledger/refund-store.ts';
import { cancelAttempts, tellOfEnd } from './attempts-store.ts';
import { countEnd } from './count-end.ts';
import { announce, type SettleServices } from './settle.ts';
import { lockForCancel, markFailed } from './store.ts';

export type CancelServices = SettleServices & { isPaid(engine: string): boolean };

/**
 * On request of its account. The money goes back unless a paid engine may have the work: then it is owed there. Whoever
 * runs it hears of it, and tells the engine to stop.
 */
export async function cancelGeneration(
  services: CancelServices,
  wanted: { id: string; accountId: string; family: string },
): Promise<'cancelled' | 'ended before' | 'unknown'> {
  const ended = await services.db.transaction(async (tx) => {
    const found = await lockForCancel(tx, wanted);
    if (found === undefined) return 'unknown';
    if (found.finished_at !== null) return 'ended before';
    const settled = (await markFailed(tx, found, { code: cancelledCode, reason: failureMeanings[cancelledCode]! }))!;
    const cancelled = await cancelAttempts(tx, found.id);
    if (services.refunds(settled.family, cancelledCode) && !cancelled.some(services.isPaid)) {
      await refund(tx, { id: settled.id, accountId: settled.account_id, price: settled.price }, cancelledCode);
    }
    await announce(tx, services, settled);
    if (cancelled.length > 0) await tellOfEnd(tx, found.id);
    return settled;
  });
  if (typeof ended === 'string') return ended;
  countEnd(services.metrics, ended, cancelledCode);
  return 'cancelled';
}

/** Waits until everything has ended and is announced, for as long as something moves: stuck is what moves no more, not what is slow. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../src/db/postgres.ts';
import { countUnfinished, countWaitingDeliveries } from './facts.ts';

const lookMilliseconds = 250;

/** @param stillSeconds longer than the longest rest that anything may take */
export async function waitUntilSettled(db: Db, stillSeconds: number): Promise<'settled' | 'stuck'> {
  let [least, movedAt] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    // A generation that ends may leave a webhook to be sent: that is a move, too.
    const left = 2 * (await countUnfinished(db)) + (await countWaitingDeliveries(db));
    if (left === 0) return 'settled';
    if (left < least) [least, movedAt] = [left, performance.now()];
    if (performance.now() - movedAt > stillSeconds * 1_000) return 'stuck';
    await pause(lookMilliseconds);
  }
}

/** Waits until everything has ended and is announced, for as long as something moves: stuck is what moves no more, not what is slow. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable, type Db } from '../../../src/db/postgres.ts';
import { countUnfinished, countWaitingDeliveries } from './facts.ts';

const lookMilliseconds = 250;

/** @param stillSeconds longer than the longest rest that anything may take */
export async function waitUntilSettled(db: Db, stillSeconds: number): Promise<'settled' | 'stuck'> {
  let [least, movedAt] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const left = await countLeft(db);
    if (left === 0) return 'settled';
    if (left < least) [least, movedAt] = [left, performance.now()];
    if (performance.now() - movedAt > stillSeconds * 1_000) return 'stuck';
    await pause(lookMilliseconds);
  }
}

/** A generation that ends may leave a webhook to be sent: that is a move, too. Who is killed in PostgreSQL takes it away for a moment. */
async function countLeft(db: Db): Promise<number> {
  try {
    return 2 * (await countUnfinished(db)) + (await countWaitingDeliveries(db));
  } catch (fault) {
    if (fault instanceof DatabaseUnavailable) return Number.POSITIVE_INFINITY;
    throw fault;
  }
}

/** What an account may ask of its webhooks by hand: send one again, send a test. */
import type { Db } from '../db/postgres.ts';
import type { TestEvent } from './events/test.ts';
import { scheduleEvent } from './schedule.ts';
import { reopenDelivery } from './store.ts';

/**
 * Sends a delivery once more, with the same id and bytes; `not_sent` when there is none, or it is being sent now.
 * Attempts are counted on: one that had its five gets this one more, an earlier one is tried again up to five.
 */
export async function redeliver(db: Db, accountId: string, deliveryId: string): Promise<'scheduled' | 'not_sent'> {
  const reopened = await reopenDelivery(db, accountId, deliveryId);
  return reopened ? 'scheduled' : 'not_sent';
}

/** Returns the delivery's id, under which its attempts can be watched. */
export function sendTest(db: Db, test: TestEvent): Promise<string> {
  return db.transaction((tx) => scheduleEvent(tx, 'test', test));
}

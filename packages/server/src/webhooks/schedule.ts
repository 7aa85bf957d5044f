/** Puts an event on its way. Called in the transaction that settles a generation, so neither happens without the other. */
import type { Tx } from '../db/postgres.ts';
import { insertDelivery } from './store.ts';

/** A generation tells each of them once. */
export type EventName = 'generation.ended' | 'test';

export interface NewEvent {
  accountId: string;
  name: EventName;
  /** Null for test events. */
  generationId: string | null;
  url: string;
  payload: Readonly<Record<string, unknown>>;
}

/** Answers the delivery's id, which is the `webhook-id` that receivers see. */
export function scheduleDelivery(tx: Tx, event: NewEvent): Promise<string> {
  return insertDelivery(tx, {
    accountId: event.accountId,
    event: event.name,
    generationId: event.generationId,
    url: event.url,
    host: hostOf(event.url),
    // Written out once: every attempt sends these bytes, whatever later versions would write.
    payload: JSON.stringify(event.payload),
  });
}

/** With the port: two services on one machine fail independently of each other. */
function hostOf(url: string): string {
  return new URL(url).host;
}

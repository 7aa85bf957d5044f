/** Puts an event on its way. Called in the transaction that makes it true, so neither happens without the other. */
import type { Tx } from '../db/postgres.ts';
import type { EndEvent, EndedGeneration, EventDefinition } from './event.ts';
import { type EventName, events, type SubjectOf } from './events.ts';
import { insertDelivery } from './store.ts';

/** Returns the delivery's id, which is the `webhook-id` that receivers see. */
export function scheduleEvent<Name extends EventName>(tx: Tx, name: Name, subject: SubjectOf<Name>): Promise<string> {
  const event = events.find((one) => one.name === name) as unknown as EventDefinition<SubjectOf<Name>>;
  const { accountId, generationId, url } = event.concerns(subject);
  return insertDelivery(tx, {
    accountId,
    event: name,
    generationId,
    url,
    host: hostOf(url),
    // Written out once: every attempt sends these bytes, whatever later versions would write.
    payload: JSON.stringify(event.payload(subject)),
  });
}

const endEvents = events.filter((event) => 'toldAt' in event) satisfies readonly EndEvent[];

/** Every event that is told of a generation that ended as this one has. */
export async function scheduleEndEvents(tx: Tx, ended: EndedGeneration): Promise<void> {
  const status = ended.view.status;
  for (const { name, toldAt } of endEvents) {
    if (toldAt.some((told) => told === status)) await scheduleEvent(tx, name, ended);
  }
}

/** With the port: two services on one machine fail independently of each other. */
function hostOf(url: string): string {
  return new URL(url).host;
}

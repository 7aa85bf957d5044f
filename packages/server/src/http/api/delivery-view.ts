/** What the account interface shows of a webhook delivery. */
import { webhookAttemptsMax } from '@afterimage/contract';
import type { Of, resources } from '@afterimage/contract/api';
import type { EventDefinition } from '../../webhooks/event.ts';
import { events } from '../../webhooks/events.ts';
import type { LoggedDelivery } from '../../webhooks/log-store.ts';

export function deliverySummaryOf(row: LoggedDelivery): Of<typeof resources.deliverySummary> {
  return {
    id: row.id,
    generation_id: row.generation_id,
    event: eventOf(row),
    host: row.host,
    url: row.url,
    state: row.state,
    attempts: row.attempts,
    // One that had all of them and was sent again by hand has had one more.
    attempts_max: Math.max(webhookAttemptsMax, row.attempts + (row.state === 'waiting' ? 1 : 0)),
    last_status_code: row.last_status_code,
    last_milliseconds: row.last_milliseconds,
    last_error: row.last_error,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** One that a later version has put there is not in the table: it is called by its name. */
function eventOf({ event, generation_status: status }: LoggedDelivery): string {
  const definition: EventDefinition<never> | undefined = events.find(({ name }) => name === event);
  return (status === null ? undefined : definition?.nameShown?.(status)) ?? event;
}

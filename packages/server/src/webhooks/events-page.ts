/** The table of events for the guide: what the header of a webhook names, and when it is sent. */
import { webhookEventHeader } from '@afterimage/contract';
import { events } from './events.ts';

export function eventsTable(): string {
  const rows = events.map(({ name, when }) => `| \`${name}\` | ${when} |`);
  return [`| \`${webhookEventHeader}\` | Sent when |`, '|---|---|', ...rows].join('\n');
}

/** Carries PostgreSQL's notifications to those who wait for them, so that work begins at once and not at the next poll. */
import type { ConnectionSettings } from '../db/database-server.ts';
import { type Listener, listen } from '../db/listener.ts';
import type { Log } from '../log/log.ts';

/** There is work for an engine, which the payload names. */
export const workChannel = 'work';

/** There is something to deliver. */
export const webhooksChannel = 'webhooks';

/** By channel. Null when notifications may have been missed. */
export type Wakes = Readonly<Record<string, (payload: string | null) => void>>;

export function wakeOnNotifications(
  wakes: Wakes,
  { settings, log }: { settings: ConnectionSettings; log: Log },
): Promise<Listener> {
  return listen({
    settings,
    channels: Object.keys(wakes),
    on: (channel, payload) => wakes[channel]?.(payload),
    onReconnect() {
      for (const wake of Object.values(wakes)) wake(null);
    },
    log,
  });
}

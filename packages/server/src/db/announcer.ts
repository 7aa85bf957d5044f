/** Tells all processes of something by NOTIFY, after the commit that made it so. Inside of it, every commit of the server that
 * notifies would wait for this one to be durable; so they go side by side, and one NOTIFY tells of many. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

export interface Announcer {
  /** Soon, and at most once for all that is told the same until then. Who is not reached looks by himself, as often as docs/decisions/0023 says. */
  tell(channel: string, payload: string): void;
  /** What was told before is out. */
  stop(): Promise<void>;
}

/** What sends a statement. */
interface Sender {
  query(statement: { name: string; text: string }, values: unknown[]): Promise<unknown>;
}

const announce = {
  name: 'announce',
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told(channel, payload)',
};

export function createAnnouncer(
  db: Sender,
  {
    log,
    pauseMilliseconds,
  }: {
    log: Log;
    /** Under a flood, from one announcement to the next; the first is not kept waiting. */
    pauseMilliseconds: number;
  },
): Announcer {
  let waiting = new Map<string, { channel: string; payload: string }>();
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const told = [...waiting.values()];
      waiting = new Map();
      await db
        .query(announce, [told.map(({ channel }) => channel), told.map(({ payload }) => payload)])
        .catch((fault) => log.debug({ err: fault }, 'an announcement is lost; whoever waits for it looks by himself'));
      await pause(pauseMilliseconds);
    }
    sending = undefined;
  }

  return {
    tell(channel, payload) {
      waiting.set(`${channel} ${payload}`, { channel, payload });
      sending ??= sendAll();
    },
    stop: async () => sending,
  };
}

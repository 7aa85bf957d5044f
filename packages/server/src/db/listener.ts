/** Hears what other processes announce with NOTIFY, on one connection that is made again when it breaks. */

import type { Client } from 'pg';
import type { Log } from '../log/log.ts';
import type { ConnectionSettings } from './database-server.ts';
import { openLastingConnection } from './lasting-connection.ts';

export interface ListenOptions {
  settings: ConnectionSettings;
  channels: readonly string[];
  on(channel: string, payload: string): void;
  /** What was announced while the connection was down is lost: look again at everything. */
  onReconnect(): void;
  log: Log;
}

export interface Listener {
  stop(): Promise<void>;
}

/** Resolves when it listens; rejects when the first connecting fails. */
export async function listen({ settings, channels, on, onReconnect, log }: ListenOptions): Promise<Listener> {
  const connection = await openLastingConnection({
    settings,
    applicationName: 'afterimage listener',
    async prepare(client: Client) {
      client.on('notification', ({ channel, payload }) => on(channel, payload ?? ''));
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    async onRefused(error) {
      throw error;
    },
    onLost: (error) => log.warn({ err: error }, 'The listening connection broke; connecting again.'),
    onBack: onReconnect,
  });
  return { stop: () => connection.stop() };
}

/** The settings an embedded server is started with, and why. */

import type { Home } from './home.ts';

export type ServerSettings = Readonly<Record<string, string>>;

const defaults: ServerSettings = {
  // Money: a commit that was confirmed survives a power cut.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_connections: '100',
  // Recovery after a crash replays what was written since the last checkpoint, so keep it small (docs/decisions/0005).
  checkpoint_timeout: '5min',
  max_wal_size: '1GB',
  // Before it replays, PostgreSQL syncs every file it has: one call instead of 1,000 brings a killed server back
  // sooner (docs/decisions/0005). Only Linux has the call.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  // The queue updates the same few rows all the time; dead versions must go before they slow the claims.
  autovacuum_naptime: '10s',
  // Parallel plans need /dev/shm, which is 64 MB in most containers; no query here is large enough to gain.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are our own log's business, and their text holds the users' prompts.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

export function settingArguments({ home, port, extra }: SettingOptions): string[] {
  const placement: ServerSettings =
    process.platform === 'win32'
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : {
          listen_addresses: '',
          // The setting is a list, so a comma or a space in the path needs the quotes.
          unix_socket_directories: `"${home.socketFolder.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  const all = { ...defaults, ...extra, ...placement, port: String(port) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

interface SettingOptions {
  home: Home;
  port: number;
  extra: ServerSettings;
}

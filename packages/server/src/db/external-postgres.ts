/** A PostgreSQL server that somebody else runs (DATABASE_URL): watched like our own, never started or stopped. */

import type { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { type DatabaseServer, makeStateBoard, type StateListener } from './database-server.ts';
import { openLastingConnection } from './lasting-connection.ts';

export interface ExternalOptions {
  log: Log;
  /** Hears of every change from the first moment on. */
  onState?: StateListener;
  /** Ends the waiting for a server that does not answer. */
  giveUp?: AbortSignal;
}

/** The schema uses uuidv7(), which came with 18. */
const versionLeast = 18;
/** A server that starts beside us (compose, systemd) gets this long before we call the address wrong. */
const firstPatienceMilliseconds = 30_000;
/** Wrong user, password or database: waiting does not help. */
const hopeless = /^(28...|3D000)$/;

export async function useExternalPostgres(
  url: string,
  { log, onState, giveUp }: ExternalOptions,
): Promise<DatabaseServer> {
  const board = makeStateBoard((state) => {
    log.info({ database: state.phase }, state.sentence);
    onState?.(state);
  });
  board.write('starting', 'Connecting to the database.');
  let giveUpAt = performance.now() + firstPatienceMilliseconds;
  const connection = await openLastingConnection({
    settings: { url },
    applicationName: 'afterimage presence',
    giveUp,
    prepare: (client) => checkServer(client, log),
    async onRefused(error) {
      const code = 'code' in error ? String(error.code) : '';
      if (error instanceof UnfitServer || hopeless.test(code) || performance.now() > giveUpAt) {
        throw error instanceof UnfitServer ? error : new Error(`DATABASE_URL cannot be used: ${error.message}`);
      }
      if (code === '57P03') board.write('recovering', 'The database is starting or recovering.');
      else board.write('down', `The database cannot be reached: ${error.message}`);
    },
    onLost: (error) => board.write('down', `The connection to the database broke: ${error.message}`),
    onBack: () => board.write('ready', 'The database is ready.'),
  });
  giveUpAt = Number.POSITIVE_INFINITY;
  board.write('ready', 'The database is ready.');
  return {
    connection: { url },
    state: board.read,
    onState: board.listen,
    stop: () => connection.stop(),
  };
}

class UnfitServer extends Error {}

async function checkServer(client: Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < versionLeast) {
    throw new UnfitServer(`DATABASE_URL is a PostgreSQL ${version}: version ${versionLeast} or newer is needed.`);
  }
  const encoding = settings.get('server_encoding');
  if (encoding !== 'UTF8') {
    throw new UnfitServer(`The database of DATABASE_URL has the encoding ${encoding}: UTF8 is needed.`);
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      log.warn({ setting: name }, `The database runs with ${name} off: a crash may lose charges that were confirmed.`);
    }
  }
}

/**
 * The PostgreSQL server that comes with the service. Any number of processes share its folder without a lock of ours:
 * whoever finds no server alive starts one (PostgreSQL's own pid file decides a race), each holds a connection with a
 * shared advisory lock as its presence, and whoever gets the lock for itself when leaving was the last and stops it.
 */

import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import type { Log } from '../log/log.ts';
import { type ConnectionSettings, type DatabaseServer, makeStateBoard, type StateListener } from './database-server.ts';
import { findPackage, prepareBinaries } from './embedded/binaries.ts';
import { prepareCluster, superuser } from './embedded/cluster.ts';
import { type Home, prepareHome } from './embedded/home.ts';
import { makeLauncher } from './embedded/launcher.ts';
import type { ServerSettings } from './embedded/server-settings.ts';
import { prepareServiceRole, serviceDatabase, servicePassword, serviceRole } from './embedded/service-role.ts';
import { openLastingConnection } from './lasting-connection.ts';

export interface EmbeddedOptions {
  folder: string;
  log: Log;
  /** Hears of every change from the first moment on, also of a recovery before the promise resolves. */
  onState?: StateListener;
  /** PostgreSQL settings over our own; whichever process starts the server decides. */
  settings?: ServerSettings;
  /** Ends the waiting for a recovery, and takes down the server that was started for it. */
  giveUp?: AbortSignal;
}

const maintenanceDatabase = 'postgres';
const presence = 1;
/** Where the files of a root's server go when PostgreSQL's user cannot reach the data folder. */
const refuge = '/var/lib/afterimage';
const socketPort = 5432;

export interface EmbeddedServer extends DatabaseServer {
  /** As the superuser, whom the service itself has no use for. */
  readonly administration: ConnectionSettings;
}

/** Resolves when the server accepts connections, however long a recovery takes. */
export async function startEmbeddedPostgres({
  folder,
  log,
  onState,
  settings,
  giveUp,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const board = makeStateBoard((state) => {
    log.info({ database: state.phase }, state.sentence);
    onState?.(state);
  });
  board.write('starting', 'PostgreSQL is starting.');
  const home = await prepareHome({ folder, refuge, log });
  const binaries = await prepareBinaries({ packageFolder: findPackage(), copyInto: home.folder, runAs: home.runAs });
  await prepareCluster(home, binaries);

  const port = process.platform === 'win32' ? Number(await readFile(home.portFile, 'utf8')) : socketPort;
  const { administrationOf, serviceUrl, password } = await readAddresses(home, port);
  const launcher = makeLauncher({ home, binaries, port, settings: settings ?? {}, board, log });
  const noteReady = () => {
    launcher.noteReady();
    board.write('ready', 'PostgreSQL is ready.');
  };
  const connection = await openLastingConnection({
    settings: { url: administrationOf(maintenanceDatabase) },
    applicationName: 'afterimage presence',
    giveUp,
    prepare: (client) => takeUpPresence(client, { password, urlOf: administrationOf }),
    onRefused: launcher.tend,
    onLost: (error) => board.write('down', `PostgreSQL went away: ${error.message}`),
    onBack: noteReady,
  }).catch(async (fault) => {
    await launcher.takeBack();
    throw fault;
  });
  noteReady();

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    let connected = false;
    await connection.stop(async (client) => {
      connected = true;
      if (await wasLastUser(client)) await launcher.takeDown();
    });
    // Still starting or recovering: nobody can be using it, and nobody would be left to stop it later.
    if (!connected) await launcher.takeDown();
  };
  return {
    connection: { url: serviceUrl },
    direct: { url: serviceUrl },
    // Both run on one machine, and nothing follows it.
    warnings: () => [],
    administration: { url: administrationOf(serviceDatabase) },
    state: board.read,
    onState: board.listen,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** The host parameter of a URL may be a folder, which is how `pg` and psql both name a socket. */
async function readAddresses(home: Home, port: number) {
  const superusers = (await readFile(home.passwordFile, 'utf8')).trim();
  const password = servicePassword(superusers);
  const host = process.platform === 'win32' ? '127.0.0.1' : home.socketFolder;
  // Without encryption, whatever PGSSLMODE says: the way is a socket in a folder of ours.
  const query = `host=${encodeURIComponent(host)}&sslmode=disable`;
  return {
    password,
    administrationOf: (name: string) => `postgres://${superuser}:${superusers}@localhost:${port}/${name}?${query}`,
    serviceUrl: `postgres://${serviceRole}:${password}@localhost:${port}/${serviceDatabase}?${query}`,
  };
}

async function takeUpPresence(client: Client, role: Parameters<typeof prepareServiceRole>[1]): Promise<void> {
  // Waits while the last user before us is taking the server down; that ends this connection, and we start anew.
  await client.query('select pg_advisory_lock_shared($1)', [presence]);
  await prepareServiceRole(client, role);
}

async function wasLastUser(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [presence]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [presence]);
    return rows[0].alone;
  } catch {
    // The server went away by itself just now.
    return false;
  }
}

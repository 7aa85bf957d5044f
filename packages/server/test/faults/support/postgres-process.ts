/** The embedded PostgreSQL seen from outside: who serves a data folder, and how to reach it without becoming its user. */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, openDb } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';

const clusterOf = (dataFolder: string) => join(dataFolder, 'postgres', 'cluster');

/** The pid of the postmaster, read where PostgreSQL writes it; undefined when none serves this folder. */
export function findPostmaster(dataFolder: string): number | undefined {
  const lock = readLock(dataFolder);
  if (lock === undefined) return undefined;
  const pid = Number(lock[0]);
  return workFolderOf(pid) === realpathSync(join(clusterOf(dataFolder), 'data')) ? pid : undefined;
}

/** Whoever still works in the data folder: every process of a PostgreSQL server does. */
export function findServerProcesses(dataFolder: string): number[] {
  const data = realpathSync(join(clusterOf(dataFolder), 'data'));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workFolderOf(pid) === data);
}

function workFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function readLock(dataFolder: string): string[] | undefined {
  try {
    return readFileSync(join(clusterOf(dataFolder), 'data', 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/**
 * A connection of the checker's own. Not through the service's launcher: that would restart a server that died, and
 * hide a service that does not.
 */
export function openCheckerDb(dataFolder: string): Db {
  return openCheckerDbAt(checkerUrl(dataFolder));
}

export function checkerUrl(dataFolder: string): string {
  const lock = readLock(dataFolder);
  if (lock === undefined) throw new Error(`No PostgreSQL serves ${dataFolder}.`);
  const [, , , port, socketFolder] = lock;
  const password = readFileSync(join(clusterOf(dataFolder), 'password'), 'utf8').trim();
  return `postgres://afterimage:${password}@localhost:${port}/afterimage?host=${encodeURIComponent(socketFolder!)}`;
}

export function openCheckerDbAt(url: string): Db {
  return openDb({ url }, { connectionsMax: 2, applicationName: 'fault checker', log: createSilentLog() });
}

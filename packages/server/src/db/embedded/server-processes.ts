/** Tells whether a server is alive on a data folder, from PostgreSQL's own pid file and from what the system says. */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** The pid of the server (PostgreSQL's "postmaster") that serves this data folder. */
export function findServer(home: Home): number | undefined {
  const pid = readPid(join(home.data, 'postmaster.pid'));
  return pid !== undefined && servesFolder(pid, home.data) ? pid : undefined;
}

/**
 * Children that outlive a server killed with -9: they go by themselves within moments unless busy, and until then a new
 * server refuses to start, because they still write to the old shared memory. Known on Linux only; elsewhere we wait.
 */
export function findOrphans(home: Home): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => servesFolder(pid, home.data));
}

/**
 * PostgreSQL refuses to start while the pid in a lock file of its own belongs to any process, even a zombie or a
 * stranger that got the number later (after a restart of a container that is the rule). Call it when neither a server
 * nor orphans are there. Reading, judging and removing happen in one iteration of the event loop; should another process start a server just
 * then, the lock beside the socket still keeps a second one out.
 */
export function clearStaleLocks(home: Home): void {
  const locks = [join(home.data, 'postmaster.pid'), join(home.socketFolder, '.s.PGSQL.5432.lock')];
  for (const lock of locks) {
    const pid = readPid(lock);
    if (pid !== undefined && isTaken(pid) && !servesFolder(pid, home.data)) rmSync(lock, { force: true });
  }
}

/** Whether the next start, or the one going on, replays the log: PostgreSQL keeps its state at byte 16 of pg_control. */
export function needsRecovery(home: Home): boolean {
  const stateOffset = 16;
  const cleanlyShutDown = 1;
  try {
    return readFileSync(join(home.data, 'global', 'pg_control')).readUInt32LE(stateOffset) !== cleanlyShutDown;
  } catch {
    return false;
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isServing(home: Home, pid: number): boolean {
  return servesFolder(pid, home.data);
}

/** Every process of a PostgreSQL server works in its data folder; a zombie has no folder, a stranger another one. */
function servesFolder(pid: number, dataFolder: string): boolean {
  if (process.platform === 'win32') return isTaken(pid);
  try {
    if (process.platform !== 'linux') {
      const [status = 'Z', ...command] = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], {
        encoding: 'utf8',
      }).split(/\s+/);
      return !status.startsWith('Z') && command.join(' ').includes(dataFolder);
    }
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === dataFolder;
  } catch {
    return false;
  }
}

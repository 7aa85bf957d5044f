/** Where an embedded server lives: its folder, the cluster in it, its log, and the socket it listens on. */

import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '../../log/log.ts';
import { blockingFolder, chooseRunAs, type RunAs } from './run-as.ts';

export interface Home {
  /** Absolute and without symbolic links, so that it can be compared with what the kernel says of a process. */
  readonly folder: string;
  /** Made by one rename, so it is whole or absent. */
  readonly cluster: string;
  readonly data: string;
  readonly passwordFile: string;
  /** Windows only: PostgreSQL listens on a port of the loopback address there. */
  readonly portFile: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly runAs: RunAs | undefined;
}

/** macOS allows 103 bytes for the path of a socket, Linux 107; PostgreSQL adds a name of 14. */
const socketFolderBytesMax = 103 - '/.s.PGSQL.5432'.length;

export async function prepareHome({ folder, refuge, log }: PlaceOptions): Promise<Home> {
  const wanted = resolve(folder);
  const runAs = await chooseRunAs(join(wanted, 'cluster', 'data'));
  const real = await placeFolder({ folder: wanted, refuge, log, runAs });
  const cluster = join(real, 'cluster');
  return {
    folder: real,
    cluster,
    data: join(cluster, 'data'),
    passwordFile: join(cluster, 'password'),
    portFile: join(cluster, 'port'),
    logFile: join(real, 'postgres.log'),
    socketFolder: await prepareSocketFolder(real, runAs),
    runAs,
  };
}

export interface PlaceOptions {
  folder: string;
  /** Where the files go when we are root and PostgreSQL's user cannot reach `folder`. */
  refuge: string;
  log: Log;
}

/** The folder itself, or what it points to: a link is left in its place when its files had to go elsewhere. */
async function placeFolder({ folder, refuge, log, runAs }: PlaceOptions & { runAs: RunAs | undefined }) {
  await mkdir(dirname(folder), { recursive: true });
  const parent = await realpath(dirname(folder));
  if ((await blockingFolder(parent, runAs)) === parent) await letThrough(parent, runAs);
  const wall = await blockingFolder(parent, runAs);
  const exists = await stat(folder).catch(() => undefined);
  if (exists === undefined && wall !== undefined) {
    await linkToRefuge({ folder, refuge, owner: runAs });
    log.warn(
      { folder, files: await realpath(folder) },
      `PostgreSQL runs as ${runAs?.name}, who cannot enter ${wall}: its files are kept under ${refuge}.`,
    );
  } else if (exists === undefined) {
    await makePrivateFolder(folder, runAs);
  }
  const real = await realpath(folder);
  await makePrivateFolder(real, runAs);
  const lastWall = await blockingFolder(real, runAs);
  if (lastWall === undefined) return real;
  throw new Error(
    `PostgreSQL runs as ${runAs?.name}, who cannot enter ${lastWall}: let that user in or move ${folder}.`,
  );
}

/** The data folder is root's alone; PostgreSQL's user may pass through it, and still not list it. */
async function letThrough(folder: string, runAs: RunAs | undefined): Promise<void> {
  const { uid } = await stat(folder);
  if (runAs === undefined || uid !== process.getuid?.()) return;
  await chown(folder, uid, runAs.gid);
  await chmod(folder, 0o710);
}

/** The name is random: after the data folder was deleted, nothing of the old database comes back. */
async function linkToRefuge({ folder, refuge, owner }: { folder: string; refuge: string; owner: RunAs | undefined }) {
  await mkdir(refuge, { recursive: true });
  // Whatever our umask is: PostgreSQL's user passes through it.
  await chmod(refuge, 0o711);
  const target = join(refuge, randomBytes(8).toString('hex'));
  await makePrivateFolder(target, owner);
  try {
    await symlink(target, folder);
  } catch (error) {
    await rm(target, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function prepareSocketFolder(folder: string, runAs: RunAs | undefined): Promise<string> {
  const inside = join(folder, 'socket');
  // Not os.tmpdir(): every process that shares the folder must come to the same answer, whatever its TMPDIR.
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 20);
  const fits = process.platform === 'win32' || Buffer.byteLength(inside) <= socketFolderBytesMax;
  const path = fits ? inside : join('/tmp', `afterimage-${name}`);
  await makePrivateFolder(path, runAs);
  return path;
}

/** 0700 and owned by the user PostgreSQL runs as; one that somebody else put there is refused. */
async function makePrivateFolder(path: string, owner: RunAs | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  const self = process.getuid?.();
  if (!found.isDirectory() || (self !== undefined && found.uid !== self && found.uid !== owner?.uid)) {
    throw new Error(`${path} belongs to somebody else: remove it, or choose another data folder.`);
  }
  if (owner !== undefined && found.uid !== owner.uid) await chown(path, owner.uid, owner.gid);
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700);
}

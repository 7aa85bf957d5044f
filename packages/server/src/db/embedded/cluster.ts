/** Makes the database cluster on the first start: in a draft folder, then by one rename, so that it is whole or absent. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, bareEnvironment } from './binaries.ts';
import type { Home } from './home.ts';

export const superuser = 'afterimage';

const majorVersion = '18';
const draftPrefix = 'making-';
const run = promisify(execFile);

/** Several processes may do this at once: the first rename wins, the others throw their work away. */
export async function prepareCluster(home: Home, binaries: Binaries): Promise<void> {
  if (!(await isMade(home))) {
    try {
      await makeCluster(home, binaries);
    } catch (error) {
      // The winner of the race sweeps the losers' folders, under their feet if need be.
      if (!(await isMade(home))) throw error;
    }
  }
  const version = (await readFile(join(home.data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== majorVersion) {
    throw new Error(
      `${home.data} was made by PostgreSQL ${version}, this program brings ${majorVersion}: ` +
        'move its contents over with pg_dumpall, or set DATABASE_URL.',
    );
  }
  await sweepAbandoned(home);
}

async function isMade(home: Home): Promise<boolean> {
  const found = await stat(home.data).catch(() => undefined);
  return found !== undefined;
}

async function makeCluster(home: Home, binaries: Binaries): Promise<void> {
  const making = await mkdtemp(join(home.folder, draftPrefix));
  try {
    await handOver(home, making);
    await writePrivately(home, { path: join(making, 'password'), text: randomBytes(24).toString('base64url') });
    if (process.platform === 'win32') {
      await writePrivately(home, { path: join(making, 'port'), text: String(await findFreePort()) });
    }
    await runInitdb({ home, making, initdb: binaries.initdb });
    await rename(making, home.cluster);
    await syncFolder(home.folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The built-in C.UTF-8 collation orders by code point and knows Unicode case, and unlike the libc locale of that name
 * it is the same on every system. Syncing makes the rename mean "safely on disk"; file by file it can take seconds.
 */
async function runInitdb({ home, making, initdb }: { home: Home; making: string; initdb: string }): Promise<void> {
  const flags = [
    `--pgdata=${join(making, 'data')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth=scram-sha-256',
    `--username=${superuser}`,
    `--pwfile=${join(making, 'password')}`,
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  const options = { uid: home.runAs?.uid, gid: home.runAs?.gid, cwd: making, env: bareEnvironment };
  await run(initdb, flags, options).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The database could not be made: ${(error.stderr || error.message).trim()}`, { cause: error });
  });
}

async function writePrivately(home: Home, { path, text }: { path: string; text: string }): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await file.writeFile(`${text}\n`);
  await file.sync();
  await file.close();
  await handOver(home, path);
}

async function handOver({ runAs }: Home, path: string): Promise<void> {
  if (runAs !== undefined) await chown(path, runAs.uid, runAs.gid);
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync();
  await folder.close();
}

/** What a kill in the middle of an earlier first start left behind. */
async function sweepAbandoned(home: Home): Promise<void> {
  const names = await readdir(home.folder);
  for (const name of names.filter((entry) => entry.startsWith(draftPrefix))) {
    await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(address)));
    });
  });
}

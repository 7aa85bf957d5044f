/** The version before this one, as a checkout of its own: the newest commit whose schema is another. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../../../../', import.meta.url));
const migrations = 'packages/server/src/db/migrations';

export interface VersionBefore {
  commit: string;
  /** Its last migration. */
  schema: string;
}

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  });

/** Null where there is no history to find it in. */
export function findVersionBefore(): VersionBefore | null {
  try {
    const now = lastOf(readdirSync(join(checkout, migrations)));
    const commits = git('log', '--format=%H', '--', migrations).trim().split('\n');
    const index = commits.findIndex((commit) => schemaAt(commit) !== now);
    if (index < 0) return null;
    // The commit that changed it is already of this version; until then others may have changed the program.
    const commit = index === 0 ? commits[0]! : git('rev-parse', `${commits[index - 1]}^`).trim();
    return { commit, schema: schemaAt(commit) };
  } catch {
    return null;
  }
}

const lastOf = (names: readonly string[]): string =>
  names
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? '';

const schemaAt = (commit: string): string =>
  lastOf(git('ls-tree', '--name-only', `${commit}:${migrations}`).split('\n'));

/** With the packages that are installed here, but for its own, which must not be ours. */
export function checkOut({ commit }: VersionBefore, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: checkout, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const installed = join(checkout, 'node_modules');
  const own = '@afterimage';
  mkdirSync(join(folder, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== own) symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(installed, own))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', own, name));
  }
  // Its pages are not what is tried, and building them takes half a minute.
  symlinkSync(join(checkout, 'packages/dashboard/dist'), join(folder, 'packages/dashboard/dist'));
}

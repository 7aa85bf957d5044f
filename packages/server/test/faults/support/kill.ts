/** kill -9 of what a service consists of beside its own processes: PostgreSQL, its connections, children that draw or look. */
import { findPostmaster, findServerProcesses } from './postgres-process.ts';
import { findDescendants, type KnownProcess } from './process-tree.ts';
import type { Random } from './random.ts';

/** Returns whom; undefined when it is gone for a moment after the last kill: nobody can kill it twice. */
export function killPostgres(dataFolder: string): number | undefined {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
  return postmaster;
}

export function killConnection(random: Random, dataFolder: string): void {
  const postmaster = findPostmaster(dataFolder);
  killOne(
    random,
    findServerProcesses(dataFolder).filter((pid) => pid !== postmaster),
  );
}

export function killOne(random: Random, pids: readonly number[]): void {
  const pid = random.oneOf(pids);
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was quicker.
  }
}

/** Its children, but not PostgreSQL, whoever started it: that one serves the others, too. */
export function familyOf(pid: number): KnownProcess[] {
  return findDescendants(pid).filter(({ name }) => name !== 'postgres');
}

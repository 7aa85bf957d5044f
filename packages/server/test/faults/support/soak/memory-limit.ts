/** Memory that runs short for some processes: a control group that lets them have a little more than they do, for a moment. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { findDescendants } from '../process-tree.ts';

export interface MemoryLimit {
  /** How it is done, or why it is not. */
  means: string;
  /** Undefined: this machine lets us make no group. */
  squeeze?(pids: readonly number[]): void;
  release(): void;
  close(): void;
}

interface Group {
  folder: string;
  limit: string;
  usage: string;
  unlimited: string;
}

/**
 * On top of what they have, which the group does not count: the kernel ends whoever wants more. With much less than this it
 * would not end them, but read their code from the disk again and again.
 */
const spareBytes = 32 * 2 ** 20;

export function openMemoryLimit(): MemoryLimit {
  const name = `afterimage-soak-${process.pid}`;
  const group = makeGroup(name);
  if (typeof group === 'string') return { means: group, release() {}, close() {} };
  const write = (file: string, value: string) => writeFileSync(`${group.folder}/${file}`, value);
  const release = () => write(group.limit, group.unlimited);
  return {
    means: 'a control group that lets processes have 32 MB more than they do',
    squeeze(pids) {
      for (const pid of pids.flatMap((parent) => [parent, ...findDescendants(parent).map((child) => child.pid)])) {
        try {
          write('cgroup.procs', String(pid));
        } catch {
          // It has ended.
        }
      }
      const usedBytes = Number(readFileSync(`${group.folder}/${group.usage}`, 'utf8'));
      write(group.limit, String(usedBytes + spareBytes));
    },
    release,
    close() {
      try {
        rmdirSync(group.folder);
      } catch {
        // Whoever is still in it keeps it; a folder without processes costs nothing.
      }
    },
  };
}

function makeGroup(name: string): Group | string {
  const first: Group = {
    folder: `/sys/fs/cgroup/memory/${name}`,
    limit: 'memory.limit_in_bytes',
    usage: 'memory.usage_in_bytes',
    unlimited: '-1',
  };
  const second: Group = {
    folder: `/sys/fs/cgroup/${name}`,
    limit: 'memory.max',
    usage: 'memory.current',
    unlimited: 'max',
  };
  const group = existsSync('/sys/fs/cgroup/memory') ? first : second;
  try {
    mkdirSync(group.folder);
  } catch (fault) {
    return `not played: no control group may be made here (${(fault as Error).message})`;
  }
  if (existsSync(`${group.folder}/${group.limit}`)) return group;
  rmdirSync(group.folder);
  return 'not played: control groups do not count memory here';
}

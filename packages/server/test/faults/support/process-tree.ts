/** Who a process has started, as the kernel tells it, and whether they are still there. */
import { readdirSync, readFileSync } from 'node:fs';

/** A pid alone may be given to a stranger later; with its start time it is one process for ever. */
export interface KnownProcess {
  pid: number;
  parent: number;
  startedAt: string;
  name: string;
}

export function findDescendants(pid: number): KnownProcess[] {
  const byParent = Map.groupBy(allProcesses(), ({ parent }) => parent);
  const found: KnownProcess[] = [];
  const visit = (parent: number) => {
    for (const child of byParent.get(parent) ?? []) {
      found.push(child);
      visit(child.pid);
    }
  };
  visit(pid);
  return found;
}

export function isStillThere({ pid, startedAt }: KnownProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}

function allProcesses(): KnownProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Undefined when there is none, or only what a parent has not yet taken note of (a zombie). */
function readProcess(pid: number): KnownProcess | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything; the rest is separated by spaces.
    const nameEnd = text.lastIndexOf(')');
    const [state, parent, ...rest] = text.slice(nameEnd + 2).split(' ');
    if (state === 'Z') return undefined;
    const startedAt = rest[17]!;
    return { pid, parent: Number(parent), startedAt, name: text.slice(text.indexOf('(') + 1, nameEnd) };
  } catch {
    return undefined;
  }
}

/** What processes use, from Linux's /proc: CPU time and memory of a process and all below it, PostgreSQL's apart. */
import { readdirSync, readFileSync } from 'node:fs';

export interface CpuSeconds {
  node: number;
  postgres: number;
}

interface ProcessLine {
  pid: number;
  parent: number;
  program: string;
  cpuTicks: number;
  /** Of children that have ended: PostgreSQL's background workers come and go. */
  endedTicks: number;
  residentBytes: number;
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
const pageBytes = 4096;

export function cpuOf(root: number): CpuSeconds {
  const used: CpuSeconds = { node: 0, postgres: 0 };
  for (const line of family(root)) {
    const isPostgres = line.program === 'postgres';
    const ticks = line.cpuTicks + line.endedTicks;
    used[isPostgres ? 'postgres' : 'node'] += ticks / ticksPerSecond;
  }
  return used;
}

/** Of all children of this process that have ended. */
export function endedCpuSeconds(): number {
  const [own] = readLine(process.pid);
  return own!.endedTicks / ticksPerSecond;
}

export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  return { node: after.node - before.node, postgres: after.postgres - before.postgres };
}

/** Resident memory summed over our own processes. Pages that two of them share count twice. */
export function residentBytesOf(root: number): number {
  const ours = family(root).filter(({ program }) => program !== 'postgres');
  return ours.reduce((sum, line) => sum + line.residentBytes, 0);
}

/** The process and everything below it. A process that ends meanwhile is left out. */
function family(root: number): ProcessLine[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readLine(Number(name)) : []));
  const members = new Set([root]);
  // A child may stand before its parent in the list when numbers were used again, so look until nothing is new.
  for (let known = 0; known !== members.size; ) {
    known = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

function readLine(pid: number): ProcessLine[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const nameEnd = stat.lastIndexOf(')');
    const program = stat.slice(stat.indexOf('(') + 1, nameEnd);
    // Numbered from 3, the first field after the name; see proc_pid_stat(5).
    const field = (number: number) => Number(stat.slice(nameEnd + 2).split(' ')[number - 3]);
    return [
      {
        pid,
        program,
        parent: field(4),
        cpuTicks: field(14) + field(15),
        endedTicks: field(16) + field(17),
        residentBytes: field(24) * pageBytes,
      },
    ];
  } catch {
    return [];
  }
}

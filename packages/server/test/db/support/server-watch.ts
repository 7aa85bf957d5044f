/** Looks at the server of a folder from outside: its process, and that it does not outlive the test. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '../../support/eventually.ts';

export function serverPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'cluster', 'data', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

/** A zombie is dead: only its parent has not looked yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !isZombie(pid);
  } catch {
    return false;
  }
}

export function isZombie(pid: number): boolean {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
}

/** A server must not outlive its test, even when its users were killed. */
export function endServerAfter(t: TestContext, folder: string): void {
  t.after(async () => {
    const pid = serverPid(folder);
    if (pid === undefined || !isAlive(pid)) return;
    process.kill(pid, 'SIGQUIT');
    await eventually(() => !isAlive(pid));
  });
}

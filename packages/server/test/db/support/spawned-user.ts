/** Runs server-user.ts as a process of its own, so that a test can kill it, race it, or run it as somebody else. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';

export interface SpawnedUser {
  readonly child: ChildProcess;
  readonly events: Said[];
  /** Waits for it, or fails with what the process wrote when it ends without having said it. */
  hears(event: string): Promise<Said>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface Said {
  readonly event: string;
  readonly sentence?: string;
  readonly url?: string;
}

export interface SpawnOptions {
  uid?: number;
  cwd?: string;
}

export function spawnUser(t: TestContext, folder: string, options: SpawnOptions = {}): SpawnedUser {
  const program = fileURLToPath(new URL('./server-user.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder], { ...options, gid: options.uid, stdio: 'pipe' });
  const exited = once(child, 'exit');
  const events: Said[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line)));
  t.after(() => child.kill('SIGKILL'));

  const hears = async (event: string) => {
    const said = await eventually(() => {
      const found = events.find((entry) => entry.event === event);
      if (found === undefined && child.exitCode !== null) throw new Error(`It ended before "${event}": ${errors}`);
      return found;
    });
    return said;
  };
  return {
    child,
    events,
    hears,
    async stop() {
      child.stdin.write('stop\n');
      await hears('stopped');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs a program to its end and answers with what it printed. */
export async function runToEnd(t: TestContext, argv: string[]): Promise<string> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${argv[0]} ended with ${code}`);
  return printed;
}

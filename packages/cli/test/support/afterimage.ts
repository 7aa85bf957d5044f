/** Runs the command `afterimage` for real, as a process of its own with an environment of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/afterimage.js', import.meta.url));

export interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Standard output as it came. */
  bytes: Buffer;
}

export interface Running {
  child: ChildProcess;
  /** Resolves when the process is gone and nobody holds its output any more. */
  ended: Promise<Ended>;
  /** Resolves with what was printed so far once `pattern` is in it. */
  printed(pattern: RegExp): Promise<string>;
}

export function startAfterimage(
  args: string[],
  env: Record<string, string>,
  { node = process.execPath, input, cwd }: { node?: string | undefined; input?: string | Buffer; cwd?: string } = {},
): Running {
  // What a person has saved in their own configuration folder is none of a test's business.
  const child = spawn(node, [program, ...args], { env: { HOME: '/nowhere', ...env }, stdio: 'pipe', cwd });
  child.stdin.on('error', () => {}).end(input);
  const output = { stdout: '', stderr: '', bytes: Buffer.alloc(0) };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk.toString('utf8');
      if (stream === 'stdout') output.bytes = Buffer.concat([output.bytes, chunk]);
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, ...output }));
  });
  const printed = async (pattern: RegExp): Promise<string> => {
    const found = new Promise<void>((resolve) => {
      const look = () => {
        if (pattern.test(output.stdout)) resolve();
      };
      listeners.add(look);
      look();
    });
    await Promise.race([found, ended.then(() => assert.match(output.stdout, pattern, output.stderr))]);
    return output.stdout;
  };
  return { child, ended, printed };
}

export function afterimage(args: string[], env: Record<string, string>): Promise<Ended> {
  return startAfterimage(args, env).ended;
}

export async function temporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-cli-'));
  // Run as root, PostgreSQL has a user of its own, who must be able to enter.
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

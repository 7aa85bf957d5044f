/** A start can be given up at any moment, and one that fails leaves nothing behind: no process, no timer, no server. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../support/compiled-code.ts';

const program = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const failedWork = fileURLToPath(new URL('./support/failed-work.ts', import.meta.url));
const endMilliseconds = 60_000;

type Running = ChildProcessByStdio<null, Readable, null>;

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-start-'));
  // PostgreSQL runs as another user when the test runs as root.
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function run(t: TestContext, file: string, env: Record<string, string>): Running {
  const argv = file === program ? [file, 'start'] : [file];
  const child = spawn(process.execPath, argv, {
    env: { ...compiledCode, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/** Resolves with the log line that says so. */
async function said(child: Running, words: string): Promise<void> {
  for await (const line of createInterface(child.stdout)) if (line.includes(words)) break;
  child.stdout.resume();
}

async function exitOf(child: Running): Promise<unknown> {
  const [code, signal] = await once(child, 'exit', { signal: AbortSignal.timeout(endMilliseconds) });
  return signal ?? code;
}

test('a service that waits for its database can be told to stop', async (t) => {
  // Nobody listens on port 1; the service would wait half a minute for somebody.
  const env = { PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none', AFTERIMAGE_DATA_DIR: await dataFolder(t) };
  const child = run(t, program, env);
  await said(child, 'cannot be reached');
  const exit = exitOf(child);
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
});

test('a service that is told to stop while its PostgreSQL comes up takes it down again', async (t) => {
  const folder = await dataFolder(t);
  const child = run(t, program, { PORT: '0', AFTERIMAGE_DATA_DIR: folder });
  await said(child, 'Started PostgreSQL');
  const exit = exitOf(child);
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
  assert.equal(existsSync(join(folder, 'postgres', 'cluster', 'data', 'postmaster.pid')), false);
});

test('work that could not start stops what it had begun, and its process ends', async (t) => {
  assert.equal(await exitOf(run(t, failedWork, {})), 0);
});

/** Starts and stops what is measured: the service as an operator would run it, and the baselines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CpuSeconds, cpuOf, residentBytesOf } from './process-figures.ts';

export interface Measured {
  readonly port: number;
  cpu(): CpuSeconds;
  residentBytes(): number;
  stop(): Promise<void>;
}

export interface Service extends Measured {
  readonly dataFolder: string;
  /** From the moment of the start until /readyz said 200. */
  readonly readyMilliseconds: number;
}

export interface ServiceOptions {
  dataFolder: string;
  /** Unset: both, the default. */
  roles?: 'api';
  /** Unset: the command itself; `npm start` adds npm and a shell around it. */
  through?: 'npm start';
  /** Variables beyond the defaults. */
  environment?: Record<string, string>;
}

const checkout = fileURLToPath(new URL('..', import.meta.url));
const command = join(checkout, 'packages', 'cli', 'bin', 'afterimage.js');
const readyMillisecondsMax = 60_000;
const stopMillisecondsMax = 30_000;

/**
 * Not the system's folder for temporary files, which may be memory: a commit must reach a disk. Others may enter it,
 * because PostgreSQL does not run as root.
 */
export function makeDataFolder(): { path: string; remove(): Promise<void> } {
  const outer = mkdtempSync('/var/tmp/afterimage-bench-');
  chmodSync(outer, 0o755);
  return { path: join(outer, 'data'), remove: () => rm(outer, { recursive: true, force: true }) };
}

export async function startService({
  dataFolder,
  roles,
  through,
  environment: more = {},
}: ServiceOptions): Promise<Service> {
  const port = await freePort();
  const logFile = `${dataFolder}.log`;
  const environment = defaultEnvironment({
    AFTERIMAGE_DATA_DIR: dataFolder,
    PORT: String(port),
    ...(roles === undefined ? {} : { AFTERIMAGE_ROLES: roles }),
    ...more,
  });
  const line = through === undefined ? [process.execPath, command, 'start'] : ['npm', 'start'];
  const startedAt = performance.now();
  // A file, never a pipe that nobody reads: a full pipe would stop the service at its next line.
  const child = launch(line, { logFile, environment });
  await waitUntil(child, { url: `http://127.0.0.1:${port}/readyz`, logFile });
  const readyMilliseconds = performance.now() - startedAt;
  return { ...measured(child, port), dataFolder, readyMilliseconds };
}

export async function startBaseline(name: 'fastify-post' | 'node-http'): Promise<Measured> {
  const port = await freePort();
  const program = join(checkout, 'bench', 'baselines', `${name}.ts`);
  const environment = defaultEnvironment({});
  const child = launch([process.execPath, program, String(port)], { logFile: '/dev/null', environment });
  await waitUntil(child, { url: `http://127.0.0.1:${port}/`, logFile: '/dev/null' });
  return measured(child, port);
}

/** Runs an operator's command on a service's data folder; returns its one line of JSON. */
export async function operate<Answer>(dataFolder: string, words: string[]): Promise<Answer> {
  const child = spawn(process.execPath, [command, ...words, '--json'], {
    cwd: checkout,
    env: defaultEnvironment({ AFTERIMAGE_DATA_DIR: dataFolder }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`afterimage ${words.join(' ')} ended with ${code}.`);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** What the caller's own environment says must not change what is measured. */
function defaultEnvironment(chosen: Record<string, string>): NodeJS.ProcessEnv {
  const ours = /^(AFTERIMAGE_.*|DATABASE_URL|HOST|PORT|LOG_LEVEL|NODE_.*)$/;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))), ...chosen };
}

const runningGroups = new Set<number>();

process.once('exit', () => {
  for (const group of runningGroups) process.kill(group, 'SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** In a group of its own, so that a signal reaches npm, its shell and the service alike. */
function launch(
  [program, ...words]: string[],
  { logFile, environment }: { logFile: string; environment: NodeJS.ProcessEnv },
): ChildProcess {
  const output = openSync(logFile, 'a');
  const child = spawn(program!, words, {
    cwd: checkout,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  if (child.pid === undefined) throw new Error(`${program} could not be started.`);
  runningGroups.add(-child.pid);
  return child;
}

function measured(child: ChildProcess, port: number): Measured {
  const pid = child.pid!;
  return {
    port,
    cpu: () => cpuOf(pid),
    residentBytes: () => residentBytesOf(pid),
    stop: () => stopGroup(child),
  };
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const group = -child.pid!;
  const deadline = performance.now() + stopMillisecondsMax;
  process.kill(group, 'SIGTERM');
  while (isAlive(group)) {
    if (performance.now() > deadline) process.kill(group, 'SIGKILL');
    await pause(10);
  }
  runningGroups.delete(group);
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

async function waitUntil(child: ChildProcess, { url, logFile }: { url: string; logFile: string }): Promise<void> {
  const deadline = performance.now() + readyMillisecondsMax;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    // A baseline knows no /readyz: any answer but "not yet" will do.
    if (answer !== undefined && answer.status !== 503) return;
    await pause(5);
  }
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  await stopGroup(child).catch(() => undefined);
  throw new Error(`${url} never answered. The log ends with:\n${lines.slice(-20).join('\n')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

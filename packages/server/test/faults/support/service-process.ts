/** The service as an operator runs it: a process group of its own, that can be killed, stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { findPostmaster } from './postgres-process.ts';

const thisCheckout = fileURLToPath(new URL('../../../../../', import.meta.url));
const commandOf = (checkout: string) => join(checkout, 'packages', 'cli', 'bin', 'afterimage.js');

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly pid: number;
  readonly logFile: string;
  readonly ended: Promise<Ended>;
  isAlive(): boolean;
  /** To the whole group: studio and inspector children are in it, PostgreSQL is not. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when it has taken up its roles. */
  ready(): Promise<void>;
  log(): LogLine[];
}

export type LogLine = Record<string, unknown> & { msg?: string };

/** A folder that PostgreSQL's user may enter when we are root. */
export function makeFaultFolder(): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'afterimage-faults-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export function startServiceProcess(options: {
  dataFolder: string;
  logFile: string;
  env: Record<string, string>;
  /** Of another version. */
  checkout?: string;
}): ServiceProcess {
  const { logFile, checkout = thisCheckout } = options;
  // A file, never a pipe that nobody reads: a full pipe would stop the service at its next line.
  const output = openSync(logFile, 'w');
  const child = spawn(process.execPath, [commandOf(checkout), 'start'], {
    cwd: checkout,
    env: environment({ AFTERIMAGE_DATA_DIR: options.dataFolder, ...options.env }),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  running.set(child, options.dataFolder);
  child.once('exit', () => running.delete(child));
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid!,
    logFile,
    ended,
    isAlive,
    signal: (signal) => signalGroup(child, signal),
    ready: () => readyByLog(logFile, isAlive),
    log: () => readLog(logFile),
  };
}

/** Whoever runs, and on which data folder. */
const running = new Map<ChildProcess, string>();

/** A run that is interrupted takes its processes with it: in groups of their own, no Ctrl-C reaches them. */
process.once('exit', () => {
  for (const [child, dataFolder] of running) {
    signalGroup(child, 'SIGKILL');
    const postmaster = findPostmaster(dataFolder);
    if (postmaster !== undefined) process.kill(postmaster, 'SIGQUIT');
  }
});

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readyByLog(logFile: string, isAlive: () => boolean): Promise<void> {
  const isReady = () => readFileSync(logFile, 'utf8').includes('"the service is ready"');
  // What it said last tells more than that it took too long.
  await eventually(() => isReady() || !isAlive(), { everyMilliseconds: 10 }).catch(() => undefined);
  if (isReady()) return;
  const end = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15).join('\n');
  throw new Error(`The service did not become ready. Its log ends with:\n${end}`);
}

/** What is not a whole JSON line (the banner, the line a kill cut off) is left out. */
function readLog(logFile: string): LogLine[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** Runs an operator's command; returns its exit code and its one line of JSON. */
export async function operate<Answer>(
  env: Record<string, string>,
  words: string[],
  checkout: string = thisCheckout,
): Promise<{ code: number; answer: Answer }> {
  const child = spawn(process.execPath, [commandOf(checkout), ...words, '--json'], {
    cwd: checkout,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  const text = Buffer.concat(chunks).toString();
  if (text === '') throw new Error(`afterimage ${words.join(' ')} ended with ${code} and said nothing.`);
  return { code, answer: JSON.parse(text) as Answer };
}

/** What the caller's own environment says must not change what is tested. */
function environment(chosen: Record<string, string>): NodeJS.ProcessEnv {
  const ours = /^(AFTERIMAGE_.*|DATABASE_URL|HOST|PORT|LOG_LEVEL|NODE_.*)$/;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))), ...chosen };
}

/**
 * Below the range that outgoing connections get their ports from: while the service is down, a client could otherwise
 * be given this very port and connect to itself.
 */
export async function choosePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

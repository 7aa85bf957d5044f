/** Starts the server of a home when none is alive, judges why it does not answer yet, and takes it down. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../log/log.ts';
import type { StateBoard } from '../database-server.ts';
import { type Binaries, bareEnvironment } from './binaries.ts';
import type { Home } from './home.ts';
import { clearStaleLocks, findOrphans, findServer, isServing, needsRecovery } from './server-processes.ts';
import { type ServerSettings, settingArguments } from './server-settings.ts';

/** Right after a kill -9 a start may fail for a moment; beyond this it is no longer a moment. */
const startPatienceMilliseconds = 10_000;
const relaunchMilliseconds = 1000;
const orphanPatienceMilliseconds = 1000;
const shutdownMilliseconds = 60_000;
const logBytesMax = 8 * 1024 * 1024;

export interface LauncherOptions {
  home: Home;
  binaries: Binaries;
  port: number;
  settings: ServerSettings;
  board: StateBoard;
  log: Log;
}

export interface Launcher {
  /** To be told of each failed connect; it starts the server when none is alive. Throws when it never will be. */
  tend(refusal: Error): Promise<void>;
  noteReady(): void;
  /** A fast shutdown: sessions are ended, everything is written, the next start needs no recovery. */
  takeDown(): Promise<void>;
  /** The same, for a start that failed: only what this process has started and nobody has got an answer from. */
  takeBack(): Promise<void>;
}

export function makeLauncher(options: LauncherOptions): Launcher {
  const { home, board, log } = options;
  const orphansSince = new Map<number, number>();
  let child: ChildProcess | undefined;
  let failingSince: number | undefined;
  let launchedAt = Number.NEGATIVE_INFINITY;
  let wasReady = false;
  /** Judged once, before the server runs: while it runs the same note means "in use". */
  let recovering: boolean | undefined;

  const reportStarting = () => {
    recovering ??= needsRecovery(home);
    if (recovering) board.write('recovering', 'PostgreSQL is recovering from a crash.');
    else board.write('starting', 'PostgreSQL is starting.');
  };

  const reportFailing = async () => {
    failingSince ??= performance.now();
    if (performance.now() - failingSince < relaunchMilliseconds) return;
    const sentence = `PostgreSQL does not start: ${await readLastFault(home)}`;
    if (!wasReady && performance.now() - failingSince > startPatienceMilliseconds) throw new Error(sentence);
    board.write('down', sentence);
  };

  const launchPaced = () => {
    const failingForLong = failingSince !== undefined && performance.now() - failingSince > relaunchMilliseconds;
    if (failingForLong && performance.now() - launchedAt < relaunchMilliseconds) return;
    clearStaleLocks(home);
    if (failingSince === undefined) reportStarting();
    launchedAt = performance.now();
    child = launch(options);
    log.info({ pid: child.pid, folder: home.folder }, 'Started PostgreSQL.');
  };

  return {
    async tend(refusal) {
      const code = 'code' in refusal ? refusal.code : undefined;
      refuseHopeless(home, code);
      if (code === '57P03') return reportStarting();
      if (findServer(home) !== undefined || isRunning(child)) {
        if (failingSince === undefined) reportStarting();
        return;
      }
      if (child !== undefined) {
        child = undefined;
        await reportFailing();
      }
      if (endOrphans(findOrphans(home), orphansSince)) launchPaced();
    },
    noteReady() {
      wasReady = true;
      child = undefined;
      failingSince = undefined;
      recovering = undefined;
      orphansSince.clear();
    },
    async takeDown() {
      // Our own child may be too young to have written its pid file.
      const pid = findServer(home) ?? (isRunning(child) ? child?.pid : undefined);
      if (pid !== undefined) await takeDown(options, pid);
    },
    async takeBack() {
      if (isRunning(child) && child?.pid !== undefined) await takeDown(options, child.pid);
    },
  };
}

function refuseHopeless(home: Home, code: unknown): void {
  if (code === '28P01') throw new Error(`The password in ${home.passwordFile} is not that of the database beside it.`);
  if (code === 'EACCES') throw new Error(`The database in ${home.folder} belongs to another user of this machine.`);
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * True when there is none. A server of another process looks like an orphan until it has written its pid file, so only
 * one that stays for a second without a server is killed: its memory is lost anyway, and the database waits for it.
 */
function endOrphans(orphans: number[], since: Map<number, number>): boolean {
  for (const pid of since.keys()) if (!orphans.includes(pid)) since.delete(pid);
  for (const pid of orphans) {
    const first = since.getOrInsert(pid, performance.now());
    if (performance.now() - first > orphanPatienceMilliseconds) send(pid, 'SIGKILL');
  }
  return orphans.length === 0;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** In a session of its own: Ctrl-C in the terminal must not reach it, and it outlives us for the others who use it. */
function launch({ home, binaries, port, settings }: LauncherOptions): ChildProcess {
  const output = openLog(home);
  const flags = ['-D', home.data, ...settingArguments({ home, port, extra: settings })];
  const child = spawn(binaries.postgres, flags, {
    uid: home.runAs?.uid,
    gid: home.runAs?.gid,
    cwd: home.data,
    env: bareEnvironment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.once('error', () => {});
  child.unref();
  closeSync(output);
  return child;
}

function openLog(home: Home): number {
  const bytes = statSync(home.logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > logBytesMax) renameSync(home.logFile, `${home.logFile}.1`);
  const file = openSync(home.logFile, 'a', 0o600);
  if (home.runAs !== undefined) chownSync(home.logFile, home.runAs.uid, home.runAs.gid);
  return file;
}

async function readLastFault(home: Home): Promise<string> {
  const lines = (await readFile(home.logFile, 'utf8').catch(() => '')).trim().split('\n');
  const fault = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return `${fault.replace(/^.*(FATAL|PANIC):\s*/, '')} (see ${home.logFile})`;
}

async function takeDown({ home, binaries, log }: LauncherOptions, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', home.data, '-m', 'fast']);
    return;
  }
  send(pid, 'SIGINT');
  const deadline = performance.now() + shutdownMilliseconds;
  while (isServing(home, pid)) {
    if (performance.now() > deadline) {
      log.warn({ pid }, 'PostgreSQL is still writing; it stops by itself when it is done.');
      return;
    }
    await pause(10);
  }
  log.info({ pid }, 'Stopped PostgreSQL.');
}

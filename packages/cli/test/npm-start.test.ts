/** `npm start` for real: npm's shell dies of a signal without passing it on, and the service must not outlive it. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../server/test/support/eventually.ts';
import { temporaryFolder } from './support/afterimage.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
/** What the operators' page promises. */
const stopSeconds = 15;
/** Three looks at the parent: a service that followed it would be stopping by then. */
const threeLooksMilliseconds = 1_500;

type Launcher = ChildProcess & { stdout: Readable };

function launch(t: TestContext, command: [string, ...string[]], folder: string): Launcher {
  // Without what the npm that runs the tests says of itself.
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, AFTERIMAGE_DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' };
  const [program, ...args] = command;
  // A group of their own, so that a service that outlives its test after all can be found and stopped.
  const launcher = spawn(program, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  t.after(() => {
    launcher.stdout.destroy();
    try {
      process.kill(-launcher.pid!, 'SIGTERM');
    } catch {
      // Nobody is left: as it should be.
    }
  });
  return launcher;
}

interface Launched {
  port: number;
  /** Every line so far. */
  lines: string[];
  /** Resolves when every process that shares the output is gone, the service with them. */
  gone: Promise<unknown>;
}

async function ready(launcher: Launcher): Promise<Launched> {
  const gone = once(launcher.stdout, 'close');
  const lines: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(launcher.stdout).on('line', (line) => {
      lines.push(line);
      const [, found] = /"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(line) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    gone.then(() => reject(new Error(`The service did not start:\n${lines.join('\n')}`)));
  });
  return { port, lines, gone };
}

async function inTime(event: Promise<unknown>): Promise<void> {
  let hasCome = false;
  const come = event.then(() => {
    hasCome = true;
  });
  await Promise.all([come, eventually(() => hasCome, { what: 'the end of the service', seconds: stopSeconds })]);
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('the end of who started a service', async (t) => {
  const { folder, remove } = await temporaryFolder();
  t.after(remove);
  const hasPostgres = () => existsSync(join(folder, 'postgres', 'cluster', 'data', 'postmaster.pid'));

  await t.test('SIGTERM to npm alone stops the service, its PostgreSQL and its port in order', async (t) => {
    const npm = launch(t, ['npm', 'start'], folder);
    const { port, lines, gone } = await ready(npm);
    assert.deepEqual([await isListening(port), hasPostgres()], [true, true]);
    npm.kill('SIGTERM');
    await inTime(gone);
    assert.deepEqual([await isListening(port), hasPostgres()], [false, false]);
    const [stopping] = lines.filter((line) => line.includes('"msg":"stopping"'));
    // Some shells become the service instead of starting it; it is told itself then.
    assert.match(stopping ?? '', /"reason":"(the npm script that started it has ended|SIGTERM)"/);
    assert.match(lines.at(-1) ?? '', /"msg":"stopped"/);
  });

  await t.test('a service that a plain shell started outlives the shell', async (t) => {
    const line = 'node packages/cli/bin/afterimage.js start & echo "pid $!"; wait';
    const shell = launch(t, ['sh', '-c', line], folder);
    const { port, lines, gone } = await ready(shell);
    shell.kill('SIGKILL');
    await pause(threeLooksMilliseconds);
    assert.equal(await isListening(port), true);
    const pid = Number(lines.find((line) => line.startsWith('pid '))?.slice(4));
    process.kill(pid, 'SIGTERM');
    await inTime(gone);
    assert.match(lines.find((line) => line.includes('"msg":"stopping"')) ?? '', /"reason":"SIGTERM"/);
  });
});

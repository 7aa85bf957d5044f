/**
 * Runs commands in one process, one after the other. To start a process for each takes longer than most commands; that a
 * command ends its own process with its exit code is held by the tests that run it for real.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface HostOrder {
  args: string[];
  env: Record<string, string>;
}

export interface HostAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const program = fileURLToPath(new URL('./command-host.ts', import.meta.url));
let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Like `afterimage`, for commands that read nothing from standard input and end by themselves. */
export function hosted(args: string[], env: Record<string, string>): Promise<HostAnswer> {
  const answer = last.then(() => ask({ args, env: { HOME: '/nowhere', ...env } }));
  last = answer.catch(() => {});
  return answer;
}

function ask(order: HostOrder): Promise<HostAnswer> {
  host ??= fork(program, { execArgv: [] });
  const running = host;
  running.ref();
  running.channel!.ref();
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error(`The host of commands ended while it ran ${order.args.join(' ')}.`));
    running.once('exit', gone);
    running.once('message', (answer: HostAnswer) => {
      running.off('exit', gone);
      // Between commands it keeps nobody alive, and it ends with this process.
      running.unref();
      running.channel!.unref();
      resolve(answer);
    });
    running.send(order);
  });
}

/** The one line of JSON that a command printed. */
export async function answerOf(args: string[], env: Record<string, string>): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await hosted([...args, '--json'], env);
  assert.equal(stderr, '');
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /^\{.*\}\n$/);
  return JSON.parse(stdout);
}

/** Starts a process that looks at files with native decoders. It sees no secrets, and ends with its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type PoolWorker, WorkerTakenAway } from './worker-pool.ts';

const program = fileURLToPath(new URL('./child.ts', import.meta.url));
/** What native code dies of when a file breaks it. Any other signal came from outside. */
const crashes: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

type Message = { ready: true } | { cpuMilliseconds: number } | { result: unknown };

/** `dense`: it looks at images that are cheap to send and dear to decode, after everybody else. */
export type ChildKind = 'usual' | 'dense';

export async function startChildWorker(kind: ChildKind): Promise<PoolWorker> {
  const child = fork(program, [kind], {
    // No variable of ours: settings hold the database's password.
    env: {},
    execArgv: ['--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let cpuMilliseconds = 0;
  let finish: ((outcome: { result: unknown } | 'died' | 'lost') => void) | undefined;

  const ready = Promise.withResolvers<void>();
  child.on('message', (message: Message) => {
    if ('ready' in message) ready.resolve();
    else if ('cpuMilliseconds' in message) cpuMilliseconds = message.cpuMilliseconds;
    else finish?.({ result: message.result });
  });
  child.on('error', (error) => ready.reject(error));
  child.on('exit', (_code, signal) => {
    const isCrash = signal === null || crashes.includes(signal);
    const sentence = 'The process that looks at media could not start';
    ready.reject(isCrash ? new Error(sentence) : new WorkerTakenAway(sentence));
    finish?.(isCrash ? 'died' : 'lost');
  });
  await ready.promise;
  rest(child);

  return {
    run(order) {
      return new Promise((resolve) => {
        child.channel?.ref();
        finish = (outcome) => {
          finish = undefined;
          rest(child);
          resolve(outcome);
        };
        child.send(order as object, (error) => error && finish?.('lost'));
      });
    },
    cpuMilliseconds: async () => cpuMilliseconds,
    alive: () => child.connected,
    end: () => child.kill('SIGKILL'),
  };
}

/** A child without an order does not keep this process alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

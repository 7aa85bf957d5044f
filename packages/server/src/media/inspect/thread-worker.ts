/** Starts a thread that reads video headers; unlike a promise, it can be ended while it spins. */
import { Worker } from 'node:worker_threads';
import type { PoolWorker } from './worker-pool.ts';

const program = new URL('./thread.ts', import.meta.url);
const memoryMegabytes = 256;

export async function startThreadWorker(): Promise<PoolWorker> {
  const thread = new Worker(program, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 32 },
  });
  let alive = true;
  let finish: ((outcome: { result: unknown } | 'died') => void) | undefined;

  const ready = Promise.withResolvers<void>();
  thread.on('message', (message: { ready: true } | { result: unknown }) => {
    if ('ready' in message) ready.resolve();
    else finish?.(message);
  });
  thread.on('error', (error) => {
    ready.reject(error);
    finish?.('died');
  });
  // Without a word: nothing was left that could ever have finished the look.
  thread.on('exit', () => {
    alive = false;
    ready.reject(new Error('The thread that reads video headers could not start'));
    finish?.('died');
  });
  await ready.promise;
  thread.unref();

  return {
    run(order) {
      return new Promise((resolve) => {
        thread.ref();
        finish = (outcome) => {
          finish = undefined;
          thread.unref();
          resolve(outcome);
        };
        thread.postMessage(order);
      });
    },
    async cpuMilliseconds() {
      // A thread that is ending has no usage to tell.
      const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
      return (user + system) / 1_000;
    },
    alive: () => alive,
    end: () => void thread.terminate(),
  };
}

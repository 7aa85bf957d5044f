/** Starts a thread that reads video headers; unlike a promise, it can be ended while it spins. */
import { Worker } from 'node:worker_threads';
import type { Looker } from './crew.ts';

const program = new URL('./thread.ts', import.meta.url);
const memoryMegabytes = 256;

export async function hireThread(): Promise<Looker> {
  const thread = new Worker(program, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 32 },
  });
  let alive = true;
  let answered: ((outcome: { answer: unknown } | 'died') => void) | undefined;

  const ready = Promise.withResolvers<void>();
  thread.on('message', (message: { ready: true } | { answer: unknown }) => {
    if ('ready' in message) ready.resolve();
    else answered?.(message);
  });
  thread.on('error', (error) => {
    ready.reject(error);
    answered?.('died');
  });
  // Without a word: nothing was left that could ever have finished the look.
  thread.on('exit', () => {
    alive = false;
    ready.reject(new Error('The thread that reads video headers could not start'));
    answered?.('died');
  });
  await ready.promise;
  thread.unref();

  return {
    look(order) {
      return new Promise((resolve) => {
        thread.ref();
        answered = (outcome) => {
          answered = undefined;
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

/** A child caught in an endless loop, deaf to every message, with nothing but the orphan guard beside it. */
import { Worker } from 'node:worker_threads';

const guard = new Worker(new URL('../../src/child/orphan-guard.ts', import.meta.url), { workerData: process.ppid });
guard.once('online', () => {
  process.send?.('spinning', () => {
    for (;;);
  });
});

/** The SHA-256 of files, found by a thread of its own: while the main one reads a file, nobody is answered. */
import { Worker } from 'node:worker_threads';

export interface Digest {
  bytes: number;
  sha256: string;
}

export interface DigestOrder {
  number: number;
  file: string;
}

export type DigestResult = { number: number } & (Digest | { fault: unknown });

const program = new URL('./digest-thread.ts', import.meta.url);

type Waiting = PromiseWithResolvers<Digest>;

/** One thread, started when it is first needed, and anew should it ever end. It keeps no process alive by itself. */
export function createDigester(): (file: string) => Promise<Digest> {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let orders = 0;

  function start(): Worker {
    const fresh = new Worker(program, { env: {} });
    fresh.on('message', (result: DigestResult) => {
      const { resolve, reject } = waiting.get(result.number)!;
      waiting.delete(result.number);
      if (waiting.size === 0) fresh.unref();
      if ('fault' in result) reject(result.fault);
      else resolve({ bytes: result.bytes, sha256: result.sha256 });
    });
    const end = (fault: Error) => {
      if (thread === fresh) thread = undefined;
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
    };
    fresh.on('error', end);
    fresh.on('exit', () => end(new Error('The thread that reads files ended')));
    return fresh;
  }

  return (file) => {
    thread ??= start();
    orders += 1;
    const order = Promise.withResolvers<Digest>();
    waiting.set(orders, order);
    thread.ref();
    thread.postMessage({ number: orders, file } satisfies DigestOrder);
    return order.promise;
  };
}

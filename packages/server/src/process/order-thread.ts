/** A thread that serves orders one after the other: what would hold up everybody's answers is done there. */
import { Worker } from 'node:worker_threads';

/** What the thread gets, and what it must post for it. */
export interface ThreadOrder<Order> {
  number: number;
  order: Order;
}
export type ThreadResult<Result> = { number: number } & ({ result: Result } | { fault: unknown });

/** Started when it is first needed, and anew should it ever end. It keeps no process alive by itself. */
export function createOrderThread<Order, Result>(program: URL): (order: Order) => Promise<Result> {
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let thread: Worker | undefined;
  let orders = 0;

  function start(): Worker {
    const fresh = new Worker(program, { env: {} });
    fresh.on('message', (message: ThreadResult<Result>) => {
      const { resolve, reject } = waiting.get(message.number)!;
      waiting.delete(message.number);
      if (waiting.size === 0) fresh.unref();
      if ('fault' in message) reject(message.fault);
      else resolve(message.result);
    });
    const end = (fault: Error) => {
      if (thread === fresh) thread = undefined;
      for (const { reject } of waiting.values()) reject(fault);
      waiting.clear();
    };
    fresh.on('error', end);
    fresh.on('exit', () => end(new Error(`The thread of ${program.pathname} ended`)));
    return fresh;
  }

  return (order) => {
    thread ??= start();
    orders += 1;
    const result = Promise.withResolvers<Result>();
    waiting.set(orders, result);
    thread.ref();
    thread.postMessage({ number: orders, order } satisfies ThreadOrder<Order>);
    return result.promise;
  };
}

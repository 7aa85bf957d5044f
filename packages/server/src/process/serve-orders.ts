/** The other side of the thread of orders: serves its orders, at a lower priority than whoever answers clients. */
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ThreadOrder, ThreadResult } from './order-thread.ts';

/** @param priority as `os.setPriority` takes it: the larger the number, the later it runs */
export function serveOrders<Order, Result>(work: (order: Order) => Result, { priority }: { priority: number }): void {
  // Linux sets this for the thread that asks, others for the process, where it would slow down the answers too.
  // Only root may run earlier than it was started to.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), priority));
  parentPort!.on('message', ({ number, order }: ThreadOrder<Order>) => {
    parentPort!.postMessage({ number, ...resultOf(() => work(order)) } satisfies ThreadResult<Result>);
  });
}

function resultOf<Result>(work: () => Result): { result: Result } | { fault: unknown } {
  try {
    return { result: work() };
  } catch (fault) {
    return { fault };
  }
}

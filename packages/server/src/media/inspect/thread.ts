/** The thread that reads video headers, one order after the other. */
import { parentPort } from 'node:worker_threads';
import type { HeaderOrder } from './orders.ts';
import { readHeader } from './read-header.ts';

const port = parentPort!;

port.on('message', (order: HeaderOrder) => {
  // A file that leaves the reader waiting for nothing ends the thread at once, not at the deadline.
  port.unref();
  void readHeader(order.file).then((result) => {
    port.ref();
    port.postMessage({ result });
  });
});
port.postMessage({ ready: true });

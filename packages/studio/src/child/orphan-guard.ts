/** A thread that ends the process when its parent is gone, even while the main thread is caught in a parser's endless loop. */
import { workerData } from 'node:worker_threads';

const CHECK_MILLISECONDS = 500;
/** Told by whoever started the guard: by the time this thread runs, an early orphan already has another parent. */
const parent = workerData as number;

function isParentAlive(): boolean {
  // POSIX gives an orphan a new parent; Windows keeps the old number, which then names no process.
  if (process.ppid !== parent) return false;
  try {
    process.kill(parent, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

setInterval(() => {
  if (!isParentAlive()) process.kill(process.pid, 'SIGKILL');
}, CHECK_MILLISECONDS);

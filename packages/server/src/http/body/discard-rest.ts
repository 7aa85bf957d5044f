/** What becomes of a body that nobody will read because the answer was given before it. */
import type { IncomingMessage } from 'node:http';

const discardedBytesMax = 1024 * 1024;
const lingerSeconds = 2;
const patienceSeconds = 5;

/**
 * To be called in the iteration of the event loop that ends the answer. Closing while bytes lie unread resets the connection, and
 * a reset can take the answer away from the client. So a little is read and dropped, for a little while; past that our side of the
 * connection ends, the client gets a moment to read its answer, and only then the connection goes.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let left = discardedBytesMax;
  const leave = () => {
    clearTimeout(patience);
    request.off('data', count);
    request.pause();
    request.socket.end();
    const timer = setTimeout(() => request.destroy(), lingerSeconds * 1000).unref();
    request.once('close', () => clearTimeout(timer));
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) leave();
  };
  // A byte now and then would hold the connection of somebody who has been answered.
  const patience = setTimeout(leave, patienceSeconds * 1000).unref();
  request.once('end', () => clearTimeout(patience));
  request.once('close', () => clearTimeout(patience));
  request.on('data', count);
  request.resume();
}

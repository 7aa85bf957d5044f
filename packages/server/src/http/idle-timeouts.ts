/** Ends connections on which nothing moves, by one look at all of them a second: Node would set a timer twice a request. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long the other side may take. */
export interface IdleLimits {
  /** For the headers of a request, and for a new connection to say anything at all. */
  headersMilliseconds: number;
  /** For a connection between two requests. */
  keepAliveMilliseconds: number;
  /** For a connection on which nothing moves either way: a download that nobody reads holds a file open. */
  idleMilliseconds: number;
}

export interface IdleTimeouts {
  /** To be asked for once a connection, or once a request. */
  of(socket: Socket): Activity;
}

/** What whoever answers on a connection says of it. */
export interface Activity {
  requestsUnderWay: number;
}

interface Connection extends Activity {
  bytesMoved: number;
  movedAt: number;
}

const lookMilliseconds = 1_000;
/** A request sent at the last moment that the client was told of must still find us. */
const keepAliveGraceMilliseconds = 1_000;

export function endIdleConnections(server: Server, limits: IdleLimits): IdleTimeouts {
  const connections = new Map<Socket, Connection>();
  // Node's own timers: off. Each request would move one forward when it arrives and when it is answered.
  server.timeout = 0;
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { bytesMoved: 0, movedAt: performance.now(), requestsUnderWay: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const bytesMoved = socket.bytesRead + socket.bytesWritten;
      if (bytesMoved !== connection.bytesMoved) {
        connection.bytesMoved = bytesMoved;
        connection.movedAt = now;
      } else if (now - connection.movedAt > limitOf(connection)) socket.destroy();
    }
  }

  function limitOf({ requestsUnderWay, bytesMoved }: Connection): number {
    if (bytesMoved === 0) return limits.headersMilliseconds;
    const betweenRequests = limits.keepAliveMilliseconds + keepAliveGraceMilliseconds;
    return requestsUnderWay > 0 ? limits.idleMilliseconds : Math.min(betweenRequests, limits.idleMilliseconds);
  }

  const timer = setInterval(look, lookMilliseconds).unref();
  server.once('close', () => clearInterval(timer));

  // Of a connection that has ended nobody asks how long it was idle.
  return { of: (socket) => connections.get(socket) ?? { requestsUnderWay: 0 } };
}

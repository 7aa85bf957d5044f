/**
 * The door to the fast path: every connection begins on it, and simple requests are answered there without node:http
 * (docs/decisions/0012). Whoever serves HTTP needs nothing of it but this file.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Dispatcher } from '../dispatcher.ts';
import type { IdleTimeouts } from '../idle-timeouts.ts';
import { FastPathConnection } from './connection.ts';

export interface FastPath {
  closeIdle(): void;
  closeAll(): void;
}

export function openFastPath(
  server: Server,
  services: { dispatcher: Dispatcher; idleTimeouts: IdleTimeouts },
): FastPath {
  const connections = new Set<FastPathConnection>();
  // Node's own, to be called when a connection turns out to be for node:http; its test is node-features.test.ts.
  const [serveByNode] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  const ways = {
    ...services,
    handOver: (socket: Socket) => serveByNode.call(server, socket),
    left: (connection: FastPathConnection) => void connections.delete(connection),
  };
  server.off('connection', serveByNode);
  server.on('connection', (socket) => connections.add(new FastPathConnection(socket, ways)));
  return {
    closeIdle() {
      for (const connection of connections) if (connection.idle) connection.destroy();
    },
    closeAll() {
      for (const connection of connections) connection.destroy();
    },
  };
}

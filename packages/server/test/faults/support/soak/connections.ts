/** Takes up what there is a limited number of: PostgreSQL's connections, and sockets of a service that never send a whole request. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const connectionsMax = 200;

/** All that PostgreSQL gives, for so long. Returns how many that were. */
export async function takeConnections(url: string, milliseconds: number): Promise<number> {
  const held: pg.Client[] = [];
  try {
    for (let taken = 0; taken < connectionsMax; taken += 1) {
      const client = new pg.Client({ connectionString: url });
      // PostgreSQL may be killed while we hold on.
      client.on('error', () => {});
      await client.connect();
      held.push(client);
    }
  } catch {
    // That was the last one, or nobody is there.
  }
  await pause(milliseconds);
  await Promise.allSettled(held.map((client) => client.end()));
  return held.length;
}

/** Half of them say nothing, half begin a request. */
export async function holdSockets(url: string, { count, milliseconds }: { count: number; milliseconds: number }) {
  const { port } = new URL(url);
  const sockets = Array.from({ length: count }, (_, number): Socket => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    if (number % 2 === 0) socket.write('POST /v1/delta/generate HTTP/1.1\r\nhost: here\r\ncontent-le');
    return socket;
  });
  await pause(milliseconds);
  for (const socket of sockets) {
    if (socket.destroyed) continue;
    socket.destroy();
    await once(socket, 'close');
  }
}

/** A server on every loopback address that counts who reached it: a guard is shown to hold only by what would have been hit. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Canary {
  port: number;
  hits(): number;
  close(): void;
}

export async function startCanary(): Promise<Canary> {
  let hits = 0;
  const server = createServer((_request, response) => response.end('inside'));
  server.on('connection', () => {
    hits += 1;
  });
  // `::` takes IPv4 as well: 127/8, ::1 and the machine's own addresses all end here.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

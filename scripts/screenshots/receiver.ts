/** A receiver of webhooks that fails now and then, so that there is something to see. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startReceiver(): Promise<{ url: string; close(): Promise<void> }> {
  let heard = 0;
  const server = createServer((request, response) => {
    heard += 1;
    request.resume();
    response.statusCode = heard % 4 === 2 ? 503 : 200;
    response.end(response.statusCode === 200 ? 'ok' : 'try again later');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/afterimage`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

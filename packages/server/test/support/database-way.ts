/** A way to the tests' database that can be taken away. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * One way to the database that can be taken away, with everybody on it, and opened again. With `timeline`, answers that tell
 * one (the tests' server was never promoted) tell this, as a server that took over would; `open` lets the first byte through.
 */
export async function openWay(
  t: TestContext,
  url: string,
  { port = 0, timeline, open }: { port?: number; timeline?: string; open?: Promise<void> } = {},
) {
  const { hostname, port: serverPort, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = folder === null ? connect(Number(serverPort), hostname) : connect(`${folder}/.s.PGSQL.${serverPort}`);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    void Promise.resolve(open).then(() => near.pipe(far));
    far.on('data', (bytes: Buffer) => near.write(timeline === undefined ? bytes : promoted(bytes, timeline)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.after(close);
  return { port: (server.address() as AddressInfo).port, close };
}

/** As long as before, so that the protocol's lengths hold. */
function promoted(bytes: Buffer, timeline: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('00000001', timeline), 'latin1');
}

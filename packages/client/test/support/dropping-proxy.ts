/** A bad line to a service: connections through it break, some before the answer comes through, some in its middle. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';

/** @param bytesThrough of the answer on each connection, in turn; after them it breaks */
export async function droppingProxy(t: TestContext, target: string, bytesThrough: readonly number[]) {
  const { hostname, port } = new URL(target);
  let connections = 0;
  const server = createServer((near) => {
    let left = bytesThrough[connections++ % bytesThrough.length]!;
    const far = connect({ host: hostname, port: Number(port) });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('error', end).on('close', end).pipe(far);
    far.on('error', end).on('close', end);
    far.on('data', (chunk: Buffer) => {
      const through = chunk.subarray(0, Math.max(0, left));
      left -= chunk.length;
      if (left >= 0) near.write(through);
      // Written out before the connection ends: what did come through has to arrive.
      else near.write(through, end);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

/** Whoever says nothing is not waited for: a half-sent header, a body after its refusal, a download that nobody reads. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { createApp } from '../../src/http/app.ts';
import { addMediaRoutes } from '../../src/http/media.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { signLink } from '../../src/media/links.ts';
import { openMediaStores } from '../../src/media/media-stores.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { eventually } from '../support/eventually.ts';

const patience = {
  headersMilliseconds: 500,
  requestMilliseconds: 60_000,
  keepAliveMilliseconds: 60_000,
  idleMilliseconds: 60_000,
};
const objectId = '00000000-0000-4000-8000-000000000000';
const megabytes = 64;

async function serve(t: TestContext, changes: Partial<typeof patience>) {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-patience-'));
  t.after(() => rm(folder, { recursive: true }));
  const stores = await openMediaStores({ folder });
  const file = join(folder, 'made');
  await writeFile(file, Buffer.alloc(megabytes * 2 ** 20));
  await stores.keeper.putFile('a', { path: file, type: 'video/mp4', fileName: 'a.mp4' });
  const object = {
    id: objectId,
    store: stores.keeper.name,
    store_key: 'a',
    content_type: 'video/mp4',
    bytes: megabytes * 2 ** 20,
    file_name: 'a.mp4',
    expires_at: new Date(8e15),
    removed_at: null,
  };
  const db = { query: async () => [object] } as unknown as Db;
  const linkSecret = Buffer.alloc(32);
  const router = createRouter();
  addMediaRoutes(router, { db, stores, linkSecret, links: 'serve', now: () => new Date() });
  const services = { router, log: createSilentLog(), metrics: createMetrics() };
  const { server } = createApp({ ...services, phase: { now: 'running' }, tracing: null }, { ...patience, ...changes });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}`;
  const link = signLink({ publicUrl, secret: linkSecret, objectId, fileName: 'a.mp4', expiresAt: new Date(4e12) });
  return { port, path: link.slice(publicUrl.length), server };
}

/** As the server sees it: a client that reads nothing does not learn that it was cut. */
const connections = (server: Awaited<ReturnType<typeof serve>>['server']) =>
  new Promise<number>((resolve, reject) => server.getConnections((fault, n) => (fault ? reject(fault) : resolve(n))));

for (const [whose, changes, says] of [
  ['a header that does not end', {}, () => 'GET /healthz HTTP/1.1\r\nhost: a\r\n'],
  [
    'a download that nobody reads',
    { idleMilliseconds: 500 },
    (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`,
  ],
] as const) {
  test(`the connection of ${whose} is ended`, async (t) => {
    const { port, path, server } = await serve(t, changes);
    const client = connect(port, '127.0.0.1');
    t.after(() => client.destroy());
    client.on('error', () => {});
    await once(client, 'connect');
    client.pause();
    await eventually(async () => (await connections(server)) === 1);
    client.write(says(path));
    await eventually(async () => (await connections(server)) === 0);
  });
}

test('a body that goes on a byte at a time after its refusal ends the connection', { timeout: 60_000 }, async (t) => {
  const { port } = await serve(t, {});
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /nowhere HTTP/1.1\r\nHost: here\r\nContent-Length: 500000\r\n\r\n');
  const trickle = setInterval(() => socket.write('x'), 200);
  t.after(() => clearInterval(trickle));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 404 /);
  await once(socket, 'close');
});

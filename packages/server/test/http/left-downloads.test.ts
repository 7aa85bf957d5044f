/** Readers who leave before the first byte of their download cost nothing: no open file, and above all not the process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Db } from '../../src/db/postgres.ts';
import { createApp } from '../../src/http/app.ts';
import { addMediaRoutes } from '../../src/http/media.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { signLink } from '../../src/media/links.ts';
import type { MediaStores } from '../../src/media/media-store.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

const objectId = '00000000-0000-4000-8000-000000000000';
const bytes = 100;

test('a reader who leaves while the file is opened leaves no file open', async (t) => {
  const requested = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const stream = Readable.from([Buffer.alloc(bytes)]);
  const folder = {
    async open() {
      requested.resolve();
      await gone.promise;
      return { stream, bytes };
    },
  };
  const stores = { at: () => folder } as unknown as MediaStores;
  const object = {
    id: objectId,
    store: 'folder',
    store_key: 'a',
    content_type: 'image/jpeg',
    bytes,
    file_name: 'a.jpg',
    created_at: new Date(0),
  };
  const db = {
    query: async () => [{ ...object, expires_at: new Date(8e15), removed_at: null }],
  } as unknown as Db;
  const linkSecret = Buffer.alloc(32);
  const router = createRouter();
  addMediaRoutes(router, { db, stores, linkSecret, links: 'serve', now: () => new Date() });
  const metrics = createMetrics();
  const { server } = createApp({ router, log: createSilentLog(), metrics, phase: { now: 'running' }, tracing: null });
  server.on('connection', (socket) => socket.once('close', () => gone.resolve()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());

  const link = signLink({
    publicUrl: '',
    secret: linkSecret,
    objectId,
    fileName: 'a.jpg',
    expiresAt: new Date(4e12),
  });
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.write(`GET ${link} HTTP/1.1\r\nhost: a\r\n\r\n`);
  await requested.promise;
  reader.destroy();
  await once(stream, 'close', { signal: AbortSignal.timeout(60_000) });
  assert.ok(stream.destroyed);
});

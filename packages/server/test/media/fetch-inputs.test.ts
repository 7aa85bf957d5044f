/** Media by address, from real servers: which failure each kind of trouble is, and how often it is tried. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { fetchMedia } from '../../src/media/fetch-inputs.ts';
import { createInspector, type Inspector } from '../../src/media/inspect/inspector.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

const safeFetch = createSafeFetch({ allow: ['127.0.0.1/32'] });
let folder: string;
let inspector: Inspector;
let server: Server;
let answer: RequestListener;
let fetches = 0;
let picture: Buffer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-inputs-'));
  inspector = createInspector({ waitMilliseconds: 20_000 });
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    fetches += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  server.close();
  server.closeAllConnections();
  inspector.close();
  await rm(folder, { recursive: true });
});

async function fetchImage(
  from: RequestListener,
  order: { url?: string; bytesMax?: number; signal?: AbortSignal } = {},
) {
  answer = from;
  fetches = 0;
  const file = join(folder, randomUUID());
  const url = order.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`;
  const fetched = await fetchMedia(
    { safeFetch, inspector },
    { kind: 'image', bytesMax: 1 << 20, ...order, url, file, owner: 'owner' },
  );
  assert.equal(existsSync(file), fetched.ok);
  return { fetched, file };
}

test('an image that answers is taken, whatever the server calls it', async () => {
  const { fetched, file } = await fetchImage((_request, response) =>
    response.setHeader('content-type', 'text/html').end(picture),
  );
  const facts = { type: 'image/jpeg', bytes: picture.length, width: 64, height: 48 };
  assert.deepEqual(fetched, { ok: true, facts });
  assert.deepEqual(await readFile(file), picture);
  assert.equal(fetches, 1);
});

test('an answer that will not change is asked for once and is IMAGE_INACCESSIBLE', async () => {
  for (const status of [400, 401, 403, 404, 410]) {
    const { fetched } = await fetchImage((_request, response) => response.writeHead(status).end());
    const sentence = `The image could not be fetched. The server answered ${status}.`;
    assert.deepEqual(fetched, { ok: false, failure: 'image_inaccessible', sentence });
    assert.equal(fetches, 1);
  }
});

test('a compressed answer is IMAGE_INACCESSIBLE, and the reason says that it was', async () => {
  const { fetched } = await fetchImage((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(picture)),
  );
  const why = 'The server sent a compressed answer although it was asked not to.';
  const sentence = `The image could not be fetched. ${why}`;
  assert.deepEqual(fetched, { ok: false, failure: 'image_inaccessible', sentence });
  assert.equal(fetches, 1);
});

test('trouble that may pass is tried twice more', async () => {
  const passing = await fetchImage((_request, response) => {
    if (fetches < 3) response.writeHead(503).end();
    else response.end(picture);
  });
  assert.equal(passing.fetched.ok, true);
  const broken = await fetchImage((_request, response) => {
    if (fetches < 2) response.destroy();
    else response.end(picture);
  });
  assert.equal(broken.fetched.ok, true);
  const lasting = await fetchImage((_request, response) => response.writeHead(500).end());
  assert.equal(!lasting.fetched.ok && lasting.fetched.failure, 'image_inaccessible');
  assert.equal(fetches, 3);
});

test('a private address and a fourth redirect are IMAGE_INACCESSIBLE', async () => {
  const inside = await fetchImage(() => {}, { url: 'http://127.0.0.2:9/' });
  assert.equal(!inside.fetched.ok && inside.fetched.failure, 'image_inaccessible');
  const { fetched } = await fetchImage((_request, response) => response.writeHead(302, { location: '/' }).end());
  assert.equal(!fetched.ok && fetched.failure, 'image_inaccessible');
  assert.equal(fetches, 4);
});

test('a file that is too large or not an image is INVALID_IMAGE', async () => {
  const large = await fetchImage((_request, response) => response.end(Buffer.alloc((1 << 20) + 1)));
  assert.deepEqual(large.fetched, { ok: false, failure: 'invalid_image', sentence: 'The image is larger than 1 MB.' });
  for (const bytes of [Buffer.from('<html>'), picture.subarray(0, -20), Buffer.alloc(0)]) {
    const { fetched } = await fetchImage((_request, response) => response.end(bytes));
    assert.equal(!fetched.ok && fetched.failure, 'invalid_image');
    assert.match(fetched.ok ? '' : fetched.sentence, /^The image is not usable\. /);
  }
  assert.equal(fetches, 1);
});

test('nobody free to look is busy, never INVALID_IMAGE', async () => {
  const sentence = 'The service is too busy.';
  const crowded = { image: async () => ({ ok: false, fault: 'busy', sentence }) as const, video: inspector.video };
  answer = (_request, response) => response.end(picture);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const order = { url, kind: 'image', bytesMax: 1 << 20, file: join(folder, 'busy'), owner: 'owner' } as const;
  const fetched = await fetchMedia({ safeFetch, inspector: crowded }, order);
  assert.deepEqual(fetched, { ok: false, failure: 'busy', sentence });
  assert.equal(existsSync(order.file), false);
});

test('a caller that stops is not kept waiting by further tries', async () => {
  const stop = new AbortController();
  const { fetched } = await fetchImage(
    (_request, response) => {
      response.writeHead(503).end();
      stop.abort();
    },
    { signal: stop.signal },
  );
  assert.equal(fetched.ok, false);
  assert.equal(fetches, 1);
});

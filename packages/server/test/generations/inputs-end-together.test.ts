/** An input that fails ends the downloads beside it: nothing goes on in the background, and no file stays behind. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type GatherServices, gatherInputs } from '../../src/generations/gather-inputs.ts';
import type { StoredInput } from '../../src/generations/submit-store.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

test('a download that fails ends the endless one beside it and leaves no file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'failed-siblings-'));
  t.after(() => rm(folder, { recursive: true }));
  const endless = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    if (request.url === '/endless.jpg') {
      response.once('close', () => ended.resolve());
      response.write('the first bytes');
      return endless.resolve();
    }
    await endless.promise;
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const inputs = ['endless', 'absent'].map((name) => ({
    role: 'reference',
    kind: 'image',
    field: name,
    bytesMax: 1 << 20,
    url: `http://127.0.0.1:${port}/${name}.jpg`,
  })) as StoredInput[];
  const services = {
    stores: { scratchFolder: () => folder },
    safeFetch: createSafeFetch({ allow: ['127.0.0.1/32'] }),
  } as unknown as GatherServices;
  const hooks = { signal: AbortSignal.timeout(20_000), park: done };
  const gathered = await gatherInputs(services, inputs, { ...hooks, owner: 'owner' });
  assert.ok(gathered.outcome === 'failed');
  assert.match(gathered.fault.message, /absent: .*could not be fetched/);
  await ended.promise;
  assert.deepEqual(await readdir(folder), []);
});

/** Nothing is parked here. */
const done = async <Result>(work: Promise<Result>) => ({ outcome: 'done' as const, result: await work });

/** `localhost`, which has two addresses, is reached at the one that the operator opened, and at no other. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

/** As most machines resolve `localhost`: both, the one that nobody listens on first. */
const both = async () => [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

const order = { bytesMax: 100, connectSeconds: 5, totalSeconds: 5, redirectsMax: 0, into: 'memory' } as const;

async function loopbackServer(t: TestContext): Promise<string> {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

test('localhost is reached where only its IPv4 address was opened', async (t) => {
  const url = await loopbackServer(t);
  const fetched = await createSafeFetch({ allow: ['127.0.0.0/8'], resolve: both }).get(url, order);
  assert.equal(fetched.ok && fetched.body.toString(), 'here');
});

test('one opened address of localhost does not open the other', async (t) => {
  const url = await loopbackServer(t);
  const fetched = await createSafeFetch({ allow: ['::1/128'], resolve: both }).get(url, order);
  assert.equal(fetched.ok, false);
});

test('localhost is refused where nothing was opened', async (t) => {
  const url = await loopbackServer(t);
  const fetched = await createSafeFetch({ allow: [], resolve: both }).get(url, order);
  assert.equal(!fetched.ok && fetched.why, 'refused_address');
});

test('any other name is refused when one of its addresses is private, although another was opened', async (t) => {
  const url = (await loopbackServer(t)).replace('localhost', 'localhost.example.com');
  const fetched = await createSafeFetch({ allow: ['127.0.0.0/8'], resolve: both }).get(url, order);
  assert.equal(!fetched.ok && fetched.why, 'refused_address');
});

/** Where webhooks may go: this machine only for sandboxes, and only of a service that nobody else can reach. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createCallbacks } from '../../src/net/callbacks.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

const safeFetch = createSafeFetch({ allow: [] });
const laptop = createCallbacks({ safeFetch, allow: [], reach: 'this machine' });
const server = createCallbacks({ safeFetch, allow: [], reach: 'others' });

test('plain http to this machine is taken from a sandbox of a service on a laptop, and from nobody else', () => {
  const sent = (mode: 'live' | 'sandbox') => ({ url: 'http://127.0.0.1:3000/hook', mode });
  const refused = 'callback_url must be an https URL';
  assert.equal(laptop.fault('callback_url', sent('sandbox')), null);
  assert.equal(laptop.fault('callback_url', sent('live')), refused);
  assert.equal(server.fault('callback_url', sent('sandbox')), refused);
  assert.equal(server.fault('callback_url', sent('live')), refused);
  const inside = { url: 'https://10.0.0.8/hook', mode: 'sandbox' } as const;
  assert.match(laptop.fault('callback_url', inside) ?? '', /^callback_url: The address 10\.0\.0\.8 is not public/);
  assert.equal(laptop.fault('callback_url', { url: 'https://example.com/hook', mode: 'live' }), null);
});

test('what was taken is sent there, and by a service that others reach it is not', async (t) => {
  const heard: string[] = [];
  const receiver = createServer(async (request, response) => {
    heard.push((await request.setEncoding('utf8').toArray()).join(''));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  t.after(() => receiver.close());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const order = { headers: {}, body: 'told', connectSeconds: 10, totalSeconds: 30, answerBytesKept: 10 };
  const sent = await laptop.post(url, order);
  assert.deepEqual([sent.answered && sent.status, heard], [204, ['told']]);
  assert.equal((await server.post(url, order)).answered, false);
  // A name is judged by what it leads to, as everywhere.
  assert.equal((await laptop.post(url.replace('http:', 'https:'), order)).answered, false);
  assert.equal(heard.length, 1);
});

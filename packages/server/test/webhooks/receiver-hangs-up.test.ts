/** A receiver that hangs up while we still send is the receiver's failure: it costs an attempt, and is no fault of our disk. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

test('a receiver that closes before it has read everything is an attempt without an answer', async (t) => {
  const receiver = createServer((socket) => {
    socket.on('error', () => {});
    socket.destroy();
  });
  t.after(() => receiver.close());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const outcome = await createSafeFetch({ allow: ['127.0.0.0/8'] }).post(`http://127.0.0.1:${port}/`, {
    headers: {},
    // More than the sockets of both ends hold, so that the write itself fails.
    body: Buffer.alloc(20_000_000),
    connectSeconds: 5,
    totalSeconds: 10,
    answerBytesKept: 10,
  });
  assert.equal(outcome.answered, false);
  assert.equal(outcome.answered === false && outcome.why, 'connect');
});

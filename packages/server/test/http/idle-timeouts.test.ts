/** How long a connection is kept: as long as its client was told when idle, and as long as it takes when not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createApp } from '../../src/http/app.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

const timeouts = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 60_000,
  keepAliveMilliseconds: 1_000,
  idleMilliseconds: 60_000,
};

async function serve(t: TestContext) {
  const slow = Promise.withResolvers<void>();
  const router = createRouter();
  router.add('GET', '/fast', async (exchange) => exchange.send(200, 'fast', 'text/plain'));
  router.add('GET', '/slow', async (exchange) => {
    await slow.promise;
    exchange.send(200, 'slow', 'text/plain');
  });
  const services = { router, log: createSilentLog(), metrics: createMetrics() };
  const { server } = createApp({ ...services, phase: { now: 'running' }, tracing: null }, timeouts);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, answerSlow: slow.resolve };
}

async function ask(t: TestContext, port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return socket;
}

const answerOn = async (socket: Socket) =>
  String((await once(socket, 'data', { signal: AbortSignal.timeout(60_000) }))[0]);

test('an idle connection ends after the time that its client was told; one that waits for its answer does not', async (t) => {
  const { port, answerSlow } = await serve(t);
  const waiting = await ask(t, port, '/slow');
  const idle = await ask(t, port, '/fast');
  assert.match(await answerOn(idle), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*keep-alive: timeout=1\r\n/i);
  const answeredAt = performance.now();
  idle.resume();
  await once(idle, 'close', { signal: AbortSignal.timeout(60_000) });
  assert.ok(performance.now() - answeredAt > timeouts.keepAliveMilliseconds);
  answerSlow();
  assert.match(await answerOn(waiting), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*slow$/);
});

test('a connection that the client wants closed is not said to be kept', async (t) => {
  const { port } = await serve(t);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write('GET /fast HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  const answer = await answerOn(socket);
  assert.match(answer, /^connection: close\r$/im);
  assert.doesNotMatch(answer, /keep-alive/i);
});

/** A connection that is kept keeps nothing of the requests that were answered on it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { createApp } from '../../src/http/app.ts';
import { sendJson } from '../../src/http/exchange.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { askFor } from '../../src/openai/inner-call.ts';
import { shaped } from '../../src/openai/shaped-exchange.ts';
import { patientTimeouts } from './support/patient-timeouts.ts';

test('nobody listens to a kept connection any more once its request is answered, or has ended with a fault', async (t) => {
  const router = createRouter();
  const add = (path: string, end: () => void) =>
    router.add(
      'POST',
      path,
      shaped(async (exchange) => {
        askFor(exchange, () => assert.fail('It asks nothing.'));
        end();
        sendJson(exchange, 200, '{}');
      }),
    );
  add('/answered', () => undefined);
  add('/broken', () => {
    throw new Error('no');
  });
  const services = { router, log: createSilentLog(), metrics: createMetrics(), tracing: null };
  const { server, drain } = createApp({ ...services, phase: { now: 'running' } }, patientTimeouts);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => {
    agent.destroy();
    return drain(0);
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: { 'content-length': 2 } });
    asked.end('{}');
    const [answer] = await once(asked, 'response');
    await answer.resume().toArray();
    return sockets[0]!.listenerCount('close');
  };
  const listeners = await ask('/answered');
  for (const path of ['/broken', '/answered', '/broken']) assert.equal(await ask(path), listeners, path);
  assert.equal(sockets.length, 1);
});

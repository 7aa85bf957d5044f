/** A fault of the service reaches OpenAI's libraries in the shape that they read. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import OpenAI from 'openai';
import { DatabaseUnavailable } from '../../src/db/postgres.ts';
import { createApp } from '../../src/http/app.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { shaped } from '../../src/openai/shaped-exchange.ts';
import { patientTimeouts } from './support/patient-timeouts.ts';

test('a database that is away is a 503 with its sentence, and any other fault a 500', async (t) => {
  const faults = [new DatabaseUnavailable('gone'), new Error('no')];
  const router = createRouter();
  router.add(
    'GET',
    '/v1/models',
    shaped(async () => {
      throw faults.shift();
    }),
  );
  const services = { router, log: createSilentLog(), metrics: createMetrics(), tracing: null };
  const { server, drain } = createApp({ ...services, phase: { now: 'running' } }, patientTimeouts);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => drain(0));
  const { port } = server.address() as AddressInfo;
  const openai = new OpenAI({ apiKey: 'any', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
  const away = {
    status: 503,
    type: 'server_error',
    code: 'BUSY',
    message: /503 The service cannot reach its database/,
  };
  await assert.rejects(openai.models.list(), away);
  await assert.rejects(openai.models.list(), {
    status: 500,
    type: 'server_error',
    message: /500 Internal server error/,
  });
});

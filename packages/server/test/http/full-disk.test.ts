/** A disk that fills up while a request is read: a sentence that says when to come back, no fault of ours. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createApp } from '../../src/http/app.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

const patience = {
  headersMilliseconds: 60_000,
  requestMilliseconds: 60_000,
  keepAliveMilliseconds: 60_000,
  idleMilliseconds: 60_000,
};

test('a write that finds no room is a 503', async (t) => {
  const router = createRouter();
  // A device of Linux's that is always full.
  router.add('GET', '/writes', () => writeFile('/dev/full', 'a picture'));
  const services = { router, log: createSilentLog(), metrics: createMetrics() };
  const { server, drain } = createApp({ ...services, phase: { now: 'running' }, tracing: null }, patience);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => drain(0));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/writes`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '60');
  assert.match(String(((await answer.json()) as { detail: string }).detail), /short of storage/);
});

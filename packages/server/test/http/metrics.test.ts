/** What /metrics tells of the answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, type Db } from '../../src/db/postgres.ts';
import { addWorkMetrics } from '../../src/http/work-metrics.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { startTestService } from '../support/service.ts';

test('without its database the process still tells of itself; a statement that is wrong is not hidden', async () => {
  const told = async (fault: Error) => {
    const metrics = createMetrics();
    const reads = { query: () => Promise.reject(fault) } as unknown as Db;
    addWorkMetrics(metrics, { reads, now: () => new Date() });
    metrics.answered('/healthz', 200, 1);
    return metrics.text();
  };
  const text = await told(new DatabaseUnavailable('away'));
  assert.match(text, /^afterimage_http_answers_total\{route="\/healthz",status="200"\} 1$/m);
  assert.doesNotMatch(text, /^afterimage_generations_unfinished\{/m);
  await assert.rejects(told(new Error('no such column')), /no such column/);
});

test('the process is watched once, however many services run in it', async (t) => {
  createMetrics();
  const timers = t.mock.method(globalThis, 'setInterval');
  const another = createMetrics();
  assert.equal(timers.mock.callCount(), 0);
  assert.match(await another.text(), /^nodejs_eventloop_lag_p99_seconds /m);
});

test('answers are counted by route and status, their times in buckets that hold the faster ones too', async () => {
  const metrics = createMetrics();
  const route = '/v1/beta/generations/{id}';
  metrics.answered(route, 200, 0.5);
  metrics.answered(route, 200, 1);
  metrics.answered(route, 404, 3);
  metrics.answered(route, 503, 20_000);
  metrics.answered('/v1/data/balance', 200, 2);
  const lines = new Set((await metrics.text()).split('\n'));
  for (const line of [
    '# TYPE afterimage_http_answers_total counter',
    `afterimage_http_answers_total{route="${route}",status="200"} 2`,
    `afterimage_http_answers_total{route="${route}",status="404"} 1`,
    'afterimage_http_answers_total{route="/v1/data/balance",status="200"} 1',
    '# TYPE afterimage_http_seconds histogram',
    `afterimage_http_seconds_bucket{le="0.001",route="${route}"} 2`,
    `afterimage_http_seconds_bucket{le="0.0025",route="${route}"} 2`,
    `afterimage_http_seconds_bucket{le="0.005",route="${route}"} 3`,
    `afterimage_http_seconds_bucket{le="10",route="${route}"} 3`,
    `afterimage_http_seconds_bucket{le="+Inf",route="${route}"} 4`,
    `afterimage_http_seconds_sum{route="${route}"} 20.0045`,
    `afterimage_http_seconds_count{route="${route}"} 4`,
  ]) {
    assert.ok(lines.has(line), line);
  }
});

test('a loop of scrapes is answered, but not as fast as it asks', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.ask('GET', '/metrics')));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.ok(performance.now() - startedAt > 400, 'the last of them waited');
});

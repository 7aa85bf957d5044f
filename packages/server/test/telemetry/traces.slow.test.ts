/** One trace from the caller's request through queue, worker and engine to the webhook, over processes that share a database only. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { readOtlpHeaders } from '../../src/config/otlp-headers.ts';
import { type Log, writeLog } from '../../src/log/log.ts';
import { readTraceparent, writeTraceparent } from '../../src/telemetry/tracing.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { answering, startReceiver, trustedAuthority } from '../support/receiver.ts';
import { loopback, openTestService, startTestService, testSettings } from '../support/service.ts';
import { startCollector } from './support/collector.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

test('a trace goes from the caller through api, queue, another process and its engine to the receiver', async (t) => {
  const stops: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const stop of stops) await stop();
  });
  const collector = await startCollector(t);
  const receiver = await startReceiver(t, answering(200), { certificate: trustedAuthority().issue(['127.0.0.1']) });
  const { db, url } = await testDatabase(t);
  const env = {
    DATABASE_URL: url,
    LOG_LEVEL: 'info',
    AFTERIMAGE_SECRET_KEY: randomBytes(32).toString('base64'),
    AFTERIMAGE_EGRESS_ALLOW: loopback,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=team%20a',
  };
  const lines: Record<string, unknown>[] = [];
  const log: Log = writeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const open = async (roles: Record<string, string>) => {
    const settings = await testSettings(t, { env: { ...env, ...roles } });
    const service = await openTestService(t, { db, settings, families, log });
    stops.unshift(service.stop);
    return service;
  };
  const api = await open({ AFTERIMAGE_ROLES: 'api' });
  await open({ AFTERIMAGE_ROLES: 'worker', AFTERIMAGE_PUBLIC_URL: api.url });
  const account = await api.account();

  const traceparent = `00-${traceId}-${callersSpan}-01`;
  const body = { prompt: 'a quiet lake', callback_url: receiver.url };
  const { status, body: answer } = await account.sandbox.submit('/v1/delta/generate', body, { traceparent });
  assert.equal(status, 200);
  await receiver.arrived(1);
  await eventually(() => lines.find(({ msg }) => msg === 'webhook attempt'));
  // What is left is sent when a process stops.
  for (const stop of stops.splice(0)) await stop();

  const ours = collector.spans.filter((span) => span.traceId === traceId);
  const byName = new Map(ours.map((span) => [span.name, span]));
  const request = byName.get('POST /v1/delta/generate')!;
  assert.equal(request.parentId, callersSpan);
  assert.equal(request.attributes['http.response.status_code'], 200);
  for (const name of ['queue', 'run', 'webhook']) {
    assert.equal(byName.get(name)?.parentId, request.spanId, `${name} is a part of the request`);
  }
  for (const name of ['engine ask', 'engine wait']) {
    assert.equal(byName.get(name)?.parentId, byName.get('run')!.spanId, `${name} is a part of the run`);
  }
  assert.equal(byName.get('run')!.attributes['afterimage.generation.id'], answer['task_uuid']);
  const { startedAt, endedAt } = byName.get('queue')!;
  assert.ok(startedAt <= endedAt && endedAt <= byName.get('run')!.startedAt + 5, 'the queue comes before the run');
  const sent = readTraceparent(receiver.received[0]!.headers['traceparent']!);
  const webhooks = ours.filter(({ name }) => name === 'webhook').map(({ spanId }) => spanId);
  assert.ok(sent !== null && webhooks.includes(sent.spanId), 'the receiver is told of the span in which it is called');
  assert.deepEqual([sent.traceId, sent.flags], [traceId, 1]);
  for (const msg of ['request', 'generation run', 'webhook attempt']) {
    const line = lines.find((one) => one['msg'] === msg && one['trace'] === traceId);
    assert.match(String(line?.['node']), /:\d+$/, `the line of a ${msg} names its node and its trace`);
  }
  assert.equal(collector.resources[0]!['service.name'], 'afterimage');
  assert.equal(collector.headers[0]!['x-team'], 'team a');
});

test('a collector that is away costs no request and no stop', async (t) => {
  const service = await startTestService(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } });
  const account = await service.account();
  const { status, body } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'a quiet lake' });
  assert.equal(status, 200);
  assert.equal(await service.ended(String(body['task_uuid'])), 'completed');
  const rows = await service.db.query<{ traceparent: string }>({ text: 'select traceparent from generations' });
  assert.notEqual(readTraceparent(rows[0]!.traceparent), null);
  const startedAt = performance.now();
  await service.stop();
  assert.ok(performance.now() - startedAt < 15_000);
});

test('without a collector nothing is traced, whatever the caller sends', async (t) => {
  const service = await startTestService(t, {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true', AFTERIMAGE_ROLES: 'api' },
  });
  const account = await service.account();
  const headers = { traceparent: `00-${traceId}-${callersSpan}-01` };
  assert.equal((await account.sandbox.submit('/v1/delta/generate', { prompt: 'a lake' }, headers)).status, 200);
  const rows = await service.db.query({ text: 'select traceparent from generations' });
  assert.deepEqual(rows, [{ traceparent: null }]);
});

test('a traceparent is read as the standard has it, and anything else begins a trace', () => {
  const parent = { traceId, spanId: callersSpan, flags: 1 };
  assert.deepEqual(readTraceparent(writeTraceparent(parent)), parent);
  assert.deepEqual(readTraceparent(`01-${traceId}-${callersSpan}-00-more`), { ...parent, flags: 0 });
  const wrong = ['', 'x', `ff-${traceId}-${callersSpan}-01`, `00-${'0'.repeat(32)}-${callersSpan}-01`];
  for (const text of [
    ...wrong,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${callersSpan}-01`,
  ]) {
    assert.equal(readTraceparent(text), null, text);
  }
  assert.deepEqual(readOtlpHeaders('a=1, b=x%3Dy=z,,'), { a: '1', b: 'x=y=z' });
  for (const wrong of ['c', 'a b=1', '=1', 'a=%zz', 'a=%0d%0ax', 'a=1,c'])
    assert.equal(readOtlpHeaders(wrong), undefined, wrong);
});

/** Serving the dashboard: its files, its page at every address of its own, and what the headers promise. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createApp } from '../../src/http/app.ts';
import { addDashboard, readDashboard } from '../../src/http/dashboard.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { type Ask, send } from '../support/ask.ts';

const page = '<!doctype html><title>page</title>';
const script = `console.log(${'"x"'.repeat(50)})`;

async function serve(t: TestContext, kind: 'built' | 'not_built') {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-dashboard-'));
  t.after(() => rm(folder, { recursive: true }));
  if (kind === 'built') {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'assets/main-abc.js'), script);
    await writeFile(join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
    await writeFile(join(folder, 'secret.ts'), 'not a page');
  }
  const router = createRouter();
  router.add('GET', '/v1/thing', async () => undefined);
  addDashboard(router, await readDashboard(folder));
  const { server } = createApp({
    router,
    log: createSilentLog(),
    metrics: createMetrics(),
    phase: { now: 'running' },
    tracing: null,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent();
  return (method: string, path: string, ask: Ask = {}) => send(agent, method, { url, path, ...ask });
}

const asPerson = { headers: { accept: 'text/html,application/xhtml+xml' } };

test('every address of the dashboard gets its page; what programs mistype stays 404', async (t) => {
  const ask = await serve(t, 'built');
  for (const path of ['/', '/sign-in', '/generations/0190-x', '/operator?tab=people']) {
    const answer = await ask('GET', path, asPerson);
    assert.deepEqual([answer.status, String(answer.bytes)], [200, page], path);
    assert.equal(answer.headers['cache-control'], 'no-cache');
  }
  for (const path of ['/v1/nothing', '/api/nothing', '/api', '/media/x', '/assets/gone.js', '/v1']) {
    assert.equal((await ask('GET', path, asPerson)).status, 404, path);
  }
  assert.equal((await ask('GET', '/sign-in')).status, 404, 'a program does not ask for HTML');
  assert.equal((await ask('POST', '/sign-in', asPerson)).status, 404);
  assert.equal((await ask('GET', '/secret.ts')).status, 404, 'only what pages are made of is served');
  assert.equal((await ask('GET', '/../package.json')).status, 404);
});

test('assets are immutable, packed as the browser takes them, and known again by their tag', async (t) => {
  const ask = await serve(t, 'built');
  const plain = await ask('GET', '/assets/main-abc.js');
  assert.equal(String(plain.bytes), script);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  const packed = await ask('GET', '/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip, deflate' } });
  assert.deepEqual([packed.headers['content-encoding'], packed.headers['vary']], ['gzip', 'Accept-Encoding']);
  assert.equal(String(gunzipSync(packed.bytes)), script);
  for (const [accepted, encoding] of [
    ['br;q=1, GZIP ; Q=0.5', 'gzip'],
    ['gzip;q=0, br', undefined],
    ['gzip; q=0.000', undefined],
    ['x-gzip', undefined],
  ] as const) {
    const answer = await ask('GET', '/assets/main-abc.js', { headers: { 'accept-encoding': accepted } });
    assert.equal(answer.headers['content-encoding'], encoding, accepted);
  }
  const known = await ask('GET', '/assets/main-abc.js', { headers: { 'if-none-match': plain.headers.etag! } });
  assert.deepEqual([known.status, known.bytes.length], [304, 0]);
  const head = await ask('HEAD', '/assets/main-abc.js');
  assert.deepEqual([head.status, head.headers['content-length']], [200, String(script.length)]);
});

test('no page may run or show anything that is not from here', async (t) => {
  for (const kind of ['built', 'not_built'] as const) {
    const ask = await serve(t, kind);
    const { headers } = await ask('GET', '/', asPerson);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
  }
});

test('without a build the page says how to make one', async (t) => {
  const ask = await serve(t, 'not_built');
  for (const path of ['/', '/sign-in']) {
    assert.match(String((await ask('GET', path, asPerson)).bytes), /npm run prepare/);
  }
});

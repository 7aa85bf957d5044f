/** What cannot be read as a request is refused in the form of every other refusal, and never inside another answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createApp } from '../../src/http/app.ts';
import type { NodeStreams } from '../../src/http/exchange.ts';
import { createRouter } from '../../src/http/router.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { RawConnection } from '../support/raw-http.ts';

const timeouts = {
  headersMilliseconds: 300,
  requestMilliseconds: 600,
  keepAliveMilliseconds: 60_000,
  idleMilliseconds: 60_000,
};

/** `/begun` sends the beginning of its answer and waits; `/waits` sends nothing. */
async function serve(t: TestContext) {
  const router = createRouter();
  const underWay: NodeStreams[] = [];
  router.addStream('GET', '/begun', async (_exchange, streams) => {
    streams.response.writeHead(200, { 'content-length': 100 });
    streams.response.write('the beginning');
    underWay.push(streams);
  });
  router.addStream('POST', '/waits', async (_exchange, streams) => {
    streams.request.on('error', () => {}).resume();
    underWay.push(streams);
  });
  const services = {
    router,
    log: createSilentLog(),
    metrics: createMetrics(),
    phase: { now: 'running' } as const,
    tracing: null,
  };
  const app = createApp(services, timeouts);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  t.after(() => {
    app.server.close();
    app.server.closeAllConnections();
  });
  return { port: (app.server.address() as AddressInfo).port, underWay };
}

const tooSlow = { detail: 'The request took too long to arrive.', code: 'REQUEST_TIMEOUT' };
const inChunks = 'POST /waits HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

function faultIn(body: string): string {
  const { detail, errors } = JSON.parse(body);
  assert.deepEqual(errors, [{ field: 'request', message: detail }]);
  return detail;
}

const refused: [name: string, request: string, status: number, says: RegExp | object][] = [
  ['what is not HTTP', 'hello\r\n\r\n', 400, /^The request is not readable as HTTP\/1\.1 \(.+\)\.$/],
  ['a request without a host', 'GET /begun HTTP/1.1\r\nAccept: a\r\n\r\n', 400, /must have a Host header/],
  ['a body whose chunks are broken', `${inChunks}zz\r\n`, 400, /chunk/i],
  [
    'a head that is too large',
    `GET / HTTP/1.1\r\nHost: a\r\nAccept: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    { detail: "The request's headers are too large.", code: 'HEADERS_TOO_LARGE' },
  ],
  ['a head that does not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, tooSlow],
  ['a body that does not end', `${inChunks}1\r\na\r\n`, 408, tooSlow],
];

for (const [name, request, status, says] of refused) {
  test(`${name}: ${status}, in JSON, and the connection ends`, async (t) => {
    const { port } = await serve(t);
    const connection = await RawConnection.open(t, port);
    connection.send(request);
    const answer = await connection.answer();
    assert.equal(answer.status, status);
    assert.ok(answer.headers.includes('content-type: application/json; charset=utf-8'));
    assert.ok(answer.headers.some((line) => /^connection: close$/i.test(line)));
    if (says instanceof RegExp) assert.match(faultIn(answer.body), says);
    else assert.deepEqual(JSON.parse(answer.body), says);
    await connection.closed();
  });
}

test('an answer that has begun is not broken into: the refusal follows it', async (t) => {
  const { port, underWay } = await serve(t);
  const connection = await RawConnection.open(t, port);
  connection.send('GET /begun HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(async () => underWay.length === 1);
  const { socket } = underWay[0]!.request;
  const before = socket.bytesRead;
  connection.send('hello\r\n\r\n');
  await eventually(() => socket.bytesRead > before);
  underWay[0]!.response.end('x'.repeat(100 - 'the beginning'.length));
  assert.match((await connection.answer()).body, /^the beginningx+$/);
  assert.equal((await connection.answer()).status, 400);
  await connection.closed();
});

test('an answer that has begun before its body broke is cut off', async (t) => {
  const { port, underWay } = await serve(t);
  const connection = await RawConnection.open(t, port);
  let read = '';
  connection.socket.on('data', (text) => {
    read += text;
  });
  connection.send(inChunks);
  await eventually(async () => underWay.length === 1);
  underWay[0]!.response.writeHead(200, { 'content-length': 100 });
  underWay[0]!.response.write('the beginning');
  await eventually(async () => read.endsWith('the beginning'));
  connection.send('zz\r\n');
  await connection.closed();
  assert.match(read, /the beginning$/);
});

test('a request that came whole is answered before what cannot be read behind it', async (t) => {
  const { port, underWay } = await serve(t);
  for (const behind of [' ', 'hello\r\n\r\n', 'GET / HTTP/1.1\r\nX-A : b\r\n\r\n']) {
    const connection = await RawConnection.open(t, port);
    underWay.length = 0;
    const text = `POST /waits HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}${behind}`;
    connection.send(text);
    await eventually(() => underWay[0]?.request.socket.bytesRead === text.length);
    underWay[0]!.response.end('done');
    assert.equal((await connection.answer()).body, 'done');
    if (behind === ' ') continue; // Perhaps the beginning of a request.
    assert.equal((await connection.answer()).status, 400);
    await connection.closed();
  }
});

/** Which requests are answered without node:http, and that those which are not lose nothing on the way to it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../../src/http/app.ts';
import type { Phase } from '../../src/http/exchange.ts';
import { createRouter } from '../../src/http/router.ts';
import { type Log, writeLog } from '../../src/log/log.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { type RawAnswer, RawConnection } from '../support/raw-http.ts';

const timeouts = {
  headersMilliseconds: 500,
  requestMilliseconds: 60_000,
  keepAliveMilliseconds: 60_000,
  idleMilliseconds: 60_000,
};

const longCharacters = 32 * 2 ** 20;

/** `/who` tells how its request came in, `/slow` answers when told to, `/long` with more than a socket takes unread. */
async function serve(t: TestContext) {
  const lines: { route: string; status: number }[] = [];
  const log: Log = writeLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const slow = Promise.withResolvers<void>();
  const router = createRouter();
  const seen: string[] = [];
  for (const method of ['GET', 'POST'] as const) {
    router.add(method, '/who', async (exchange) => {
      seen.push(exchange.path + exchange.query);
      exchange.send(200, Buffer.isBuffer(exchange.body) ? `whole ${exchange.body}` : 'node', 'text/plain');
    });
  }
  router.add('GET', '/slow', async (exchange) => {
    seen.push('/slow');
    await slow.promise;
    exchange.send(200, 'slow', 'text/plain');
  });
  router.add('GET', '/long', async (exchange) => {
    seen.push('/long');
    exchange.send(200, 'x'.repeat(longCharacters), 'text/plain');
  });
  router.add('GET', '/broken', async (exchange) => {
    exchange.headers['x-from'] = 'a\r\nset-cookie: b';
    exchange.send(200, '', 'text/plain');
  });
  router.add('GET', '/cookies', async (exchange) => {
    exchange.headers['set-cookie'] = ['a=1; Path=/', 'b=2'];
    exchange.send(200, Buffer.from([0x80, 0x81]), 'image/png');
  });
  for (const status of [204, 302, 304])
    router.add('GET', `/empty/${status}`, async (exchange) => exchange.sendEmpty(status));
  router.addStream('GET', '/stream', async (exchange) => exchange.send(200, 'stream', 'text/plain'));
  const phase: Phase = { now: 'running' };
  const app = createApp({ router, log, metrics: createMetrics(), phase, tracing: null }, timeouts);
  app.server.listen(0, '127.0.0.1');
  await once(app.server, 'listening');
  t.after(() => {
    app.server.close();
    app.server.closeAllConnections();
  });
  return { port: (app.server.address() as AddressInfo).port, app, phase, seen, lines, answerSlow: slow.resolve };
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
const post = (body: string, ...headers: string[]) =>
  [`POST /who HTTP/1.1`, 'Host: a', ...headers, '', body].join('\r\n');

test('what is whole and simple is answered at once, with its body', async (t) => {
  const { port, seen } = await serve(t);
  const connection = await RawConnection.open(t, port);
  for (const [request, body] of [
    [get('/who'), 'whole '],
    [get('/who?a=b&c=%20'), 'whole '],
    [get('/who/', 'Authorization: Bearer x', 'user-agent: a b;c  ', 'Connection: Keep-Alive'), 'whole '],
    [post('{"a":1}', 'Content-Length: 7', 'content-type: application/json'), 'whole {"a":1}'],
    [post('', 'Content-Length: 0'), 'whole '],
    [get('/who'), 'whole '],
  ] as const) {
    connection.send(request);
    assert.equal((await connection.answer()).body, body, request);
  }
  assert.deepEqual(seen, ['/who', '/whoa=b&c=%20', '/who', '/who', '/who', '/who']);
});

test('bytes, several cookies and empty answers look the same both ways', async (t) => {
  const { port } = await serve(t);
  const fast = await RawConnection.open(t, port);
  const byNode = await RawConnection.open(t, port);
  byNode.send(get('/who', 'Accept: a', 'accept: b'));
  assert.equal((await byNode.answer()).body, 'node');
  const lasting = ({ status, headers, body }: RawAnswer) => ({
    status,
    body,
    headers: headers.filter((line) => !/^(date|x-request-id):/i.test(line)),
  });
  for (const path of ['/cookies', '/empty/204', '/empty/302', '/empty/304', '/who']) {
    fast.send(get(path));
    byNode.send(get(path));
    const [one, other] = [await fast.answer(), await byNode.answer()];
    if (path === '/who') assert.deepEqual([one.body, other.body], ['whole ', 'node']);
    else assert.deepEqual(lasting(one), lasting(other), path);
  }
});

/** Node's parser, not ours, says what becomes of these: an answer of the route, or a 400. */
const forNode: [name: string, request: string, status: number][] = [
  ['another method', get('/who').replace('GET', 'PUT'), 405],
  ['a method in small letters', 'get /who HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['an older version', 'GET /who HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n', 200],
  ['a version that is none', 'GET /who HTTP/1.11\r\nHost: a\r\n\r\n', 400],
  ['a whole address', 'GET http://a/who HTTP/1.1\r\nHost: a\r\n\r\n', 200],
  ['two spaces', 'GET  /who HTTP/1.1\r\nHost: a\r\n\r\n', 200],
  ['a path with a space', 'GET /who a HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a path with a letter that is not ASCII', 'GET /who?\xe9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no host', 'GET /who HTTP/1.1\r\nA: a\r\n\r\n', 400],
  ['no header', 'GET /who HTTP/1.1\r\n\r\n', 400],
  ['two hosts', get('/who', 'Host: b'), 200],
  ['a header twice', get('/who', 'Accept: a', 'accept: b'), 200],
  ['a header with a space before its colon', get('/who', 'Accept : a'), 400],
  ['a header that goes on in the next line', get('/who', 'Accept: a', ' b'), 400],
  ['a header without a colon', get('/who', 'Accept'), 400],
  ['a header without a name', get('/who', ': a'), 400],
  ['a header without a value', get('/who', 'Accept:'), 200],
  ['a header with a zero byte', get('/who', 'Accept: a\0'), 400],
  ['a header in another alphabet', get('/who', 'Accept: \xe9'), 200],
  ['a header named like a member of every object', get('/who', '__proto__: a'), 200],
  ['lines that end in a line feed', 'GET /who HTTP/1.1\nHost: a\n\n', 400],
  ['a carriage return inside a line', get('/who', 'Accept: a\rb'), 400],
  ['a body in chunks', post('1\r\na\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'), 200],
  ['a body in chunks and a length', post('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Content-Length: 5'), 400],
  ['two lengths', post('a', 'Content-Length: 1', 'Content-Length: 1'), 400],
  ['a length with a sign', post('a', 'Content-Length: +1'), 400],
  ['a length with a nought before it', post('a', 'Content-Length: 01'), 200],
  ['a length in hexadecimal', post('a', 'Content-Length: 0x1'), 400],
  ['a length and a fraction', post('a', 'Content-Length: 1.0'), 400],
  ['a body nobody told of', post('', 'Accept: a'), 200],
  ['a GET with a length', get('/who', 'Content-Length: 0'), 200],
  ['a connection to be closed', get('/who', 'Connection: close'), 200],
  ['a connection to be more than kept', get('/who', 'Connection: keep-alive, x'), 200],
  ['an upgrade', get('/who', 'Connection: upgrade', 'Upgrade: h2c'), 200],
  ['a head of five kilobytes', get('/who', `Accept: ${'a'.repeat(5_000)}`), 200],
  ['a head of twenty kilobytes', get('/who', `Accept: ${'a'.repeat(20_000)}`), 431],
  ['a body of a hundred kilobytes', post('a'.repeat(100_000), 'Content-Length: 100000'), 200],
  ['a route that streams', get('/stream'), 200],
  ['no route', get('/none'), 404],
  ['a method that the route has not', post('').replace('/who', '/slow'), 405],
];

for (const [name, request, status] of forNode) {
  test(`${name} is for node:http to judge`, async (t) => {
    const { port } = await serve(t);
    const connection = await RawConnection.open(t, port);
    connection.send(request);
    const answer = await connection.answer().catch(() => assert.fail('no answer'));
    assert.equal(answer.status, status);
    if (status === 200) assert.doesNotMatch(answer.body, /whole/);
    else assert.equal(typeof JSON.parse(answer.body).detail, 'string');
  });
}

test('a request that comes in pieces is answered once it is there', async (t) => {
  const { port, app } = await serve(t);
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  const whole = post('{"a":1}', 'Content-Length: 7');
  for (const cut of [1, 20, whole.length - 8, whole.length - 3]) {
    const connection = await RawConnection.open(t, port);
    // After a simple request, too: the connection changes hands in the middle.
    connection.send(get('/who'));
    assert.equal((await connection.answer()).body, 'whole ');
    const before = sockets.at(-1)!.bytesRead;
    connection.send(whole.slice(0, cut));
    await eventually(() => sockets.at(-1)!.bytesRead === before + cut);
    connection.send(whole.slice(cut));
    assert.equal((await connection.answer()).status, 200);
    connection.send(get('/who'));
    assert.equal((await connection.answer()).body, 'node');
  }
});

test('requests sent without waiting are answered in their order', async (t) => {
  const { port, seen, answerSlow } = await serve(t);
  const atOnce = await RawConnection.open(t, port);
  atOnce.send(get('/who?1') + post('ab', 'Content-Length: 2') + get('/who?3'));
  assert.equal((await atOnce.answer()).status, 200);
  assert.equal((await atOnce.answer()).status, 200);
  assert.equal((await atOnce.answer()).status, 200);
  assert.deepEqual(seen, ['/who1', '/who', '/who3']);

  const behind = await RawConnection.open(t, port);
  behind.send(get('/slow'));
  behind.send(get('/who?4'));
  await eventually(async () => behind.socket.writableLength === 0);
  answerSlow();
  assert.equal((await behind.answer()).body, 'slow');
  assert.equal((await behind.answer()).status, 200);
  assert.equal(seen.at(-1), '/who4');
});

test('of a client that does not read its answer, no further request is read', async (t) => {
  const { port, seen } = await serve(t);
  const connection = await RawConnection.open(t, port);
  connection.socket.pause();
  connection.send(get('/long'));
  await eventually(async () => seen.length === 1);
  connection.send(get('/who?late'));
  // That it is not read shows in nothing: on a busy machine this proves less, and never fails.
  await pause(50);
  assert.deepEqual(seen, ['/long']);
  connection.socket.resume();
  assert.equal((await connection.answer()).body.length, longCharacters);
  assert.equal((await connection.answer()).body, 'whole ');
});

test('a client that leaves before its answer is noted with 499, once', async (t) => {
  const { port, seen, lines, answerSlow } = await serve(t);
  const connection = await RawConnection.open(t, port);
  connection.send(get('/slow'));
  await eventually(async () => seen.length === 1);
  connection.socket.destroy();
  await eventually(async () => lines.length === 1);
  answerSlow();
  const other = await RawConnection.open(t, port);
  other.send(get('/who'));
  await other.answer();
  assert.deepEqual(
    lines.map(({ route, status }) => [route, status]),
    [
      ['/slow', 499],
      ['/who', 200],
    ],
  );
});

test('a connection that never says a word is ended', async (t) => {
  const { port } = await serve(t);
  const connection = await RawConnection.open(t, port);
  await connection.closed();
});

test('a header that would break out of its line is a fault, not an answer', async (t) => {
  const { port } = await serve(t);
  const connection = await RawConnection.open(t, port);
  connection.send(get('/broken'));
  const { status, headers } = await connection.answer();
  assert.equal(status, 500);
  assert.deepEqual(
    headers.filter((line) => /cookie/i.test(line)),
    [],
  );
});

test('while it stops, what is under way is answered, told to go, and closed', async (t) => {
  const { port, app, answerSlow } = await serve(t);
  const idle = await RawConnection.open(t, port);
  idle.send(get('/who'));
  await idle.answer();
  const waiting = await RawConnection.open(t, port);
  waiting.send(get('/slow'));
  const late = await RawConnection.open(t, port);
  late.send(get('/who'));
  await late.answer();
  const drained = app.drain(10);
  late.send(get('/who'));
  assert.ok((await late.answer()).headers.includes('connection: close'));
  await late.closed();
  answerSlow();
  assert.equal((await waiting.answer()).body, 'slow');
  await drained;
  await idle.closed();
  await waiting.closed();
});

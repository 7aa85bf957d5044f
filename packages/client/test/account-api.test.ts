import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { apiRoutes } from '@afterimage/contract/api';
import { addressOf, createAccountApi, Refusal } from '../src/index.ts';

interface Heard {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

async function serviceThat(t: TestContext, answer: (response: ServerResponse) => void) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    heard.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { heard, baseUrl, api: createAccountApi(apiRoutes, { fetch, baseUrl, apiKey: 'secret' }) };
}

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

test('a call fills in the id, the query and the body, and carries the key', async (t) => {
  const { api, heard } = await serviceThat(t, answering(200, { id: 'new', name: 'a', key: 'k' }));
  await api.rotateKey({ id: 'a/b', query: { account: 'acc' }, body: { overlap_hours: 5 } });
  assert.equal(heard[0]?.method, 'POST');
  assert.equal(heard[0]?.url, '/api/keys/a%2Fb/rotate?account=acc');
  assert.equal(heard[0]?.body, '{"overlap_hours":5}');
  assert.equal(heard[0]?.headers['content-type'], 'application/json');
  assert.equal(heard[0]?.headers.authorization, 'Bearer secret');
});

test('what a query leaves out is not sent', async (t) => {
  const { api, heard } = await serviceThat(t, answering(200, { items: [], next: null }));
  const page = await api.listGenerations({ query: { mode: 'sandbox', limit: 10 } });
  assert.deepEqual(page, { items: [], next: null });
  assert.equal(heard[0]?.url, '/api/generations?mode=sandbox&limit=10');
});

test('an answer without content is undefined', async (t) => {
  const { api } = await serviceThat(t, (response) => response.writeHead(204).end());
  assert.equal(await api.signOut(), undefined);
});

test('a refusal says what the service said, field by field, with the id of the request', async (t) => {
  const body = { detail: 'name is required.', errors: [{ field: 'name', message: 'name is required.' }] };
  const { api } = await serviceThat(t, answering(400, body, { 'x-request-id': 'r-1' }));
  await assert.rejects(api.createKey({ body: {} }), (fault) => {
    assert.ok(fault instanceof Refusal);
    assert.equal(fault.status, 400);
    assert.equal(fault.message, 'name is required.');
    assert.deepEqual(fault.fields, body.errors);
    assert.equal(fault.requestId, 'r-1');
    return true;
  });
});

test("beta's own shape of a refusal reads the same", async (t) => {
  const detail = [{ loc: ['body', 'images', 1], msg: 'images[1] must be a string', type: 'string_type' }];
  const { api } = await serviceThat(t, answering(422, { detail }));
  await assert.rejects(api.generate({ id: 'beta', body: {} }), (fault) => {
    assert.ok(fault instanceof Refusal);
    assert.deepEqual(fault.fields, [{ field: 'images[1]', message: 'images[1] must be a string' }]);
    assert.equal(fault.message, 'images[1] must be a string');
    return true;
  });
});

test('how long to wait is taken from the answer', async (t) => {
  const { api } = await serviceThat(t, answering(429, { detail: 'Too many.' }, { 'retry-after': '30' }));
  await assert.rejects(api.getMe(), (fault) => fault instanceof Refusal && fault.retryAfterSeconds === 30);
});

test("a stranger's page in between is a refusal too", async (t) => {
  const { api } = await serviceThat(t, (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await assert.rejects(
    api.getMe(),
    (fault) => fault instanceof Refusal && fault.message === 'The service answered 502.',
  );
});

test('no answer at all is a refusal with status 0', async () => {
  const api = createAccountApi(apiRoutes, { fetch, baseUrl: 'http://127.0.0.1:1' });
  await assert.rejects(api.getMe(), (fault) => fault instanceof Refusal && fault.status === 0);
});

test('no answer in time, or half of one, is a refusal with status 0, too', { timeout: 60_000 }, async (t) => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    asked.push(milliseconds);
    return timeout(200);
  });
  const answers = [(_: ServerResponse) => {}, (response: ServerResponse) => response.writeHead(200).write('{')];
  for (const answer of answers) {
    const { api } = await serviceThat(t, (response) => {
      t.after(() => response.destroy());
      answer(response);
    });
    const calls = [api.getMe(), api.signOut(), api.generate({ id: 'delta', body: { prompt: 'x'.repeat(1_000_000) } })];
    for (const call of calls) {
      await assert.rejects(
        call,
        (fault) => fault instanceof Refusal && fault.status === 0 && /in time/.test(fault.message),
      );
    }
    const stop = new AbortController();
    const reason = new Error('The page was left.');
    const stopped = api.getMe({ signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(stopped, reason);
  }
  // A change may take longer than a look, and a body as long as a slow line needs for it.
  const [look, change, upload] = asked as [number, number, number];
  assert.ok(look < change && change + 10_000 < upload, asked.join());
});

test('an address for a link has everything a call would have', () => {
  assert.equal(
    addressOf(apiRoutes.exportLedger, { query: { mode: 'live', account: undefined } }),
    '/api/ledger.csv?mode=live',
  );
});

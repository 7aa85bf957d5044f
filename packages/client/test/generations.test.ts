/** The client of the families' interface, against a server that answers what each test needs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createGenerations, Refusal } from '../src/index.ts';

const family = { path: '/v1/delta', idName: 'task_uuid' } as const;

interface Scripted {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const ok = (body: unknown): Scripted => ({ status: 200, body });
const busy = (headers: Record<string, string> = {}): Scripted => ({ status: 503, body: { detail: 'busy' }, headers });
/** The connection breaks before an answer. */
const cutOff = 'cut off';

/** Answers with one after the other; no pause is waited for, but all are noted. */
async function serviceThat(t: TestContext, answers: (Scripted | typeof cutOff)[]) {
  const heard: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];
  const pauses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    heard.push({ method: request.method, url: request.url, headers: request.headers, body });
    const answer = answers.shift() ?? assert.fail('one request too many');
    if (answer === cutOff) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  return { heard, pauses, generations: createGenerations({ baseUrl, apiKey: 'secret', fetch, pause }) };
}

test('a submit carries the key, the body and an Idempotency-Key of its own', async (t) => {
  const answer = { task_uuid: 'a', status: 'pending', price: '0.0200' };
  const { generations, heard } = await serviceThat(t, [ok(answer), ok(answer)]);
  assert.deepEqual(await generations.submit(family, { prompt: 'x' }), { id: 'a', answer });
  await generations.submit(family, { prompt: 'x' });
  const [first, second] = heard;
  assert.deepEqual([first?.method, first?.url, first?.body], ['POST', '/v1/delta/generate', '{"prompt":"x"}']);
  assert.equal(first?.headers.authorization, 'Bearer secret');
  assert.match(String(first?.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  assert.notEqual(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
});

test('a submit that met trouble is repeated under the same Idempotency-Key, after as long as was asked', async (t) => {
  const limited = { status: 429, body: { detail: 'slowly' }, headers: { 'retry-after': '7' } };
  const { generations, heard, pauses } = await serviceThat(t, [cutOff, limited, busy(), ok({ task_uuid: 'a' })]);
  assert.equal((await generations.submit(family, {})).id, 'a');
  assert.equal(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.deepEqual(pauses, [500, 7000, 2000]);
});

test('trouble that does not pass is told after four attempts, and a long maintenance at once', async (t) => {
  const { generations, heard } = await serviceThat(t, [
    busy(),
    busy(),
    busy(),
    busy(),
    busy({ 'retry-after': '3600' }),
  ]);
  await assert.rejects(generations.submit(family, {}), { name: 'Refusal', status: 503, message: 'busy' });
  assert.equal(heard.length, 4);
  await assert.rejects(generations.submit(family, {}), { retryAfterSeconds: 3600 });
  assert.equal(heard.length, 5);
});

test('what asking again would not change is not asked again', async (t) => {
  const { generations, pauses } = await serviceThat(t, [
    { status: 402, body: { detail: 'too dear', code: 'INSUFFICIENT_CREDITS' } },
    { status: 500, body: { detail: 'Internal server error' } },
  ]);
  await assert.rejects(generations.submit(family, {}), { status: 402, code: 'INSUFFICIENT_CREDITS' });
  await assert.rejects(generations.status(family, 'a'), { status: 500 });
  assert.deepEqual(pauses, []);
});

test('waiting asks less and less often, shows each record, and ends with the last', async (t) => {
  const pending = Array.from({ length: 9 }, () => ok({ status: 'pending' }));
  const { generations, heard, pauses } = await serviceThat(t, [...pending, ok({ status: 'failed' })]);
  const shown: string[] = [];
  const record = await generations.wait(family, 'a/b', { onRecord: ({ status }) => shown.push(status) });
  assert.equal(record.status, 'failed');
  assert.deepEqual([shown.length, shown.at(-1)], [10, 'failed']);
  assert.equal(heard[0]?.url, '/v1/delta/generations/a%2Fb');
  assert.deepEqual([pauses[0], pauses[1], pauses.at(-1)], [500, 750, 5000]);
});

test('waiting outlasts a restart of the service', async (t) => {
  const answers = [ok({ status: 'processing' }), ...Array(6).fill(cutOff), ok({ status: 'completed' })];
  const { generations } = await serviceThat(t, answers);
  assert.equal((await generations.wait(family, 'a')).status, 'completed');
});

test('an aborted wait ends with the reason of its signal, in a pause too', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const answering = async () => Response.json({ status: 'pending' });
  const generations = createGenerations({ baseUrl: 'http://service', apiKey: 'k', fetch: answering });
  const waiting = generations.wait(family, 'a', {
    signal: stop.signal,
    onRecord: () => setImmediate(() => stop.abort(reason)),
  });
  await assert.rejects(waiting, reason);
});

test('a service that is not there is a refusal with status 0', async () => {
  const unreachable = async () => Promise.reject(new TypeError('fetch failed'));
  const pause = async () => {};
  const generations = createGenerations({ baseUrl: 'http://service', apiKey: 'k', fetch: unreachable, pause });
  await assert.rejects(generations.balance(), (fault) => fault instanceof Refusal && fault.status === 0);
});

test('lists and the balance are asked for where they are', async (t) => {
  const { generations, heard } = await serviceThat(t, [
    ok([{ status: 'completed' }]),
    ok({ balance: 5, currency: 'USD' }),
  ]);
  assert.deepEqual(await generations.list(family, { limit: 5, offset: 10 }), [{ status: 'completed' }]);
  assert.deepEqual(await generations.balance(), { balance: 5, currency: 'USD' });
  assert.deepEqual(
    heard.map(({ method, url }) => `${method} ${url}`),
    ['GET /v1/delta/generations?limit=5&offset=10', 'GET /v1/data/balance'],
  );
});

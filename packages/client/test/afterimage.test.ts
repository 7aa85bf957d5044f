/** The client against a server that answers what each test needs: what it sends, what it repeats, what it throws. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Afterimage,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  GenerationFailedError,
  InsufficientBalanceError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  Refusal,
  ServiceError,
} from '../src/index.ts';
import { busy, cutOff, ok, serviceThat } from './support/scripted-service.ts';

const record = (status: string) => ({ task_uuid: 'a', status, prompt: 'x', result_image_url: null, message: null });

test('a submit carries the key, the body and an Idempotency-Key of its own, and tells the id by one name', async (t) => {
  const answer = { task_uuid: 'a', status: 'pending', price: '0.0200' };
  const { client, heard } = await serviceThat(t, [ok(answer), ok(answer)]);
  assert.deepEqual(await client.submit('delta', { prompt: 'x' }), { ...answer, family: 'delta', id: 'a' });
  await client.submit('delta', { prompt: 'x' });
  const [first, second] = heard;
  assert.deepEqual([first?.method, first?.url, first?.body], ['POST', '/v1/delta/generate', '{"prompt":"x"}']);
  assert.equal(first?.headers.authorization, 'Bearer secret');
  assert.match(String(first?.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  assert.notEqual(first?.headers['idempotency-key'], second?.headers['idempotency-key']);
});

test('a submit that met trouble is repeated under the same Idempotency-Key, after as long as was asked', async (t) => {
  const limited = { status: 429, body: { detail: 'slowly' }, headers: { 'retry-after': '7' } };
  const answered = { status: 409, body: { detail: 'in flight', code: 'IDEMPOTENCY_IN_FLIGHT' } };
  const { client, heard, pauses } = await serviceThat(t, [cutOff, limited, answered, ok({ task_uuid: 'a' })]);
  assert.equal((await client.submit('delta', { prompt: 'x' })).id, 'a');
  assert.equal(new Set(heard.map(({ headers }) => headers['idempotency-key'])).size, 1);
  const [first, second, third] = pauses as [number, number, number];
  assert.ok(first >= 375 && first <= 500, String(first));
  assert.equal(second, 7000);
  assert.ok(third >= 1500 && third <= 2000, String(third));
});

test('trouble that does not pass is told after four attempts, and a long maintenance at once', async (t) => {
  const { client, heard } = await serviceThat(t, [busy(), busy(), busy(), busy(), busy({ 'retry-after': '3600' })]);
  await assert.rejects(client.submit('delta', { prompt: 'x' }), { name: 'ServiceError', status: 503, message: 'busy' });
  assert.equal(heard.length, 4);
  await assert.rejects(client.submit('delta', { prompt: 'x' }), { retryAfterSeconds: 3600 });
  assert.equal(heard.length, 5);
});

test('each way to say no has its class, and is not asked again', async (t) => {
  const classes = [
    [400, BadRequestError],
    [401, AuthenticationError],
    [402, InsufficientBalanceError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [422, BadRequestError],
  ] as const;
  const answers = classes.map(([status]) => ({ status, body: { detail: 'no', code: 'WHY' } }));
  const { client, pauses } = await serviceThat(t, answers);
  for (const [status, Class] of classes) {
    await assert.rejects(client.balance(), (fault: Refusal) => {
      assert.ok(fault instanceof Class && fault instanceof Refusal && fault instanceof Error);
      assert.deepEqual([fault.status, fault.code, fault.message, fault.name], [status, 'WHY', 'no', Class.name]);
      return true;
    });
  }
  assert.deepEqual(pauses, []);
});

test('429 and 500 that do not pass have their class, too', async (t) => {
  const limited = { status: 429, body: { detail: 'slowly' } };
  const broken = { status: 500, body: { detail: 'Internal server error' } };
  const { client } = await serviceThat(t, [limited, limited, limited, limited, broken, broken, broken, broken]);
  await assert.rejects(client.balance(), RateLimitError);
  await assert.rejects(client.balance(), ServiceError);
});

test('every field that was wrong is named, in both shapes', async (t) => {
  const errors = [{ field: 'images[1]', message: 'must be a URL' }];
  const { client } = await serviceThat(t, [
    { status: 400, body: { detail: 'must be a URL', errors } },
    { status: 422, body: { detail: [{ loc: ['body', 'images', 1], msg: 'must be a URL', type: 'url' }] } },
  ]);
  for (const family of ['delta', 'beta'] as const) {
    await assert.rejects(client.submit(family, { prompt: 'x' }), { fields: errors, message: 'must be a URL' });
  }
});

test('waiting asks the service to wait; one that does not know how is polled less and less often', async (t) => {
  const pending = Array.from({ length: 9 }, () => ok(record('pending')));
  const { client, heard, pauses } = await serviceThat(t, [...pending, ok(record('failed'))]);
  const last = await client.wait('delta', 'a/b');
  assert.equal(last.status, 'failed');
  assert.equal(heard[0]?.url, '/v1/delta/generations/a%2Fb?wait=30');
  assert.deepEqual([pauses[0], pauses[1], pauses.at(-1)], [500, 750, 5000]);
});

test('a service that waits is asked again at once', async (t) => {
  const slowly = (status: string) => (response: import('node:http').ServerResponse) =>
    void setTimeout(() => response.end(JSON.stringify(record(status))), 600);
  const { client, heard, pauses } = await serviceThat(t, [slowly('pending'), slowly('completed')]);
  const seen: string[] = [];
  await client.wait('delta', 'a', { onProgress: ({ status }) => seen.push(status) });
  assert.deepEqual([seen, pauses], [['pending', 'completed'], []]);
  assert.deepEqual(
    heard.map(({ url }) => url),
    ['/v1/delta/generations/a?wait=1', '/v1/delta/generations/a?wait=2'],
  );
});

test('progress tells the percent and the position of a family that tells them', async (t) => {
  const beta = { generation_id: 'b', prompt: 'x', video_url: null, error_message: null };
  const { client } = await serviceThat(t, [
    ok({ generation_id: 'b', status: 'pending' }),
    ok({ ...beta, status: 'pending', progress_pct: null, progress_pos_in_queue: 3 }),
    ok({ ...beta, status: 'processing', progress_pct: 40, progress_pos_in_queue: null }),
    ok({ ...beta, status: 'completed', video_url: 'http://link', progress_pct: null, progress_pos_in_queue: null }),
  ]);
  const seen: unknown[] = [];
  const last = await client.run(
    'beta',
    { prompt: 'x' },
    { onProgress: ({ status, percent, position }) => seen.push([status, percent, position]) },
  );
  assert.deepEqual(seen, [
    ['pending', null, 3],
    ['processing', 40, null],
    ['completed', null, null],
  ]);
  assert.deepEqual([last.media_url, last.id, last.family], ['http://link', 'b', 'beta']);
});

test('a run that failed rejects with the code of the failure, wherever its family tells it', async (t) => {
  const gamma = { status: 'failed', error: { message: 'UNSAFE_CONTENT', details: { reason: 'words' } } };
  const { client } = await serviceThat(t, [
    ok({ task_uuid: 'a', status: 'pending' }),
    ok({ ...record('failed'), message: 'API_ERROR' }),
    ok({ generation_id: 'g', status: 'pending' }),
    ok({ generation_id: 'g', ...gamma }),
  ]);
  await assert.rejects(client.run('delta', { prompt: 'x' }), (fault: GenerationFailedError) => {
    assert.ok(fault instanceof GenerationFailedError);
    assert.deepEqual([fault.code, fault.record.id], ['API_ERROR', 'a']);
    return true;
  });
  await assert.rejects(client.run('gamma', { prompt: 'x' }), { code: 'UNSAFE_CONTENT' });
});

test('waiting outlasts a restart of the service', async (t) => {
  const answers = [ok(record('processing')), ...Array(6).fill(cutOff), ok(record('completed'))];
  const { client } = await serviceThat(t, answers);
  assert.equal((await client.wait('delta', 'a')).status, 'completed');
});

test('an aborted wait ends with the reason of its signal, in a pause too', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const answering = async () => Response.json(record('pending'));
  const client = new Afterimage({ baseUrl: 'http://service', apiKey: 'k', fetch: answering });
  const onProgress = () => setImmediate(() => stop.abort(reason));
  await assert.rejects(client.wait('delta', 'a', { signal: stop.signal, onProgress }), reason);
});

test('a service that is not there is a ConnectionError with status 0', async () => {
  const unreachable = async () => Promise.reject(new TypeError('fetch failed'));
  const client = new Afterimage({ baseUrl: 'http://service', apiKey: 'k', fetch: unreachable, pause: async () => {} });
  await assert.rejects(client.balance(), (fault) => fault instanceof ConnectionError && fault.status === 0);
});

test('without a key it says so, and an unknown family is named with those there are', async () => {
  assert.throws(() => new Afterimage({ apiKey: '' }), /There is no API key: give apiKey, or set AFTERIMAGE_API_KEY/);
  const client = new Afterimage({ apiKey: 'k', baseUrl: 'http://service' });
  await assert.rejects(client.status('omega' as 'beta', 'a'), /There is no family omega; the families are alpha,/);
});

test('lists go page by page, and a quote and the balance are asked for where they are', async (t) => {
  const item = (id: string) => ({ family: 'delta', id, record: { ...record('completed'), task_uuid: id } });
  const { client, heard } = await serviceThat(t, [
    ok({ items: [item('a'), item('b')], next: 'b' }),
    ok({ items: [item('c')], next: null }),
    ok({ price: '0.0200' }),
    ok({ balance: 5, currency: 'USD' }),
  ]);
  const ids: string[] = [];
  for await (const { id } of client.listAll({ family: 'delta', limit: 2 })) ids.push(id);
  assert.deepEqual(ids, ['a', 'b', 'c']);
  assert.deepEqual(await client.quote('delta', { prompt: 'x' }), { price: '0.0200' });
  assert.deepEqual(await client.balance(), { balance: 5, currency: 'USD' });
  assert.deepEqual(
    heard.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /v1/generations?family=delta&limit=2',
      'GET /v1/generations?family=delta&limit=2&cursor=b',
      'POST /v1/delta/generate?quote=true',
      'GET /v1/data/balance',
    ],
  );
});

test("an answer that is not the service's is told as one", async (t) => {
  const others = { status: 201, body: { id: 'a', choices: [] } };
  const asks: ((client: Afterimage) => Promise<unknown>)[] = [
    (client) => client.balance(),
    (client) => client.list(),
    (client) => client.quote('delta', { prompt: 'x' }),
    (client) => client.submit('delta', { prompt: 'x' }),
    (client) => client.status('delta', 'a'),
    (client) => client.cancel('delta', 'a'),
    (client) => client.clock(),
    (client) => client.advanceClock('1m'),
  ];
  const { client } = await serviceThat(t, Array(asks.length).fill(others));
  for (const ask of asks) {
    const message = 'The answer is not one that Afterimage gives: look whether the address is right.';
    await assert.rejects(ask(client), { name: 'ServiceError', message });
  }
});

test('cancel ends what has not ended, and leaves the files of what has', async (t) => {
  const { client, heard } = await serviceThat(t, [
    ok({ ...record('failed'), message: 'CANCELLED' }),
    ok(record('completed')),
    { status: 204 },
  ]);
  assert.equal((await client.cancel('delta', 'a')).failure_code, 'CANCELLED');
  assert.equal((await client.cancel('delta', 'a')).status, 'completed');
  await client.delete('delta', 'a');
  assert.deepEqual(
    heard.map(({ method, url }) => `${method} ${url}`),
    [
      'DELETE /v1/delta/generations/a?finished=keep',
      'DELETE /v1/delta/generations/a?finished=keep',
      'DELETE /v1/delta/generations/a',
    ],
  );
});

test('a service that nobody can reach is named, and an address that is none is told at once', async () => {
  const client = new Afterimage({ apiKey: 'secret', baseUrl: 'http://127.0.0.1:1/media/', pause: async () => {} });
  await assert.rejects(client.balance(), {
    name: 'ConnectionError',
    message: 'The service at http://127.0.0.1:1 cannot be reached.',
  });
  assert.throws(() => new Afterimage({ apiKey: 'secret', baseUrl: 'nope' }), {
    name: 'TypeError',
    message: 'baseUrl is "nope"; it must be an http or https address such as https://media.example.com.',
  });
});

/** An answer is the same whether its request was read by node:http or, whole and simple, on the fast path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import { type RawAnswer, RawConnection } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const unknownId = '01990000-0000-7000-8000-000000000000';

/** What differs between any two answers: ids, seeds, links, times, and how much of a minute's share is left. */
function lasting({ status, headers, body }: RawAnswer) {
  return {
    status,
    headers: headers
      .filter((line) => !/^(date|x-request-id|content-length|ratelimit):/i.test(line))
      .map((line) => line.replace(/^\S+?:/, (name) => name.toLowerCase())),
    body: body
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/"seed":\d+/g, '"seed":N')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME'),
  };
}

test('every route of the service answers the same both ways', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();
  const { port } = new URL(service.url);
  const key = [`authorization: Bearer ${live.key}`];
  const get = (path: string, headers = key) => [`GET ${path} HTTP/1.1`, 'host: a', ...headers, '', ''].join('\r\n');
  const post = (path: string, body: string, headers: string[] = [...key, 'content-type: application/json']) => {
    const length = `content-length: ${Buffer.byteLength(body)}`;
    return [`POST ${path} HTTP/1.1`, 'host: a', ...headers, length, '', Buffer.from(body).toString('latin1')].join(
      '\r\n',
    );
  };

  const requests = families.flatMap(({ path }) => {
    const submit = `${path}/generate`;
    return [
      post(submit, JSON.stringify({ prompt: 'a fox in fresh snow', duration: '5' })),
      post(submit, JSON.stringify({ prompt: 'лиса на снегу — ✓', unknown: 1, duration: '5' })),
      post(submit, '{}'),
      post(submit, '[]'),
      post(submit, '{"prompt":'),
      post(submit, ''),
      post(submit, '{"prompt":"a","prompt":"b"}'),
      post(submit, '{}', [...key, 'content-type: text/plain']),
      post(submit, '{}', [...key, 'content-type: application/json', 'content-encoding: gzip']),
      post(submit, '{}', ['content-type: application/json']),
      post(submit, '{}', ['content-type: application/json', 'authorization: Bearer no']),
      get(`${path}/generations/${unknownId}`),
      get(`${path}/generations/no-id/`),
      get(`${path}/generations/${unknownId}`, []),
      get(`${path}/generations`),
      get(`${path}/generations?limit=1&offset=1`),
      get(`${path}/generations?limit=no`),
      get(submit),
    ];
  });
  for (const path of ['/v1/data/balance', '/healthz', '/readyz', '/openapi.json', '/nowhere']) requests.push(get(path));

  // All that the account interface has, with a key and without, but its two streams: they are always node:http's.
  for (const { method, path } of Object.values(apiRoutes)) {
    const url = path.replace('{id}', unknownId);
    if (method === 'GET' && !/events$|csv$/.test(url)) requests.push(get(url), get(url, []));
    if (method === 'POST') requests.push(post(url, '{}'), post(url, '[]', ['content-type: application/json']));
  }
  for (const path of ['/', '/no-such-page']) requests.push(get(path, ['accept: text/html', 'accept-encoding: gzip']));

  const byNode = await RawConnection.open(t, Number(port));
  // Not simple: from here on the connection is node:http's.
  byNode.send(get('/healthz', ['accept: a', 'accept: b']));
  await byNode.answer();
  for (const request of requests) {
    const fast = await RawConnection.open(t, Number(port));
    fast.send(request);
    byNode.send(request);
    const [one, other] = [await fast.answer(), await byNode.answer()];
    fast.socket.destroy();
    assert.deepEqual(lasting(one), lasting(other), request);
  }
});

/** Every path with and without a slash at its end, and the OpenAPI document that lists them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { exampleOf } from '../support/example.ts';
import { startTestService } from '../support/service.ts';

const document = new URL('../../../../docs/openapi.json', import.meta.url);

test('paths', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const { live } = await service.account();

  await t.test('a slash at the end changes nothing', async () => {
    for (const family of families) {
      const { path, lists, idName } = family;
      const submitted = [await live.submit(`${path}/generate`, {}), await live.submit(`${path}/generate/`, {})];
      assert.deepEqual(submitted[0]!.body, submitted[1]!.body);
      assert.equal(submitted[0]!.status, submitted[1]!.status);
      const made = await live.submit(`${path}/generate/`, exampleOf(family));
      const id = made.body[idName];
      const records = [await live.get(`${path}/generations/${id}`), await live.get(`${path}/generations/${id}/`)];
      assert.deepEqual([records[0]!.status, records[1]!.status], [200, 200]);
      assert.deepEqual(records[0]!.body, records[1]!.body);
      if (lists)
        assert.deepEqual((await live.get(`${path}/generations/`)).list, (await live.get(`${path}/generations`)).list);
    }
    for (const path of ['/v1/data/balance', '/healthz', '/readyz', '/metrics', '/openapi.json']) {
      assert.equal((await live.get(`${path}/`)).status, 200, path);
    }
  });

  await t.test('the document served is the one in docs', async () => {
    const { bytes, headers } = await service.ask('GET', '/openapi.json');
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.deepEqual(JSON.parse(bytes.toString()), JSON.parse(await readFile(document, 'utf8')));
  });

  await t.test('every path of the document is answered, by its methods and no others', async () => {
    const { paths } = (await service.ask('GET', '/openapi.json')).body as { paths: Record<string, object> };
    // Those of the account interface have a test of their own: one of them answers with a stream that does not end.
    const ofService = Object.entries(paths).filter(([path]) => !path.startsWith('/api/'));
    for (const [path, methods] of ofService) {
      const real = path.replaceAll(/\{\w+\}/g, '01990000-0000-7000-8000-000000000000');
      // What streams does not end, and has a test of its own.
      for (const method of path === '/v1/events' ? [] : Object.keys(methods)) {
        const answer = await live.ask(method.toUpperCase(), real, method === 'post' ? { body: {} } : {});
        assert.notEqual(answer.status, 405, path);
        if (answer.status !== 404) continue;
        const { detail, error } = answer.body as { detail?: string; error?: { message: string } };
        assert.equal(error?.message ?? detail, 'Generation not found', path);
      }
      assert.equal((await live.ask('PATCH', real)).status, 405, path);
    }
  });

  await t.test('a path written with its host is that path', async () => {
    const { hostname, port, host } = new URL(service.url);
    const headers = { authorization: `Bearer ${live.key}`, host };
    const statusOf = async (path: string) => {
      const outgoing = request({ hostname, port, path, headers }).end();
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    assert.equal(await statusOf(`http://${host}/v1/data/balance`), 200);
    assert.equal(await statusOf('HTTPS://media.example.com/v1/delta/generations/?limit=1'), 200);
    assert.equal(await statusOf('http://media.example.com/v1/delta/generations?limit=0'), 400);
    assert.equal(await statusOf('http://media.example.com/v1/nothing'), 404);
    assert.equal(await statusOf('ftp://media.example.com/v1/data/balance'), 404);
  });

  await t.test('HEAD is GET without the body', async () => {
    const head = await live.ask('HEAD', '/v1/data/balance');
    const get = await live.get('/v1/data/balance');
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    assert.equal(head.headers['content-length'], get.headers['content-length']);
  });

  await t.test('paths that are none are 404', async () => {
    for (const path of [
      '/v1',
      '/v1/alpha',
      '/v1/alpha/generations',
      '/v1/alpha//generate',
      '/v2/alpha/generate',
      '/media',
      '/media/x',
    ]) {
      const answer = await live.get(path);
      assert.deepEqual([answer.status, answer.body['detail']], [404, 'No such path; see /openapi.json'], path);
    }
  });
});

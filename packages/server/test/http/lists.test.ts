/** The lists of beta and delta: order, pages, and what is wrong with a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

const made = 120;

test('lists', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { sandbox } = account;
  const body = { prompt: 'a fox [[queue 3600]]' };

  for (const [family, idName] of [
    ['beta', 'generation_id'],
    ['delta', 'task_uuid'],
  ] as const) {
    const path = `/v1/${family}/generations`;
    const answers = await Promise.all(
      Array.from({ length: made }, () => sandbox.submit(`/v1/${family}/generate`, body)),
    );
    // Ids are of version 7: their order is that of creation.
    const newestFirst = answers
      .map((answer) => String(answer.body[idName]))
      .sort()
      .reverse();
    const idsAt = async (query: string) => (await sandbox.get(`${path}${query}`)).list.map((record) => record[idName]);

    await t.test(`${family}: 50 by default, newest first, pages side by side`, async () => {
      assert.deepEqual(await idsAt(''), newestFirst.slice(0, 50));
      assert.deepEqual(await idsAt('?limit=100'), newestFirst.slice(0, 100));
      assert.deepEqual(await idsAt('?limit=100&offset=100'), newestFirst.slice(100));
      assert.deepEqual(await idsAt('/?limit=1&offset=7'), newestFirst.slice(7, 8));
      assert.deepEqual(await idsAt('?offset=119'), newestFirst.slice(119));
      assert.deepEqual(await idsAt('?offset=120'), []);
      assert.deepEqual(await idsAt('?offset=999999999999999'), []);
      assert.deepEqual(await idsAt('?colour=red&limit=2'), newestFirst.slice(0, 2));
    });

    await t.test(`${family}: only the account's own`, async () => {
      assert.deepEqual((await account.live.get(path)).list, []);
      assert.deepEqual((await (await service.account()).sandbox.get(path)).list, []);
    });
  }

  const limit = (title: string) => `limit of the ${title} list must be a whole number from 1 to 100`;
  const offset = (title: string) => `offset of the ${title} list must be a whole number from 0 to 999999999999999`;

  for (const query of ['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=', 'limit=1&limit=2']) {
    await t.test(`${query} is refused by both, each in its shape`, async () => {
      const beta = await sandbox.get(`/v1/beta/generations?${query}`);
      assert.equal(beta.status, 422);
      assert.deepEqual(beta.body, { detail: [{ loc: ['query', 'limit'], msg: limit('beta'), type: 'int_range' }] });
      const delta = await sandbox.get(`/v1/delta/generations?${query}`);
      assert.equal(delta.status, 400);
      const message = limit('delta');
      assert.deepEqual(delta.body, { detail: message, errors: [{ field: 'limit', message }] });
    });
  }

  await t.test('both faults of a page are told at once', async () => {
    const { body: refused } = await sandbox.get('/v1/delta/generations?limit=0&offset=1000000000000000');
    assert.deepEqual(refused, {
      detail: `${limit('delta')}; ${offset('delta')}`,
      errors: [
        { field: 'limit', message: limit('delta') },
        { field: 'offset', message: offset('delta') },
      ],
    });
  });

  await t.test('families without a list have no such path', async () => {
    const answer = await sandbox.get('/v1/gamma/generations');
    assert.deepEqual([answer.status, answer.body], [404, { detail: 'No such path; see /openapi.json' }]);
  });
});

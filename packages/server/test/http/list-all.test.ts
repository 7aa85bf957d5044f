/** `GET /v1/generations`: all families in one list, page by page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';

interface Page {
  items: { family: string; id: string; record: Record<string, unknown> }[];
  next: string | null;
}

test('the list over all families', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const { sandbox } = account;
  const paths = { beta: 'beta', delta: 'delta', gamma: 'gamma' } as const;
  const made: { family: string; id: string }[] = [];
  for (let round = 0; round < 9; round += 1) {
    for (const [family, name] of Object.entries(paths)) {
      const { body } = await sandbox.submit(`/v1/${name}/generate`, { prompt: 'a fox [[queue 3600]]' });
      made.push({ family, id: String(body['generation_id'] ?? body['task_uuid']) });
    }
  }
  made.reverse();
  const page = async (query: string) => (await sandbox.get(`/v1/generations${query}`)).body as unknown as Page;
  const named = ({ items }: Page) => items.map(({ family, id }) => ({ family, id }));

  await t.test('20 by default, newest first, and `next` leads to the end', async () => {
    const first = await page('');
    assert.deepEqual(named(first), made.slice(0, 20));
    const second = await page(`?cursor=${first.next}`);
    assert.deepEqual(named(second), made.slice(20));
    assert.equal(second.next, null);
    assert.equal((await page('?limit=27')).next, null);
    assert.deepEqual((await page('/?limit=1')).items.length, 1);
  });

  await t.test('a record is what its family shows', async () => {
    for (const { family, id, record } of (await page('?limit=3')).items) {
      const own = await sandbox.get(`/v1/${family}/generations/${id}`);
      assert.deepEqual(record, own.body);
    }
  });

  await t.test('one family, one status', async () => {
    assert.deepEqual(
      named(await page('?family=beta&limit=100')),
      made.filter(({ family }) => family === 'beta'),
    );
    assert.equal((await page('?status=pending&limit=100')).items.length, 27);
    assert.deepEqual(await page('?status=failed'), { items: [], next: null });
  });

  await t.test("only the account's own", async () => {
    assert.deepEqual((await account.live.get('/v1/generations')).body, { items: [], next: null });
  });

  for (const [query, sentence] of [
    ['family=omega', /^family must be .*alpha/],
    ['status=done', /^status must be pending, processing, completed or failed$/],
    ['limit=0', /^limit must be a whole number from 1 to 100$/],
    ['limit=101', /^limit must be/],
    ['limit=', /^limit must be/],
    ['cursor=abc', /^cursor must be `next` of a page before$/],
    ['cursor=9f1c2b7e-4b0d-4c5e-8a37-0d5e6f7a8b9c', /^cursor must be `next` of a page before$/],
    ['family=beta&family=delta', /^family must be given once$/],
  ] as const) {
    await t.test(`${query} is refused in a sentence`, async () => {
      const answer = await sandbox.get(`/v1/generations?${query}`);
      assert.equal(answer.status, 400);
      assert.match(String(answer.body['detail']), sentence);
    });
  }

  await t.test('without a key it is 401', async () => {
    assert.equal((await fetch(`${service.url}/v1/generations`)).status, 401);
  });
});

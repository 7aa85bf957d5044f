/** Generations in the account interface: listed across families, filtered, looked at, submitted and run again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { eventually } from '../support/eventually.ts';
import { exampleOf } from '../support/example.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { signInAsOwner } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

type Item = Record<string, unknown> & { id: string; prompt: string; status: string };

const itemsOf = (answer: { body: Record<string, unknown> }) => answer.body['items'] as Item[];
const promptsOf = (answer: { body: Record<string, unknown> }) => itemsOf(answer).map(({ prompt }) => prompt);

/** Nothing runs here: generations wait as they were submitted. */
const startApi = (t: TestContext, env = {}) => startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', ...env } });

async function submitted(service: TestService) {
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  for (const family of families) {
    const body = { ...exampleOf(family), prompt: `a fox for ${family.slug} in snow` };
    const { status } = await account.live.submit(`${family.path}/generate`, body);
    assert.equal(status, 200, family.slug);
  }
  return { account, owner };
}

test('a list shows every family, newest first, page after page', async (t) => {
  const service = await startApi(t);
  const { account, owner } = await submitted(service);
  const newestFirst = families.map(({ slug }) => `a fox for ${slug} in snow`).reverse();
  for (const caller of [owner, account.live]) {
    const all = await caller.get('/api/generations');
    assert.deepEqual(promptsOf(all), newestFirst);
    assert.equal(all.body['next'], null);
    const first = await caller.get('/api/generations?limit=4');
    const second = await caller.get(`/api/generations?limit=2&cursor=${first.body['next']}`);
    const third = await caller.get(`/api/generations?cursor=${second.body['next']}`);
    assert.deepEqual([...promptsOf(first), ...promptsOf(second), ...promptsOf(third)], newestFirst);
    assert.equal(third.body['next'], null);
  }

  await t.test('each is told with its price, key, family and position in the queue', async () => {
    const [oldest] = itemsOf(await owner.get('/api/generations')).reverse();
    assert.deepEqual(
      [oldest!['family'], oldest!['output'], oldest!['status'], oldest!['queue_position'], oldest!['refund']],
      ['alpha', 'video', 'pending', 1, null],
    );
    assert.deepEqual(oldest!['key'], { id: account.live.keyId, name: 'test' });
    assert.match(String(oldest!['price']), /^\d+\.\d{4}$/);
  });

  await t.test('the sandbox twin has its own', async () => {
    assert.deepEqual(promptsOf(await owner.get('/api/generations?mode=sandbox')), []);
    assert.deepEqual(promptsOf(await account.sandbox.get('/api/generations')), []);
  });

  await t.test('filters let through what they say', async () => {
    const id = itemsOf(await owner.get('/api/generations'))[3]!.id;
    const today = new Date().toISOString().slice(0, 10);
    const counts: Record<string, number> = {
      'family=beta': 1,
      'status=pending': families.length,
      'status=failed': 0,
      [`key=${account.live.keyId}`]: families.length,
      [`key=${randomUUID()}`]: 0,
      'text=FOR+beta': 1,
      'text=100%25': 0,
      'text=f_x': 0,
      'text=%5C': 0,
      [`text=${id}`]: 1,
      [`text=${id.slice(0, 18)}`]: 1,
      [`text=${id.toUpperCase()}`]: 1,
      [`from=${today}`]: families.length,
      [`to=${today}`]: families.length,
      'to=2020-01-01': 0,
      'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00%2B01:00': 0,
      [`from=${today}&status=pending&text=fox&family=gamma`]: 1,
    };
    for (const [query, count] of Object.entries(counts)) {
      const answer = await owner.get(`/api/generations?${query}`);
      assert.equal(answer.status, 200, query);
      assert.equal(itemsOf(answer).length, count, query);
    }
  });

  await t.test('a filter that is none is named', async () => {
    for (const query of [
      'family=nobodys',
      'status=done',
      'key=x',
      'from=yesterday',
      'to=2026-02-31',
      'cursor=x',
      'colour=red',
      '__proto__=x',
      'limit=0',
    ]) {
      const answer = await owner.get(`/api/generations?${query}`);
      assert.equal(answer.status, 400, query);
      const [first] = answer.body['errors'] as { field: string }[];
      assert.equal(first!.field, query.split('=')[0]);
    }
  });
});

test('a filter that finds little goes on behind `next` and misses nothing', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  await service.db.query(
    {
      text: `insert into generations (id, account_id, api_key_id, family, model, prompt, fields, work, inputs, seed, price,
          engine, deadline_at, created_at)
        select uuidv7(make_interval(secs => n - 20000)), $1, $2, 'beta', 'm',
          case when n in (3, 9000) then 'a needle' else 'hay' end, '{}', '{}', '[]', 1, 0, 'studio', now() + interval '1 hour', now()
        from generate_series(1, 9000) n`,
    },
    [account.id, account.live.keyId],
  );
  const found: string[] = [];
  let cursor = '';
  let pages = 0;
  do {
    const { body } = await owner.get(`/api/generations?text=needle${cursor}`);
    found.push(...(body['items'] as Item[]).map(({ prompt }) => prompt));
    cursor = body['next'] === null ? '' : `&cursor=${body['next']}`;
    pages += 1;
  } while (cursor !== '');
  assert.deepEqual(found, ['a needle', 'a needle']);
  assert.ok(pages <= 6);
});

test('a detail shows the request, its inputs by links that work, and the record', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const png = await picture({ width: 640, height: 360 });
  const body = {
    prompt: 'a fox that wakes',
    image_base64: dataUri('image/png', png),
    duration: 10,
    callback_url: 'https://example.com/h',
  };
  const accepted = await account.live.submit('/v1/beta/generate', body);
  assert.equal(accepted.status, 200, accepted.bytes.toString());
  const id = String(accepted.body['generation_id']);
  const { body: shown } = await owner.get(`/api/generations/${id}`);
  assert.deepEqual(shown['record'], (await account.live.get(`/v1/beta/generations/${id}`)).body);
  assert.equal((shown['fields'] as Item)['prompt'], 'a fox that wakes');
  assert.equal(shown['callback_url'], 'https://example.com/h');
  assert.deepEqual(shown['deliveries'], []);
  const [input] = shown['inputs'] as { field: string; kind: string; url: string }[];
  assert.deepEqual([input!.field, input!.kind], ['image_base64', 'image']);
  const read = await service.ask('GET', input!.url);
  assert.deepEqual(read.bytes, png);

  await t.test('run again submits the same at the price of today, uploads included', async () => {
    const again = await owner.ask('POST', `/api/generations/${id}/run-again`);
    assert.equal(again.status, 200, again.bytes.toString());
    assert.equal(again.body['price'], shown['price']);
    const { body: second } = await owner.get(`/api/generations/${again.body['id']}`);
    assert.deepEqual(second['fields'], shown['fields']);
    assert.deepEqual((second['key'] as Item)['name'], 'Dashboard');
    const [copied] = second['inputs'] as { url: string }[];
    assert.deepEqual((await service.ask('GET', copied!.url)).bytes, png);
    assert.ok((await service.audit()).ok);
  });

  await t.test('a repeat with the same Idempotency-Key is not a second one', async () => {
    const headers = { 'idempotency-key': 'one click' };
    const [one, two] = [
      await owner.ask('POST', `/api/generations/${id}/run-again`, { headers }),
      await owner.ask('POST', `/api/generations/${id}/run-again`, { headers }),
    ];
    assert.equal(one.status, 200);
    assert.deepEqual(two.body, one.body);
  });

  await t.test('an upload that is gone is a 409 that says so, and nothing is charged', async () => {
    const before = await account.live.balance();
    await service.db.query({ text: `update media_objects set expires_at = now()` });
    const again = await owner.ask('POST', `/api/generations/${id}/run-again`);
    assert.equal(again.status, 409);
    assert.match(String(again.body['detail']), /image_base64 is not kept any more/);
    assert.equal(await account.live.balance(), before);
    const { body: later } = await owner.get(`/api/generations/${id}`);
    assert.equal((later['inputs'] as { url: string | null }[])[0]!.url, null);
  });
});

test('the files of a generation that has ended are deleted when asked, and its record and money stay', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const upload = dataUri('image/png', await picture({ width: 64, height: 64 }));
  const prompt = 'a fox that goes';
  const { body: made } = await account.sandbox.submit('/v1/delta/generate', { prompt, images: [upload] });
  const id = String(made['task_uuid']);
  await service.ended(id);
  const path = `/api/generations/${id}?mode=sandbox`;
  const { body: before } = await owner.get(path);
  const links = [before['media_url'], before['poster_url'], (before['inputs'] as { url: string }[])[0]!.url].map(
    String,
  );
  const statuses = async () =>
    (await Promise.all(links.map((link) => service.ask('GET', link)))).map((one) => one.status);
  assert.deepEqual(await statuses(), [200, 200, 200]);

  const deleted = await owner.ask('DELETE', `/api/generations/${id}/media?mode=sandbox`);
  assert.equal(deleted.status, 204, deleted.bytes.toString());
  assert.deepEqual(await statuses(), [410, 410, 410]);
  const { body: after } = await owner.get(path);
  assert.deepEqual(
    [after['status'], after['prompt'], after['price'], after['media_url'], after['poster_url']],
    ['completed', prompt, before['price'], null, null],
  );
  const again = await account.sandbox.ask('DELETE', `/api/generations/${id}/media`);
  assert.equal(again.status, 204, 'nothing is left to delete, and that is no fault');
  assert.equal((await owner.get(path)).body['media_expires_at'], after['media_expires_at']);
  assert.ok((await service.audit()).ok);

  const { body: waiting } = await account.sandbox.submit('/v1/delta/generate', { prompt: 'a hare [[queue 600]]' });
  const early = await owner.ask('DELETE', `/api/generations/${waiting['task_uuid']}/media?mode=sandbox`);
  assert.deepEqual([early.status, early.body['detail']], [409, 'This generation has not ended yet']);
});

test('a generation is cancelled by a person or a key, once, and its money comes back', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const before = await account.sandbox.balance();
  const submit = async (prompt: string) =>
    String((await account.sandbox.submit('/v1/delta/generate', { prompt })).body['task_uuid']);
  const waiting = await submit('a fox [[queue 3600]]');
  const running = await submit('a hare [[hang]]');
  await service.ended(await submit('an owl [[fail API_ERROR]]'));
  const asOwner = (id: string) => owner.ask('POST', `/api/generations/${id}/cancel?mode=sandbox`);
  await eventually(
    async () => (await owner.get(`/api/generations/${running}?mode=sandbox`)).body['status'] === 'processing',
  );
  const cancelled = await asOwner(waiting);
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  const { id, status, failure_code, refund, price } = cancelled.body;
  assert.deepEqual([id, status, failure_code, refund], [waiting, 'failed', 'CANCELLED', price]);
  const ofKey = await account.sandbox.ask('POST', `/api/generations/${running}/cancel`);
  assert.deepEqual([ofKey.status, ofKey.body['failure_code']], [200, 'CANCELLED']);
  assert.equal(await account.sandbox.balance(), before);

  const statusOf = { failed: 3, cancelled: 2, faulted: 1 };
  for (const [asked, count] of Object.entries(statusOf)) {
    const { body } = await owner.get(`/api/generations?mode=sandbox&status=${asked}`);
    assert.equal((body['items'] as unknown[]).length, count, asked);
  }

  const twice = await asOwner(waiting);
  assert.deepEqual([twice.status, twice.body['detail']], [409, 'This generation has already ended']);
  const stranger = await signInAsOwner(service, await service.account());
  const foreign = await submit('a kite [[queue 3600]]');
  for (const answer of [
    await stranger.ask('POST', `/api/generations/${foreign}/cancel?mode=sandbox`),
    await owner.ask('POST', `/api/generations/${foreign}/cancel`),
    await asOwner('abc'),
    await asOwner(randomUUID()),
  ]) {
    assert.equal(answer.status, 404);
  }
  assert.equal((await owner.get(`/api/generations/${foreign}?mode=sandbox`)).body['status'], 'pending');
  assert.ok((await service.audit()).ok);
});

test('a person submits with the dashboard\u2019s own key, of which there is one', async (t) => {
  const service = await startApi(t);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const submit = (path = 'beta', body: unknown = { prompt: 'a fox', duration: 10 }) =>
    owner.ask('POST', `/api/generate/${path}`, { body });
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(200),
  );
  const keys = (await owner.get('/api/keys')).list.filter(({ name }) => name === 'Dashboard');
  assert.equal(keys.length, 1);
  assert.equal(keys[0]!['spent_30_days'], '1.2000');
  const rotated = await owner.ask('POST', `/api/keys/${keys[0]!['id']}/rotate`, { body: {} });
  assert.equal(rotated.status, 409);

  await t.test('revoked, it is followed by another', async () => {
    assert.equal((await owner.ask('DELETE', `/api/keys/${keys[0]!['id']}`)).status, 204);
    assert.equal((await submit()).status, 200);
    const now = (await owner.get('/api/keys')).list.filter(({ name }) => name === 'Dashboard');
    assert.deepEqual(now.map(({ state }) => state).sort(), ['active', 'revoked']);
  });

  await t.test('the answer is the family\u2019s own, faults too', async () => {
    const wrong = await submit('beta', { duration: 3 });
    assert.equal(wrong.status, 422);
    const none = await submit('nobodys');
    assert.deepEqual([none.status, none.body], [404, { detail: 'There is no family nobodys' }]);
    assert.equal((await owner.ask('POST', '/api/generate/beta', { body: 'x' })).status, 400);
  });

  await t.test('a key submits as itself', async () => {
    const { body } = await account.sandbox.ask('POST', '/api/generate/delta', { body: { prompt: 'a fox' } });
    const shown = await account.sandbox.get(`/api/generations/${body['task_uuid']}`);
    assert.deepEqual((shown.body['key'] as Item).id, account.sandbox.keyId);
  });
});

test('families show the prices of this service and whether they rest', async (t) => {
  const service = await startTestService(t, {
    env: { AFTERIMAGE_ROLES: 'api' },
    file: { prices: { delta: { delta: '0.0999' } } },
  });
  const owner = await signInAsOwner(service, await service.account());
  const listed = (await owner.get('/api/families')).list;
  assert.deepEqual(
    listed.map(({ slug }) => slug),
    families.map(({ slug }) => slug),
  );
  assert.deepEqual(listed.find(({ slug }) => slug === 'delta')!['prices'], { delta: 999 });
  assert.ok(listed.every(({ maintenance }) => maintenance === false));
});

test('what its engine could not draw is told to the account, once it is made', async (t) => {
  const service = await startTestService(t);
  const { live } = await service.account();
  const notesOf = async (id: string) => (await live.get(`/api/generations/${id}`)).body['notes'];
  const { body } = await live.submit('/v1/delta/generate', { prompt: 'a hedgehog beside a turbine' });
  const id = String(body['task_uuid']);
  assert.equal(await service.ended(id), 'completed');
  assert.deepEqual(await notesOf(id), ['The studio has no drawing of "turbine".']);
  const plain = await live.submit('/v1/delta/generate', { prompt: 'a blue ocean at noon' });
  const other = String(plain.body['task_uuid']);
  assert.equal(await service.ended(other), 'completed');
  assert.deepEqual(await notesOf(other), []);
});

/** The last requests of a key: noted without a request waiting for it, bounded, and nobody else's to see. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keyRequestsMax } from '@afterimage/contract';
import { type AnsweredRequest, createRequestNotes, lastRequests } from '../../src/accounts/request-notes.ts';
import { deleteOldRequests } from '../../src/accounts/requests-store.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const startApi = (t: TestContext) => startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });

test('what a key asked and how it was answered is told to its account and to no other', async (t) => {
  const service = await startApi(t);
  const [account, other] = [await service.account(), await service.account()];
  const owner = await signInAsOwner(service, account);
  const made = await account.live.submit('/v1/delta/generate', { prompt: 'a fox' });
  const refused = await account.live.submit('/v1/delta/generate', { prompt: '' });
  const id = String(made.body['task_uuid']);
  await account.live.get(`/v1/delta/generations/${id}?wait=0`);
  await other.live.get('/v1/data/balance');

  const path = `/api/keys/${account.live.keyId}/requests`;
  const told = await eventually(async () => {
    const { list } = await owner.get(path);
    return list.length >= 3 ? list : undefined;
  });
  assert.deepEqual(
    told.map(({ method, path, status, generation_id }) => [method, path, status, generation_id]),
    [
      ['GET', `/v1/delta/generations/${id}`, 200, null],
      ['POST', '/v1/delta/generate', 400, null],
      ['POST', '/v1/delta/generate', 200, id],
    ],
  );
  assert.deepEqual(
    told.slice(1).map(({ request_id }) => request_id),
    [refused.headers['x-request-id'], made.headers['x-request-id']],
  );
  assert.ok(told.every(({ at }) => Math.abs(Date.parse(String(at)) - Date.now()) < 600_000));

  assert.equal((await owner.get(`/api/keys/${other.live.keyId}/requests`)).status, 404);
  assert.equal((await other.live.get(path)).status, 404, 'a key of another account');
  assert.equal((await account.sandbox.get(path)).status, 404, "the twin's key tells nothing of the live account");
  assert.equal((await account.live.get(path)).status, 200);
});

const request = (index: number): AnsweredRequest => ({
  startedAt: performance.now() + index,
  milliseconds: 1,
  method: 'GET',
  path: `/v1/${'x'.repeat(300)}`,
  status: 200,
  requestId: `request-${index}`,
  generationId: null,
});

test('of a key the last thousand are kept, whatever a second brings; the rest is gone from the table, too', async (t) => {
  const { db } = await testDatabase(t);
  const notes = createRequestNotes();
  const [busy, calm] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
  await notes.write(db);
  for (let round = 0; round < 4; round += 1) {
    for (let index = 0; index < 700; index += 1) notes.note(busy!, request(round * 700 + index));
    if (round < 2) notes.note(calm!, request(round));
    await notes.write(db);
  }
  for (let index = 0; index < 30_000; index += 1) notes.note(busy!, request(3_000 + index));
  await notes.write(db);
  const last = await lastRequests(db, busy!);
  assert.equal(last.length, keyRequestsMax);
  assert.deepEqual([last[0]!.requestId, last.at(-1)!.requestId], ['request-32999', 'request-32000']);
  assert.ok(last.every(({ path }) => path.length === 250));
  assert.deepEqual(
    (await lastRequests(db, calm!)).map(({ requestId }) => requestId),
    ['request-1', 'request-0'],
  );
  const held = await db.query<{ requests: number }>(
    { text: 'select sum(requests)::integer as requests from key_requests where api_key_id = $1' },
    [busy],
  );
  assert.ok(held[0]!.requests <= 2 * keyRequestsMax, `${held[0]!.requests} requests are kept`);

  await deleteOldRequests(db, 1);
  assert.equal((await lastRequests(db, calm!)).length, 2);
  await deleteOldRequests(db, 0);
  assert.equal((await lastRequests(db, busy!)).length, 0);
});

test('of requests of one millisecond the later comes first, too', async (t) => {
  const { db } = await testDatabase(t);
  const notes = createRequestNotes();
  const key = '01900000-0000-7000-8000-000000000003';
  const startedAt = performance.now();
  for (const index of [0, 1, 2]) notes.note(key, { ...request(index), startedAt });
  await notes.write(db);
  for (const index of [3, 4]) notes.note(key, { ...request(index), startedAt: startedAt + 5 });
  await notes.write(db);
  assert.deepEqual(
    (await lastRequests(db, key)).map(({ requestId }) => requestId),
    [4, 3, 2, 1, 0].map((index) => `request-${index}`),
  );
});

test('many keys of one second are held within bounds, and none is left out while there is room', async (t) => {
  const { db } = await testDatabase(t);
  const notes = createRequestNotes();
  const keyOf = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  for (let index = 0; index < 50_000; index += 1) notes.note(keyOf(index % 100), request(index));
  await notes.write(db);
  const [row] = await db.query<{ keys: number; requests: number }>({
    text: 'select count(*)::integer as keys, sum(requests)::integer as requests from key_requests',
  });
  assert.deepEqual(row, { keys: 100, requests: 20_000 });
  const last = await lastRequests(db, keyOf(99));
  assert.equal(last[0]!.requestId, 'request-49999', 'newer ones take the place of older ones');
});

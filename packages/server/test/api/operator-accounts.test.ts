/** One account as the operator sees it, and suspending it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

test('the operator sees one account with its people, its keys, what it spends and what limits it', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account({ credit: '10' });
  const owner = await signInAsOwner(service, account);
  await owner.ask('PUT', `/api/keys/${account.live.keyId}/spend-limit`, { body: { amount: '5', period: 'day' } });
  await account.live.submit('/v1/delta/generate', { prompt: 'a fox' });

  const { status, body } = await operator.get(`/api/operator/accounts/${account.id}`);
  assert.equal(status, 200);
  assert.deepEqual(
    [body['email'], body['balance'], body['spent_30_days'], body['generations_30_days'], body['suspended_at']],
    [owner.email, '9.9800', '0.0200', 1, null],
  );
  assert.deepEqual(
    (body['members'] as Json[]).map(({ email, role }) => [email, role]),
    [[owner.email, 'owner']],
  );
  const keys = body['all_keys'] as Json[];
  assert.equal(keys.length, 2);
  const limited = keys.find(({ id }) => id === account.live.keyId)!['spend_limit'] as Json;
  assert.deepEqual([limited['amount'], limited['period'], limited['spent']], ['5.0000', 'day', '0.0200']);
  assert.equal((body['days'] as Json[]).at(-1)!['spent'], '0.0200');
  assert.equal(
    (await operator.get(`/api/operator/accounts/${account.sandboxId}`)).body['id'],
    account.id,
    'its twin is part of it',
  );
  for (const id of [randomUUID(), 'x']) assert.equal((await operator.get(`/api/operator/accounts/${id}`)).status, 404);
  assert.equal((await owner.get(`/api/operator/accounts/${account.id}`)).status, 403);
});

test('a suspended account is refused, with both its keys and from its pages, and works again when it is resumed', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const [account, other] = [await service.account(), await service.account()];
  const owner = await signInAsOwner(service, account);
  const suspend = (id: string, on: boolean) =>
    operator.ask('PUT', `/api/operator/accounts/${id}/suspended`, { body: { on } });
  const made = await account.live.submit('/v1/delta/generate', { prompt: 'a fox' });
  assert.equal((await suspend(account.id, true)).status, 200);
  for (const caller of [account.live, account.sandbox]) {
    // A key is believed for a moment; a charge is refused at once.
    const refused = await caller.submit('/v1/delta/generate', { prompt: 'a fox' });
    assert.equal(refused.status, 403);
    assert.deepEqual(refused.body, {
      detail: 'This account is suspended; ask whoever runs the service',
      code: 'ACCOUNT_SUSPENDED',
    });
    await eventually(async () => (await caller.get('/api/balance')).status === 403);
  }
  const submitted = await owner.ask('POST', '/api/generate/delta', { body: { prompt: 'a fox' } });
  assert.deepEqual([submitted.status, submitted.body['code']], [403, 'ACCOUNT_SUSPENDED']);
  const again = await owner.ask('POST', `/api/generations/${made.body['task_uuid']}/run-again`);
  assert.deepEqual([again.status, again.body['code']], [403, 'ACCOUNT_SUSPENDED']);
  assert.equal((await owner.get('/api/generations')).status, 200, 'what is there can be looked at');
  assert.equal((await other.live.get('/v1/data/balance')).status, 200, 'nobody else is refused');
  const suspendedAt = (await operator.get(`/api/operator/accounts/${account.id}`)).body['suspended_at'];
  assert.ok(suspendedAt);
  const told = async () =>
    ((await owner.get('/api/session')).body['memberships'] as Json[]).map((membership) => membership['suspended_at']);
  assert.deepEqual(await told(), [suspendedAt], 'its people are told');

  await suspend(account.id, false);
  assert.deepEqual(await told(), [null]);
  await eventually(async () => (await account.live.get('/v1/data/balance')).status === 200);
  assert.equal((await suspend(randomUUID(), true)).status, 404);
  assert.equal((await suspend(account.sandboxId, true)).status, 404, 'a twin is suspended with its account');
  const { items } = (await operator.get('/api/operator/actions')).body as { items: Json[] };
  assert.deepEqual(
    items.map(({ action, subject, detail }) => [action, subject, detail]),
    [
      ['suspendAccount', account.id, { on: false }],
      ['suspendAccount', account.id, { on: true }],
    ],
  );
});

test('what cannot be noted is not done', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account({ credit: '1' });
  await service.db.query({
    text: 'alter table operator_actions add constraint no_more check (action is null) not valid',
  });
  const granted = await operator.ask('POST', `/api/operator/accounts/${account.id}/credit`, {
    body: { amount: '5', reason: 'thank you' },
  });
  assert.equal(granted.status, 500);
  assert.equal((await operator.ask('PUT', '/api/operator/maintenance/delta', { body: { on: true } })).status, 500);
  assert.equal(await account.live.balance(), 1);
  assert.equal((await account.live.submit('/v1/delta/generate', { prompt: 'a fox' })).status, 200);
});

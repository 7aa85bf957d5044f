/** A key that may spend so much: however many race for the last cent of it, exactly as many are accepted as fit. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { families } from '@afterimage/contract';
import { setSpendLimit } from '../../src/ledger/spend-limits.ts';
import type { Answer } from '../support/ask.ts';
import { signInAsOwner } from '../support/people.ts';
import { loopback, openTestService, startTestService, type TestService } from '../support/service.ts';

const startApi = (t: TestContext) => startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });

/** A delta picture costs 0.02 USD. */
const fox = { prompt: 'a fox' };

async function limitOf(service: TestService, keyId: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await service.db.query<Record<string, unknown>>(
    {
      text: `select l.amount, l.spent, l.period from api_keys k join spend_limits l on l.id = k.spend_limit_id
        where k.id = $1`,
    },
    [keyId],
  );
  return row;
}

test('sixty-four submits race for a limit of ten, in two processes, beside a key without one', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_EGRESS_ALLOW: loopback } });
  const second = await openTestService(t, { ...service, families });
  const account = await service.account({ credit: '10' });
  const owner = await signInAsOwner(service, account);
  const { body: other } = await owner.ask('POST', '/api/keys', { body: { name: 'other' } });
  const set = await owner.ask('PUT', `/api/keys/${account.live.keyId}/spend-limit`, {
    body: { amount: '0.2', period: 'day' },
  });
  assert.equal(set.status, 200);
  const submit = async (index: number, key: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await (index % 2 === 0 ? service : second).ask('POST', '/v1/delta/generate', { body: fox, headers });
    // A machine that has no time to connect to its database says so, and has charged nothing.
    return answer.body['code'] === 'BUSY' ? submit(index, key) : answer;
  };
  const [limited, free] = await Promise.all([
    Promise.all(Array.from({ length: 64 }, (_, index) => submit(index, account.live.key))),
    Promise.all(Array.from({ length: 20 }, (_, index) => submit(index, other['key']))),
  ]);
  const refused = limited.filter(({ status }) => status === 402);
  const counts = Object.entries(Object.groupBy(limited, ({ status }) => status)).map(([status, all]) => [
    status,
    all!.length,
  ]);
  assert.deepEqual(
    counts,
    [
      ['200', 10],
      ['402', 54],
    ],
    JSON.stringify(limited.find(({ status }) => status > 402)?.body),
  );
  assert.ok(free.every(({ status }) => status === 200));
  const { body } = refused[0]!;
  assert.deepEqual(
    { ...body, resets_at: undefined },
    {
      detail: 'This key may spend 0.2000 USD a day and has spent 0.2000 USD of it; this generation costs 0.0200 USD',
      code: 'SPEND_LIMIT_REACHED',
      price: '0.0200',
      limit: '0.2000',
      spent: '0.2000',
      period: 'day',
      resets_at: undefined,
    },
  );
  const resets = new Date(String(body['resets_at']));
  assert.equal(resets.toISOString().slice(10), 'T00:00:00.000Z');
  assert.ok(resets.getTime() > Date.now() && resets.getTime() <= Date.now() + 86_400_000);
  assert.equal(await account.live.balance(), 9.4);
  assert.equal((await service.audit()).ok, true);
});

test('members of one batch are judged alone: what fits is taken beside what does not', async (t) => {
  const service = await startApi(t);
  const { id, live } = await service.account({ credit: '10' });
  await service.db.transaction((tx) =>
    setSpendLimit(tx, { id: live.keyId, accountId: id }, { amount: 500, period: 'month', now: new Date() }),
  );
  const answers = await Promise.all([
    live.submit('/v1/gamma/generate', { prompt: 'a fox in fresh snow' }),
    live.submit('/v1/delta/generate', fox),
    live.submit('/v1/gamma/generate', { prompt: 'a fox in fresh snow' }),
    live.submit('/v1/delta/generate', fox),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [402, 200, 402, 200],
  );
  assert.equal((await limitOf(service, live.keyId))?.['spent'], 400);
  assert.equal(await live.balance(), 9.96);
  assert.equal((await service.audit()).ok, true);
});

test('a refund gives the room back; what a key spent before counts, and a new day begins with nothing', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const { sandbox } = account;
  const owner = await signInAsOwner(service, account);
  const path = `/api/keys/${sandbox.keyId}/spend-limit`;
  const shown = async () =>
    (await owner.get('/api/keys')).list.find(({ id }) => id === sandbox.keyId)!['spend_limit'] as Record<
      string,
      unknown
    >;

  await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' });
  const failed = await sandbox.submit('/v1/delta/generate', { prompt: 'a hare [[fail API_ERROR]]' });
  await service.ended(String(failed.body['task_uuid']));
  await owner.ask('PUT', path, { body: { amount: '0.04', period: 'day' } });
  assert.equal((await shown())['spent'], '0.0200', 'what failed came back before there was a limit');

  const next = await sandbox.submit('/v1/delta/generate', { prompt: 'an owl [[fail API_ERROR]]' });
  assert.equal(next.status, 200);
  await service.ended(String(next.body['task_uuid']));
  assert.equal((await shown())['spent'], '0.0200', 'a refund gives the room back');
  assert.equal((await sandbox.submit('/v1/delta/generate', { prompt: 'a kite [[queue 600]]' })).status, 200);
  assert.equal((await sandbox.submit('/v1/delta/generate', fox)).status, 402);

  await t.test('a successor has the same limit, and neither may spend beyond it', async () => {
    const rotated = await owner.ask('POST', `/api/keys/${sandbox.keyId}/rotate`);
    const by = { authorization: `Bearer ${rotated.body['key']}` };
    assert.equal((await service.ask('POST', '/v1/delta/generate', { body: fox, headers: by })).status, 402);
    await owner.ask('PUT', `/api/keys/${rotated.body['id']}/spend-limit`, { body: { amount: '0.06', period: 'day' } });
    assert.deepEqual([(await shown())['amount'], (await shown())['spent']], ['0.0600', '0.0400']);
    assert.equal((await sandbox.submit('/v1/delta/generate', { prompt: 'a mole [[queue 600]]' })).status, 200);
    assert.equal((await service.ask('POST', '/v1/delta/generate', { body: fox, headers: by })).status, 402);
  });

  await t.test('of a period that is over nothing counts, and a refund of it gives no room', async () => {
    const text = `update spend_limits set began = began - interval '1 day'`;
    await service.db.query({ text });
    assert.equal((await shown())['spent'], '0.0000');
    assert.equal((await sandbox.submit('/v1/delta/generate', { prompt: 'a wren [[queue 600]]' })).status, 200);
    assert.equal((await shown())['spent'], '0.0200');
    await service.db.query({ text: `update spend_limits set began = now() + interval '1 hour'` });
    const [waiting] = (await sandbox.get('/v1/delta/generations')).list;
    assert.equal(
      (await owner.ask('POST', `/api/generations/${waiting!['task_uuid']}/cancel?mode=sandbox`)).status,
      200,
    );
    assert.equal((await limitOf(service, sandbox.keyId))?.['spent'], 200);
  });

  await t.test(
    'without an amount it may spend what there is, and the account is not looked at for limits',
    async () => {
      assert.deepEqual((await owner.ask('PUT', path, { body: {} })).body, { spend_limit: null });
      assert.equal(await shown(), null);
      assert.equal((await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' })).status, 200);
      const text = 'select limits_spending from accounts where id = $1';
      assert.deepEqual(await service.db.query({ text }, [account.sandboxId]), [{ limits_spending: false }]);
    },
  );
  assert.equal((await service.audit()).ok, true);
});

test('a sandbox that sets its clock ahead has no new day to spend in', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const { sandbox } = account;
  const owner = await signInAsOwner(service, account);
  const spent = await sandbox.submit('/v1/delta/generate', fox);
  await service.ended(String(spent.body['task_uuid']));
  const limit = { amount: '0.02', period: 'day' };
  await owner.ask('PUT', `/api/keys/${sandbox.keyId}/spend-limit`, { body: limit });
  assert.equal((await sandbox.submit('/v1/sandbox/clock', { advance: '25h' })).status, 200);
  assert.equal((await sandbox.submit('/v1/delta/generate', fox)).status, 402);
  assert.equal((await limitOf(service, sandbox.keyId))?.['spent'], 200);
});

test('only an owner sets a limit, of a key of their own, to an amount', async (t) => {
  const service = await startApi(t);
  const [account, other] = [await service.account(), await service.account()];
  const owner = await signInAsOwner(service, account);
  const path = `/api/keys/${account.live.keyId}/spend-limit`;
  assert.equal((await account.live.ask('PUT', path, { body: { amount: '1' } })).status, 403);
  const theirs = await owner.ask('PUT', `/api/keys/${other.live.keyId}/spend-limit`, { body: { amount: '1' } });
  assert.equal(theirs.status, 404);
  for (const body of [{ amount: 'much' }, { amount: '-1' }, { amount: '1', period: 'year' }]) {
    assert.equal((await owner.ask('PUT', path, { body })).status, 400, JSON.stringify(body));
  }
  assert.equal(await limitOf(service, other.live.keyId), undefined);
});

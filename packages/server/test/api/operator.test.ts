/** The operator's overview, accounts, credit and maintenance. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { embeddedTable } from '../../src/engines/embedded-table.ts';
import { eventually } from '../support/eventually.ts';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

test('the operator sees how the service is doing', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const { sandbox } = await service.account();
  const failing = await sandbox.submit('/v1/beta/generate', { prompt: 'a fox [[fail TASK_FAILED]]', duration: 10 });
  await service.ended(String(failing.body['generation_id']));
  const kept = await sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' });
  const cancelled = await sandbox.submit('/v1/beta/generate', { prompt: 'a hare [[queue 600]]', duration: 10 });
  const path = `/v1/beta/generations/${cancelled.body['generation_id']}`;
  assert.equal((await sandbox.ask('DELETE', path)).status, 200);
  const { body } = await operator.get('/api/operator/overview');
  const engineOf = async (id: unknown) =>
    (await service.db.query<{ engine: string }>({ text: 'select engine from generations where id = $1' }, [id]))[0]!
      .engine;
  const [keptBy, failedBy] = [await engineOf(kept.body['task_uuid']), await engineOf(failing.body['generation_id'])];
  const queues = body['queues'] as Json[];
  assert.deepEqual(
    queues.map(({ engine, waiting }) => [engine, waiting]),
    embeddedTable.map(({ name }) => [name, Number(name === keptBy)]),
  );
  const engines = body['engines'] as Json[];
  assert.deepEqual(
    engines.map(({ name, state, failed_24_hours }) => [name, state, failed_24_hours]),
    embeddedTable.map(({ name }) => [name, 'up', Number(name === failedBy)]),
  );
  const engineNamed = (name: string) => engines.find((one) => one['name'] === name)!;
  assert.equal(engineNamed('studio')['concurrency'], service.settings.concurrency);
  assert.match(
    String(engineNamed('sandbox')['detail']),
    /\[\[fail\]\].*; studio draws the others$/,
    'why some stand with the studio',
  );
  assert.ok(Number((body['storage'] as Json)['free_bytes']) > 0);
  assert.deepEqual((body['webhooks'] as Json)['worst_hosts'], []);
  assert.equal((body['families'] as Json[]).length, families.length);

  await t.test('a webhook that was tried in vain waits, and is counted as failing', async () => {
    await sandbox.submit('/v1/delta/generate', {
      prompt: 'a fox [[fail API_ERROR]]',
      // Nobody listens.
      callback_url: 'http://127.0.0.1:1/hook',
    });
    await eventually(async () => {
      const { webhooks } = (await operator.get('/api/operator/overview')).body as { webhooks: Json };
      return Number(webhooks['failing']) > 0 && webhooks['waiting'] === webhooks['failing'];
    });
  });

  await t.test('a family is put to rest and woken, at once', async () => {
    const put = (on: boolean) => operator.ask('PUT', '/api/operator/maintenance/delta', { body: { on } });
    const isResting = async () =>
      ((await operator.get('/api/operator/overview')).body['families'] as Json[]).find(({ slug }) => slug === 'delta')![
        'maintenance'
      ];
    assert.deepEqual((await put(true)).body, { ok: true });
    assert.equal(await isResting(), true);
    const submit = () => sandbox.submit('/v1/delta/generate', { prompt: 'a fox [[queue 600]]' });
    await eventually(async () => ((await submit()).status === 503 ? true : undefined));
    assert.deepEqual((await put(false)).body, { ok: true });
    assert.equal(await isResting(), false);
    await eventually(async () => ((await submit()).status === 200 ? true : undefined));
    assert.equal((await operator.ask('PUT', '/api/operator/maintenance/nobodys', { body: { on: true } })).status, 404);
    const wrong = await operator.ask('PUT', '/api/operator/maintenance/delta', { body: { on: 'yes' } });
    assert.deepEqual((wrong.body['errors'] as Json[])[0]!['field'], 'on');
  });
});

test('the operator finds accounts and grants credit with a reason', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account({ credit: '10' });
  const owner = await signInAsOwner(service, account);
  await account.live.submit('/v1/beta/generate', { prompt: 'a fox', duration: 10 });
  const credit = (body: Json, id = account.id) => operator.ask('POST', `/api/operator/accounts/${id}/credit`, { body });

  const { body } = await operator.get(`/api/operator/accounts?text=${encodeURIComponent(owner.email.toUpperCase())}`);
  const [found] = body['items'] as Json[];
  assert.deepEqual(
    [
      found!['id'],
      found!['balance'],
      found!['sandbox_balance'],
      found!['people'],
      found!['keys'],
      found!['generations_30_days'],
      found!['spent_30_days'],
    ],
    [account.id, '9.8500', '1000.0000', 1, 2, 1, '0.1500'],
  );

  assert.deepEqual((await credit({ amount: '0.0410', reason: 'thank you' })).body, { balance: '9.8910' });
  assert.deepEqual((await credit({ amount: '1', reason: 'more', mode: 'sandbox' })).body, { balance: '1001.0000' });
  const [entry] = (await owner.get('/api/ledger')).body['items'] as Json[];
  assert.deepEqual([entry!['kind'], entry!['amount'], entry!['reason']], ['grant', '0.0410', 'thank you']);
  assert.ok((await service.audit()).ok);

  await t.test('an amount that is none, no reason, an account that is none', async () => {
    for (const amount of ['0', '-1', '1.00001', '1e3', 'ten', '999999999999', '']) {
      const answer = await credit({ amount, reason: 'x' });
      assert.equal(answer.status, 400, amount);
      assert.equal((answer.body['errors'] as Json[])[0]!['field'], 'amount');
    }
    assert.equal((await credit({ amount: '1' })).status, 400);
    for (const id of [randomUUID(), 'x', account.sandboxId]) {
      assert.equal((await credit({ amount: '1', reason: 'x' }, id)).status, 404, id);
    }
  });

  await t.test('the list goes on by email, each account once', async () => {
    await service.account();
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const page = await operator.get(`/api/operator/accounts?limit=1${cursor}`);
      seen.push(...(page.body['items'] as Json[]).map(({ email }) => email));
      cursor = page.body['next'] === null ? '' : `&cursor=${page.body['next']}`;
    } while (cursor !== '');
    assert.deepEqual(seen, [...new Set(seen)].sort());
    assert.equal(seen.length, 3);
  });
});

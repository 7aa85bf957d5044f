/** What the operator finds: anybody's generations by a search, and what operators changed. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signInAsOperator, signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

type Json = Record<string, unknown>;

test("the operator finds anybody's generations, newest first, by prompt, email, id, status and account", async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const [ada, grace] = [await service.account(), await service.account()];
  const email = (await signInAsOwner(service, ada)).email;
  const submit = async (caller: typeof ada.live, prompt: string) =>
    String((await caller.submit('/v1/beta/generate', { prompt, duration: 10 })).body['generation_id']);
  const fox = await submit(ada.live, 'a red fox at night');
  const owl = await submit(grace.live, 'an owl, 100% awake');
  const play = await submit(ada.sandbox, 'a fox that plays');
  const find = async (query: string) => {
    const { status, body } = await operator.get(`/api/operator/generations${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { items: Json[]; next: string | null };
  };
  const ids = async (query: string) => (await find(query)).items.map((one) => one['id']);

  const { items } = await find('');
  assert.deepEqual(
    items.map(({ id }) => id),
    [play, owl, fox],
  );
  const first = items.at(-1)!;
  assert.deepEqual(first['account'], { id: ada.id, email, mode: 'live' });
  assert.deepEqual([first['status'], first['price'], first['engine']], ['pending', '0.1500', 'studio']);
  assert.deepEqual(await ids('?text=FOX'), [play, fox]);
  assert.deepEqual(await ids('?text=100%25'), [owl], 'a percent sign is no wildcard');
  assert.deepEqual(await ids(`?text=${encodeURIComponent(email.slice(0, 20).toUpperCase())}`), [play, fox]);
  assert.deepEqual(await ids(`?text=${owl}`), [owl]);
  assert.deepEqual(await ids(`?account_id=${grace.id}`), [owl]);
  assert.deepEqual(await ids(`?account_id=${ada.id}`), [play, fox], 'the sandbox twin belongs to it');
  for (const status of ['failed', 'faulted', 'cancelled']) assert.deepEqual(await ids(`?status=${status}`), []);
  assert.deepEqual(await ids('?status=pending&family=beta&engine=studio&limit=2'), [play, owl]);
  assert.deepEqual(await ids(`?limit=2&cursor=${owl}`), [fox]);
  assert.equal((await operator.get('/api/operator/generations?cursor=x')).status, 400);
  assert.equal((await operator.get('/api/operator/generations?account_id=00000000-0000')).status, 400);
  assert.equal((await ada.live.get('/api/operator/generations')).status, 403);
});

test('a search that lets little through goes on where it stopped', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const { live } = await service.account();
  const { body } = await live.submit('/v1/beta/generate', { prompt: 'the needle', duration: 10 });
  await service.db.query({
    text: `insert into generations select (jsonb_populate_record(g, jsonb_build_object('id', uuidv7(), 'prompt', 'hay',
        'turn', null, 'idempotency_key', null))).* from generations g, generate_series(1, 6000)`,
  });
  const found: unknown[] = [];
  let cursor = '';
  let pages = 0;
  do {
    const page = await operator.get(`/api/operator/generations?text=needle${cursor}`);
    found.push(...(page.body['items'] as Json[]).map(({ id }) => id));
    cursor = page.body['next'] === null ? '' : `&cursor=${page.body['next']}`;
    pages += 1;
  } while (cursor !== '' && pages < 9);
  assert.deepEqual(found, [body['generation_id']]);
  assert.equal(pages, 2);
});

test('what an operator changes is kept, with who and when; refused changes and looks are not', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  await operator.ask('PUT', '/api/operator/maintenance/delta', { body: { on: true } });
  await operator.ask('PUT', '/api/operator/maintenance/delta', { body: { on: false } });
  await operator.ask('POST', `/api/operator/accounts/${account.id}/credit`, {
    body: { amount: '2.5', reason: 'thank you' },
  });
  await operator.ask('PUT', '/api/operator/maintenance/nobodys', { body: { on: true } });
  await operator.ask('POST', `/api/operator/accounts/${randomUUID()}/credit`, { body: { amount: '1', reason: 'x' } });
  await operator.get('/api/operator/overview');
  const { body } = await operator.get('/api/operator/actions');
  const items = body['items'] as Json[];
  assert.deepEqual(
    items.map(({ action, subject, subject_email: whose, email, detail }) => [action, subject, whose, email, detail]),
    [
      ['grantCredit', account.id, owner.email, operator.email, { amount: '2.5', reason: 'thank you', mode: 'live' }],
      ['setMaintenance', 'delta', null, operator.email, { on: false }],
      ['setMaintenance', 'delta', null, operator.email, { on: true }],
    ],
  );
  const rest = await operator.get(`/api/operator/actions?limit=1&cursor=${items[1]!['id']}`);
  assert.deepEqual((rest.body['items'] as Json[])[0], items[2]);
  assert.equal((await owner.get('/api/operator/actions')).status, 403);
  await assert.rejects(service.db.query({ text: 'delete from operator_actions' }), /final/);
});

test('a new link for somebody who is in the account is noted as one, and no invitation; another role is one', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account();
  const { email } = await signInAsOwner(service, account);
  const invite = (body: Json) => operator.ask('POST', '/api/operator/invitations', { body });
  await invite({ email: 'new@example.com' });
  await invite({ email: 'other@example.com', role: 'member', account_id: account.id });
  await invite({ email: email.toUpperCase(), role: 'owner', account_id: account.id });
  await invite({ email, role: 'member', account_id: account.id });
  const { body } = await operator.get('/api/operator/actions');
  assert.deepEqual(
    (body['items'] as Json[]).map(({ action, detail }) => [action, (detail as Json)['email']]),
    [
      ['invite', email],
      ['makeSignInLink', email.toUpperCase()],
      ['invite', 'other@example.com'],
      ['invite', 'new@example.com'],
    ],
  );
});

test('the log names whose invitation was withdrawn, and into which account somebody was invited', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const account = await service.account();
  const { email } = await signInAsOwner(service, account);
  const body = { email: 'other@example.com', role: 'member', account_id: account.id };
  const made = await operator.ask('POST', '/api/operator/invitations', { body });
  assert.equal(made.status, 200);
  const [invitation] = await service.db.query<{ id: string }>({ text: 'select id from invitations' });
  await operator.ask('DELETE', `/api/operator/invitations/${invitation!.id}`);
  const { body: log } = await operator.get('/api/operator/actions');
  assert.deepEqual(
    (log['items'] as Json[]).map(({ action, subject_email: whose, account_email: of }) => [action, whose, of]),
    [
      ['withdrawInvitation', 'other@example.com', null],
      ['invite', null, email],
    ],
  );
});

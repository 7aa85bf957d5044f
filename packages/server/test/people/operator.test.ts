/** The operator: who becomes one, whom they invite, and what others may not do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareFirstStart } from '../../src/people/first-start.ts';
import { testDatabase } from '../support/database.ts';
import { anyEmail, personWith, signInAsOperator, signInAsOwner, signInByLink } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const tokenOf = (answer: { body: Record<string, unknown> }) => String(answer.body['url']).split('#')[1]!;

test('the owner of the first account is the operator, and no visitor before them becomes one', async (t) => {
  const { db } = await testDatabase(t);
  await prepareFirstStart(db, { ownerEmail: 'ada@example.com' });
  const people = await db.query({ text: `select email, operator, password from people` });
  assert.deepEqual(people, [{ email: 'ada@example.com', operator: true, password: null }]);
  const service = await startTestService(t);
  for (const path of ['/api/session', '/api/operator/people', '/api/sessions']) {
    assert.equal((await service.ask('GET', path)).status, 401);
  }
  const nobody = await service.db.query({ text: `select from people` });
  assert.equal(nobody.length, 0);
});

test('an invitation makes a new account for its address, once', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const email = anyEmail();
  const invited = await operator.ask('POST', '/api/operator/invitations', { body: { email } });
  assert.equal(invited.status, 200);
  assert.ok(String(invited.body['url']).startsWith(`${service.url}/sign-in#`));
  const uses = await Promise.all([0, 1].map(() => signInByLink(service, tokenOf(invited))));
  assert.deepEqual(uses.map(({ status }) => status).sort(), [200, 410]);
  const person = personWith(service, uses.find(({ status }) => status === 200)!);
  assert.equal(person.email, email);
  assert.notEqual(person.accountId, operator.accountId);
  const [listed] = (await operator.get('/api/operator/invitations')).list;
  assert.deepEqual([listed!['state'], listed!['email'], listed!['account']], ['used', email, null]);

  await t.test('an address that has an account is told to be invited into it', async () => {
    const again = await operator.ask('POST', '/api/operator/invitations', { body: { email } });
    assert.equal(again.status, 409);
  });
});

test('an invitation into an account makes an owner or a member; a member is not an owner', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const body = { email: anyEmail(), role: 'member', account_id: account.id };
  const invited = await operator.ask('POST', '/api/operator/invitations', { body });
  const answer = await signInByLink(service, tokenOf(invited));
  const member = personWith(service, answer);
  assert.deepEqual(answer.body['memberships'], [
    { account_id: account.id, email: owner.email, role: 'member', suspended_at: null },
  ]);
  const refused = await member.ask('POST', '/api/keys', { body: { name: 'mine' } });
  assert.equal(refused.status, 403);
  const foreign = await member.get(`/api/keys?account=${operator.accountId}`);
  assert.deepEqual([foreign.status, foreign.body], [404, { detail: 'Account not found' }]);

  await t.test('taken out of the account, they lose it at once', async () => {
    const path = `/api/operator/people/${member.id}/remove`;
    assert.equal((await operator.ask('POST', path, { body: { account_id: account.id } })).status, 204);
    assert.equal((await member.get('/api/keys')).status, 404);
    assert.deepEqual((await member.get('/api/session')).body['memberships'], []);
    assert.equal((await operator.ask('POST', path, { body: { account_id: account.id } })).status, 404);
  });
});

test('an account keeps its only owner, and the operator an account of their own', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  const take = (personId: string, accountId: string) =>
    operator.ask('POST', `/api/operator/people/${personId}/remove`, { body: { account_id: accountId } });
  const join = async (accountId: string, role: 'owner' | 'member', email = anyEmail()) => {
    const body = { email, role, account_id: accountId };
    const invited = await operator.ask('POST', '/api/operator/invitations', { body });
    return personWith(service, await signInByLink(service, tokenOf(invited)));
  };
  const mustStay = async (personId: string) => {
    const { items } = (await operator.get('/api/operator/people')).body as {
      items: { id: string; memberships: { must_stay: boolean }[] }[];
    };
    return items.find(({ id }) => id === personId)?.memberships.map(({ must_stay }) => must_stay);
  };

  const refused = await take(owner.id, account.id);
  assert.equal(refused.status, 409);
  assert.match(String(refused.body['detail']), /keeps at least one owner/);
  assert.equal((await take(operator.id, operator.accountId)).status, 409);
  assert.deepEqual(await mustStay(owner.id), [true]);

  // Somebody else may own the first account too, but it is the only one that the operator has.
  const second = await join(operator.accountId, 'owner');
  assert.equal((await take(operator.id, operator.accountId)).status, 409);
  assert.equal((await take(second.id, operator.accountId)).status, 204);

  await t.test('an invitation as member does not take the only owner away either', async () => {
    await join(account.id, 'member', owner.email);
    const rows = await service.db.query({ text: 'select role from memberships where account_id = $1' }, [account.id]);
    assert.deepEqual(rows, [{ role: 'owner' }]);
  });

  await t.test('of two owners who are taken out at once, one stays', async () => {
    const other = await join(account.id, 'owner');
    assert.deepEqual(await mustStay(owner.id), [false]);
    const answers = await Promise.all([take(owner.id, account.id), take(other.id, account.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  });
});

test('a withdrawn invitation is worthless, and so is one that is a week old', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const invite = () => operator.ask('POST', '/api/operator/invitations', { body: { email: anyEmail() } });
  const withdrawn = await invite();
  const path = `/api/operator/invitations/${withdrawn.body['id']}`;
  assert.equal((await operator.ask('DELETE', path)).status, 204);
  const refused = await signInByLink(service, tokenOf(withdrawn));
  assert.deepEqual([refused.status, refused.body['detail']], [410, 'This invitation was withdrawn']);
  const old = await invite();
  const [row] = await service.db.query<{ days: number }>({
    text: `select extract(epoch from max(expires_at) - now())::float8 / 86400 as days from invitations`,
  });
  assert.ok(Math.abs(row!.days - 7) < 0.01);
  await service.db.query({ text: `update invitations set expires_at = now()` });
  assert.equal((await signInByLink(service, tokenOf(old))).status, 410);
  assert.equal((await operator.ask('DELETE', '/api/operator/invitations/nonsense')).status, 404);
});

test('only the operator sees people and invites; the list has pages and can be searched', async (t) => {
  const service = await startTestService(t);
  const operator = await signInAsOperator(service);
  const people = [operator];
  for (let count = 0; count < 3; count += 1) people.push(await signInAsOwner(service, await service.account()));
  const other = people[1]!;
  for (const [method, path] of [
    ['GET', '/api/operator/people'],
    ['GET', '/api/operator/invitations'],
    ['POST', '/api/operator/invitations'],
  ] as const) {
    assert.equal((await other.ask(method, path, method === 'POST' ? { body: {} } : {})).status, 403);
  }
  const first = (await operator.get('/api/operator/people?limit=3')).body as { items: { id: string }[]; next: string };
  const second = (await operator.get(`/api/operator/people?limit=3&cursor=${first.next}`)).body as typeof first;
  assert.deepEqual([first.items.length, second.items.length, second.next], [3, 1, null]);
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    people.map(({ id }) => id).reverse(),
  );
  const found = (await operator.get(`/api/operator/people?text=${other.email.slice(2, 20)}`)).body as typeof first;
  assert.deepEqual(
    found.items.map(({ id }) => id),
    [other.id],
  );
  assert.equal((await operator.get('/api/operator/people?cursor=nonsense')).status, 400);
  const wrong = { email: 'not an address', role: 'member' };
  assert.equal((await operator.ask('POST', '/api/operator/invitations', { body: wrong })).status, 400);
});

/** A key looks as the operator only where an operator made it: whoever else owns their account makes keys, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personWith, type SignedInPerson, signInAsOperator, signInByLink } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

test("a second owner's keys see no other account, no attempts and no engines; the operator's do", async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const operator = await signInAsOperator(service);
  const body = { email: 'second@example.com', role: 'owner', account_id: operator.accountId };
  const invited = await operator.ask('POST', '/api/operator/invitations', { body });
  const second = personWith(service, await signInByLink(service, String(invited.body['url']).split('#')[1]!));
  const customer = await service.account();
  const submitted = await customer.live.submit('/v1/delta/generate', { prompt: 'A red rose at night' });
  const path = `/api/generations/${String(submitted.body['task_uuid'])}`;
  const seenBy = async (key: string) => {
    const get = (what: string) => service.ask('GET', what, { headers: { authorization: `Bearer ${key}` } });
    return [(await get(path)).status, (await get('/api/operator/engines')).status];
  };

  const operators = await keyOf(operator);
  const seconds = await keyOf(second);
  assert.deepEqual(await seenBy(operators.key), [200, 200]);
  assert.deepEqual(await seenBy(seconds.key), [404, 403]);
  assert.equal((await second.get(path)).status, 404, 'as by their session');

  await t.test(
    'what the operator made looks no more once somebody else has made it anew, and the other way round',
    async () => {
      assert.deepEqual(await seenBy(await rotated(second, operators.id)), [404, 403]);
      assert.deepEqual(await seenBy(await rotated(operator, seconds.id)), [200, 200]);
    },
  );

  await t.test('attempts of the own account are not shown to them either', async () => {
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    const body = { prompt: 'A red tulip' };
    const own = await service.ask('POST', '/v1/delta/generate', { body, headers: bearer(seconds.key) });
    const ownPath = `/api/generations/${String(own.body['task_uuid'])}`;
    const attemptsFor = async (key: string) =>
      (await service.ask('GET', ownPath, { headers: bearer(key) })).body['attempts'];
    assert.deepEqual([await attemptsFor(operators.key), await attemptsFor(seconds.key)], [[], null]);
  });

  await t.test('the keys of who has left the account do not look either', async () => {
    const body = { account_id: operator.accountId };
    assert.equal((await operator.ask('POST', `/api/operator/people/${second.id}/remove`, { body })).status, 204);
    assert.deepEqual(await seenBy(seconds.key), [404, 403]);
  });
});

async function keyOf(person: SignedInPerson): Promise<{ key: string; id: string }> {
  const { body } = await person.ask('POST', '/api/keys', { body: { name: 'mine' } });
  return { key: String(body['key']), id: String(body['id']) };
}

async function rotated(person: SignedInPerson, id: string): Promise<string> {
  const { body } = await person.ask('POST', `/api/keys/${id}/rotate`, { body: {} });
  return String(body['key']);
}

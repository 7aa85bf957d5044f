/** An address that somebody signed up with unseen is taken over: what they made to come back by ends, and nothing of others does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/accounts/api-keys.ts';
import { vouchedPerson } from '../../src/people/people.ts';
import type { Answer } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import {
  anyEmail,
  fromOurPage,
  personWith,
  type SignedInPerson,
  signInAsOperator,
  signInAsOwner,
  signInByLink,
} from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

const env = { AFTERIMAGE_SIGN_UP: 'open', AFTERIMAGE_ROLES: 'api' };
const tokenOf = (answer: Answer) => String(answer.body['url']).split('#')[1]!;

async function signedUp(service: TestService, email: string): Promise<SignedInPerson> {
  const body = { email, password: 'correct horse battery' };
  return personWith(service, await fromOurPage(service)('POST', '/api/sign-up', { body }));
}

async function keyOf(person: SignedInPerson, mode = 'live'): Promise<{ id: string; key: string }> {
  const { body } = await person.ask('POST', '/api/keys', { body: { name: 'mine', mode } });
  return { id: String(body['id']), key: String(body['key']) };
}

const secretOf = async (person: SignedInPerson, mode: string) =>
  (await person.get(`/api/webhook-secret?mode=${mode}&account=${person.accountId}`)).body;

/** Whether the service lets it in; a process may believe what it has seen of it for a second. */
const opens = async (service: TestService, key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await service.ask('GET', '/v1/data/balance', { headers })).status === 200;
};

test('whoever used an invitation is alone in their account: keys and secrets of the squatter are worth nothing', async (t) => {
  const service = await startTestService(t, { env });
  const operator = await signInAsOperator(service);
  const email = anyEmail();
  const invited = await operator.ask('POST', '/api/operator/invitations', { body: { email } });
  const squatter = await signedUp(service, email);
  const made = await keyOf(squatter);
  const rotated = await squatter.ask('POST', `/api/keys/${made.id}/rotate`, { body: { overlap_hours: 5 } });
  const squatters = [made.key, String(rotated.body['key']), (await keyOf(squatter, 'sandbox')).key];
  for (const key of squatters) assert.ok(await opens(service, key));
  const before = { live: await secretOf(squatter, 'live'), sandbox: await secretOf(squatter, 'sandbox') };
  const wanted = { accountId: squatter.accountId, mode: 'live', name: 'by the operator', expiresAt: null } as const;
  const commandLines = await service.db.transaction((tx) => createKey(tx, wanted));

  const owner = personWith(service, await signInByLink(service, tokenOf(invited)));
  assert.equal(owner.accountId, squatter.accountId);
  for (const key of squatters) await eventually(async () => !(await opens(service, key)));
  for (const mode of ['live', 'sandbox'] as const) {
    const now = await secretOf(owner, mode);
    assert.notEqual(now['secret'], before[mode]['secret']);
    assert.equal(now['also_signing_until'], null);
  }
  assert.ok(await opens(service, commandLines.key), 'the squatter never saw it');

  await t.test('what they make from then on is their own, and outlives further links', async () => {
    const { key } = await keyOf(owner);
    const { secret } = await secretOf(owner, 'live');
    const again = await signInAsOwner(service, { id: owner.accountId });
    assert.equal((await secretOf(again, 'live'))['secret'], secret);
    const [row] = await service.db.query({ text: 'select from api_keys where last4 = $1 and revoked_at is null' }, [
      key.slice(-4),
    ]);
    assert.ok(row, 'not revoked');
  });
});

test('another owner of the account keeps their keys, and their receivers the secret', async (t) => {
  const service = await startTestService(t, { env });
  const operator = await signInAsOperator(service);
  const email = anyEmail();
  const squatter = await signedUp(service, email);
  const body = { email: anyEmail(), role: 'owner', account_id: squatter.accountId };
  const other = personWith(
    service,
    await signInByLink(service, tokenOf(await operator.ask('POST', '/api/operator/invitations', { body }))),
  );
  const [theirs, squatters] = [await keyOf(other), await keyOf(squatter)];
  const { secret } = await secretOf(other, 'live');
  await signInAsOwner(service, { id: squatter.accountId });
  await eventually(async () => !(await opens(service, squatters.key)));
  const [row] = await service.db.query({ text: 'select from api_keys where id = $1 and revoked_at is null' }, [
    theirs.id,
  ]);
  assert.ok(row, 'not revoked');
  assert.equal((await secretOf(other, 'live'))['secret'], secret);
});

for (const what of ['made', 'rotated'] as const) {
  test(`a key that is being ${what} while the address is taken over does not come after it`, async (t) => {
    const service = await startTestService(t, { env });
    const squatter = await signedUp(service, anyEmail());
    const { id } = await keyOf(squatter);
    const path = what === 'made' ? '/api/keys' : `/api/keys/${id}/rotate`;
    let answered = false;
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const asking = await service.db.transaction(async (tx) => {
      await vouchedPerson(tx, squatter.email);
      const asked = squatter.ask('POST', path, { body: what === 'made' ? { name: 'late' } : {} }).finally(() => {
        answered = true;
      });
      await eventually(async () => answered || (await service.db.query({ text: waits })).length > 0);
      return { asked };
    });
    assert.equal((await asking.asked).status, 401);
    const working = await service.db.query(
      { text: 'select from api_keys where account_id = $1 and revoked_at is null' },
      [squatter.accountId],
    );
    assert.equal(working.length, 0);
  });
}

/** The cap on keys: an account cannot fill the table of keys, and what it revokes makes room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysMax } from '@afterimage/contract';
import { signInAsOwner } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

test('an account has at most 1,000 working keys, also when two are asked for at once; its twin has its own', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  const owner = await signInAsOwner(service, account);
  // All but one; each account of a test has one from the beginning.
  await service.db.query(
    {
      text: `insert into api_keys (account_id, name, secret_sha256, last4)
        select $1, 'filler', sha256(n::text::bytea), '0000' from generate_series(1, $2) n`,
    },
    [account.id, keysMax - 2],
  );
  const make = (mode: string) => owner.ask('POST', '/api/keys', { body: { name: 'one more', mode } });
  const answers = await Promise.all([make('live'), make('live'), make('live')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  assert.match(String(refused.body['detail']), /at most 1,000 working keys; revoke one first/);
  const { id } = answers.find(({ status }) => status === 200)!.body;
  assert.equal((await owner.ask('POST', `/api/keys/${id}/rotate`, { body: {} })).status, 409);
  assert.equal((await make('sandbox')).status, 200);
  assert.equal((await owner.ask('DELETE', `/api/keys/${id}`)).status, 204);
  assert.equal((await make('live')).status, 200);
  assert.equal((await make('live')).status, 409);
});
